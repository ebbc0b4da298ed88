import { fieldRule } from '../judge/field-names.js';
import { type FieldRule, PASSWORD, type ValueContext } from '../judge/field-rule.js';
import { type Detector, type Enclosure, LOOK_BACK, type Verdict, type Window } from '../lex/detector.js';
import { isQuote } from '../lex/value-opening.js';
import { type CharacterKind, isKind, KIND, runStart } from '../pattern/characters.js';
import { type Pattern, pattern } from '../pattern/coming-text.js';
import { matchValue } from './enclosed-value.js';

const MAX_NAME = 48;
const FIRST_WORD = /[a-z]{1,24}/;
const QUOTE = /\\{0,7}["'`]$/;

/** Whether a value is a secret where it stands so; `rule` is what its name says of it. */
export type Judge = (value: string, context: ValueContext, rule: FieldRule) => boolean;

/** One way in which people and programs write a secret beside what says that it is one. */
export interface Notation {
  /** By what it is met, in lower case. */
  readonly literals: readonly string[];
  /** What stands before the literal; a pattern that ends in `$`. */
  readonly before?: RegExp;
  /**
   * From behind the literal, and the quote that closes it, to where the value begins. A quote at its end closes the value too, or one that is a group
   * `quote`. A group `name` is the name of the value.
   */
  readonly behind: RegExp;
  /** Words that make it something else where one of them is the first behind the literal. */
  readonly notBefore?: ReadonlySet<string>;
  /** What ends a value without quotes, if not its word. */
  readonly stop?: CharacterKind;
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
      for (const row of rowsOf.get(window.text.slice(start, end).toLowerCase()) ?? []) {
        const verdict = matchRow(window, row, start, end);
        if (verdict !== undefined) {
          return verdict;
        }
      }
      return undefined;
    },
  };
}

interface Row extends Notation {
  readonly opening: Pattern;
  readonly nextOpening: Pattern | undefined;
}

function byLiteral(rows: readonly Notation[]): ReadonlyMap<string, readonly Row[]> {
  const all = new Map<string, Row[]>();
  for (const notation of rows) {
    const { behind, next, literals } = notation;
    const row = { ...notation, opening: pattern(behind), nextOpening: next === undefined ? undefined : pattern(next) };
    for (const literal of literals) {
      all.set(literal, [...(all.get(literal) ?? []), row]);
    }
  }
  return all;
}

function matchRow(window: Window, row: Row, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const from = isQuote(text, end) && isKind(text, end - 1, KIND.word) ? end + 1 : end;
  const opening = row.opening.at(window, from);
  if (
    opening === undefined ||
    isAboutOther(row, opening[0]) ||
    row.before?.test(window.before(start, LOOK_BACK)) === false
  ) {
    return undefined;
  }
  const rule = ruleOf(window, row, opening, { start, end });
  const verdict = rule === undefined ? undefined : matchBehind(window, row, { rule, opening, from });
  const next = verdict?.kind === 'found' ? row.nextOpening?.at(window, verdict.end) : undefined;
  if (rule === undefined || verdict?.kind !== 'found' || next === undefined) {
    return verdict;
  }
  const other = matchBehind(window, row, { rule, opening: next, from: verdict.end });
  return other === undefined || 'start' in other ? { ...verdict, others: other === undefined ? [] : [other] } : other;
}

function isAboutOther({ notBefore }: Row, opening: string): boolean {
  return notBefore?.has(FIRST_WORD.exec(opening)?.[0] ?? '') === true;
}

interface Place {
  readonly rule: FieldRule;
  readonly opening: RegExpExecArray;
  readonly from: number;
}

function matchBehind(window: Window, { judge, stop }: Row, { rule, opening, from }: Place): Verdict | undefined {
  const enclosure = enclosureAt(from + opening[0].length, opening.groups?.['quote'] ?? opening[0], stop);
  return matchValue(window, enclosure, rule.type, (value, context) => judge(value, context, rule));
}

/** In the quotes that the opening ends in, or a word. */
function enclosureAt(start: number, opening: string, stop: CharacterKind = KIND.stop): Enclosure {
  const quote = QUOTE.exec(opening)?.[0] ?? '';
  return quote === ''
    ? { start, close: '', escapes: 0, stop, statement: 'verb' }
    : { start, close: quote.slice(-1), escapes: quote.length - 1, stop: KIND.lineEnd, statement: 'verb' };
}

function ruleOf(
  window: Window,
  { of = PASSWORD }: Row,
  { groups }: RegExpExecArray,
  { start, end }: { readonly start: number; readonly end: number },
): FieldRule | undefined {
  const name = groups?.['name'];
  return name !== undefined ? fieldRule(name) : of === 'literal' ? ruleBefore(window, start, end) : of;
}

/** Of a name that ends in the literal, with the word before it: `API key`, `client_secret`. */
function ruleBefore({ text, floor }: Window, start: number, end: number): FieldRule | undefined {
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  const isPhrase = nameStart - 1 > floor && text.charAt(nameStart - 1) === ' ';
  const phrase = isPhrase
    ? runStart(text, KIND.alphanumeric, nameStart - 1, Math.max(floor, nameStart - MAX_NAME))
    : end;
  return fieldRule(text.slice(phrase, end)) ?? fieldRule(text.slice(nameStart, end));
}
