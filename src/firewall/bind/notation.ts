import { fieldRule } from '../judge/field-names.js';
import { type FieldRule, PASSWORD, type ValueContext } from '../judge/field-rule.js';
import { type Detector, type Enclosure, LOOK_BACK, type Verdict, type Window } from '../lex/detector.js';
import type { Cell } from '../lex/table-row.js';
import { isInString, isQuote, openQuoted } from '../lex/value-opening.js';
import { type CharacterKind, isKind, KIND, runStart } from '../pattern/characters.js';
import { type Pattern, pattern } from '../pattern/coming-text.js';
import { matchValue } from './enclosed-value.js';
import { isBehindCommand } from './own-command.js';
import { withRandomWord } from './random-word.js';

const MAX_NAME = 48;
const FIRST_WORD = /[a-z]{1,24}/;
const QUOTE = /\\{0,7}["'`]$/;

/** Whether a value is a secret where it stands so; `rule` is what its name says of it. */
export type Judge = (value: string, context: ValueContext, rule: FieldRule) => boolean;

/** One way in which people and programs write a secret beside what says that it is one. */
export interface Notation {
  /** By what it is met, in any case. */
  readonly literals: readonly string[];
  /** Only as the literals are written: the options `-p` and `-P` are two. */
  readonly isExact?: true;
  /** The programs of whose command it is a part. */
  readonly command?: RegExp;
  /** What stands before the literal; a pattern that ends in `$`. In it, in `behind` or in `value` a group `name` is the name of the value. */
  readonly before?: RegExp;
  /**
   * From behind the literal, and the quote that closes it, to where the value, or its quote, begins. A quote at its end closes the value too, or one that
   * is a group `quote`.
   */
  readonly behind?: RegExp;
  /** All of the value, where its form tells where it ends. */
  readonly value?: RegExp;
  /** All signs up to what ends it are a part of a value without quotes, also at its end. */
  readonly isWhole?: true;
  /** Words that make it something else where one of them is the first behind the literal. */
  readonly notBefore?: ReadonlySet<string>;
  /** What ends a value without quotes, if not its word; for some names something else than for others. */
  readonly stop?: CharacterKind | ((rule: FieldRule) => CharacterKind);
  /** The sign that ends it. */
  readonly close?: string;
  /** From behind the value to where another one begins that is hidden too, as `behind`. */
  readonly next?: RegExp;
  /**
   * What the value belongs to where the notation has no name in it: a rule, or `literal` when the literal ends a name, as
   * in `client_secret`. A password if not given.
   */
  readonly of?: FieldRule | 'literal';
  readonly judge: Judge;
}

/** A table of notations of one kind. */
export interface Notations {
  readonly name: string;
  readonly validates: string;
  readonly source: string;
  readonly rows: readonly Notation[];
}

/** A detector of all notations of a table: a new notation is a row of it, and a line of its fixtures. */
export function createNotations({ name, validates, source, rows }: Notations): Detector {
  const rowsOf = byLiteral(rows);
  return {
    name,
    group: 'secret',
    validates,
    source,
    literals: [...rowsOf.keys()],
    match: (window, start, end) => {
      const met = window.text.slice(start, end);
      for (const row of rowsOf.get(met.toLowerCase()) ?? []) {
        const isMet = row.isExact !== true || row.literals.includes(met);
        const verdict = isMet ? matchRow(window, row, start, end) : undefined;
        if (verdict !== undefined) {
          return verdict;
        }
      }
      return undefined;
    },
  };
}

interface Row extends Notation {
  readonly opening: Pattern | undefined;
  readonly shape: Pattern | undefined;
  readonly nextOpening: Pattern | undefined;
}

/** What stands between a literal and its value. */
type Opening = Pick<RegExpExecArray, 0 | 'groups'>;

const NOTHING: Opening = { 0: '' };

function byLiteral(rows: readonly Notation[]): ReadonlyMap<string, readonly Row[]> {
  const all = new Map<string, Row[]>();
  for (const notation of rows) {
    const { behind, value, next, literals } = notation;
    const row = { ...notation, opening: optional(behind), shape: optional(value), nextOpening: optional(next) };
    for (const literal of literals.map((each) => each.toLowerCase())) {
      all.set(literal, [...(all.get(literal) ?? []), row]);
    }
  }
  return all;
}

function optional(expression: RegExp | undefined): Pattern | undefined {
  return expression === undefined ? undefined : pattern(expression);
}

function matchRow(window: Window, row: Row, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const isOfName = row.command === undefined && isQuote(text, end) && isKind(text, end - 1, KIND.word);
  const from = isOfName ? end + 1 : end;
  const opening = row.opening === undefined ? NOTHING : row.opening.at(window, from);
  if (opening === undefined || isAboutOther(row, opening[0])) {
    return undefined;
  }
  const before = row.before?.exec(window.before(start, LOOK_BACK));
  if (before === null || (row.command !== undefined && !isBehindCommand(window, start, row.command))) {
    return undefined;
  }
  const shape = row.shape?.at(window, from + opening[0].length);
  if (row.shape !== undefined && shape === undefined) {
    return undefined;
  }
  const name = (shape?.groups ?? opening.groups ?? before?.groups)?.['name'];
  const rule = name === undefined ? ruleOf(window, row, { start, end }) : fieldRule(name.trim());
  return rule === undefined ? undefined : withNext(window, row, { rule, opening, from, length: shape?.[0].length });
}

/** A value, and the other one behind it. */
function withNext(window: Window, row: Row, place: Place): Verdict | undefined {
  const verdict = matchBehind(window, row, place);
  const next = verdict?.kind === 'found' ? row.nextOpening?.at(window, verdict.end) : undefined;
  if (verdict?.kind !== 'found' || next === undefined) {
    return verdict;
  }
  const other = matchBehind(window, row, { rule: place.rule, opening: next, from: verdict.end });
  return other === undefined || 'start' in other ? { ...verdict, others: other === undefined ? [] : [other] } : other;
}

function isAboutOther({ notBefore }: Row, opening: string): boolean {
  return notBefore?.has(FIRST_WORD.exec(opening)?.[0] ?? '') === true;
}

interface Place {
  readonly rule: FieldRule;
  readonly opening: Opening;
  readonly from: number;
  /** Of the value, where that is known. */
  readonly length?: number | undefined;
}

function matchBehind(window: Window, row: Row, place: Place): Verdict | undefined {
  const { rule } = place;
  const enclosure = enclosureOf(window, row, place);
  const verdict = matchValue(window, enclosure, rule.type, (value, context) => row.judge(value, context, rule));
  const { start, end, close, stop } = enclosure;
  const isWord = close === '' && stop === KIND.pause && end === undefined;
  return isWord ? withRandomWord(window, start, rule.type, verdict) : verdict;
}

/** In the quotes that the opening ends in, or in its own; up to the sign that ends it; or a word. */
function enclosureOf(
  window: Window,
  { stop = KIND.stop, close = '', isWhole }: Row,
  { rule, opening, from, length }: Place,
): Enclosure {
  const start = from + opening[0].length;
  const quote = QUOTE.exec(opening.groups?.['quote'] ?? opening[0])?.[0] ?? '';
  if (quote !== '' && length === undefined) {
    return { start, close: quote.slice(-1), escapes: quote.length - 1, stop: KIND.lineEnd, statement: 'verb' };
  }
  const quoted = close === '' && length === undefined ? openQuoted(window, start, 'verb') : undefined;
  if (quoted !== undefined) {
    return quoted;
  }
  const kind = close !== '' ? 0 : typeof stop === 'function' ? stop(rule) : stop;
  return {
    start,
    close,
    escapes: 0,
    stop: kind,
    ...(length !== undefined && { end: start + length }),
    ...(isWhole === true
      ? { isData: true, inner: isInString(window, start, '"') ? 'string' : 'line' }
      : { statement: 'verb' }),
  };
}

/** What the value belongs to where no name of it stands in the notation. */
function ruleOf(window: Window, { of = PASSWORD }: Row, { start, end }: Cell): FieldRule | undefined {
  return of === 'literal' ? ruleBefore(window, start, end) : of;
}

/** Of a name that ends in the literal, with the word before it: `API key`, `client_secret`, `<phone>`. */
function ruleBefore({ text, floor }: Window, start: number, literalEnd: number): FieldRule | undefined {
  const end = text.charAt(literalEnd - 1) === '>' ? literalEnd - 1 : literalEnd;
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  const isPhrase = nameStart - 1 > floor && text.charAt(nameStart - 1) === ' ';
  const phrase = isPhrase
    ? runStart(text, KIND.alphanumeric, nameStart - 1, Math.max(floor, nameStart - MAX_NAME))
    : end;
  return fieldRule(text.slice(phrase, end)) ?? fieldRule(text.slice(nameStart, end));
}
