import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import { trimmed } from '../lex/table-row.js';
import { COMMA, ROUND_CLOSING, ROUND_OPENING } from '../pattern/characters.js';
import { type ComingText, isCut, pattern } from '../pattern/coming-text.js';
import { createLongValue } from './long-value.js';
import { MAX_CELL, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';
import { rulesOf } from './table-columns.js';
import { tableName } from './table-definition.js';
import { CLOSED, createValueWalk, PAUSED } from './value-walk.js';

const HEAD = pattern(/(?:insert|replace)\b[^()';]{1,200}\(([^()']{1,900})\)[^()';]{0,120}?\bvalues?\s{0,40}(?=\()/i);
const PLAIN_HEAD = pattern(
  /(?:insert|replace)(?: or replace| ignore)? into ([^\s();']{1,128})\s{1,8}values\s{0,40}(?=\()/i,
);
const QUOTES = /^["`[]|["`\]]$/g;
/** In place of a value. */
const NO_VALUE = /^(?:null|default|true|false|\w+\(\))$/i;
const SIGN = /\S/g;

/** What is read next: the bracket before a row, the comma behind one, a value, one that is shown, or one that is too long. */
type State = 'row' | 'comma' | 'value' | 'shown' | 'long' | 'over';

/** `INSERT INTO users (id, password) VALUES (1, 'v'), (2, 'w');` */
export function createStatementTable(options: MarkedTableOptions): MarkedTable {
  const { ruleFor, hideCell, definitions } = options;
  const walk = createValueWalk();
  const long = createLongValue(options);
  let rules: readonly (FieldRule | undefined)[] | undefined;
  let state: State = 'row';
  let column = 0;

  const readHead = (coming: ComingText, at: number): number => {
    if (HEAD.isOpen(coming, at)) {
      return WAIT;
    }
    const head = HEAD.at(coming, at);
    if (head === undefined) {
      return readPlainHead(coming, at);
    }
    const names = (head[1] ?? '').split(',').map((name) => name.trim().replace(QUOTES, ''));
    rules = rulesOf(names, ruleFor);
    state = rules.some((rule) => rule !== undefined) ? 'row' : 'over';
    return at + head[0].length;
  };

  /** Without names of columns, which the definition of the table has said. */
  const readPlainHead = (coming: ComingText, at: number): number => {
    const head = PLAIN_HEAD.at(coming, at);
    rules = definitions.get(tableName(head?.[1] ?? ''));
    state = rules === undefined ? 'over' : 'row';
    return rules === undefined ? at : at + (head?.[0].length ?? 0);
  };

  /** To the bracket that opens a row, or to the comma behind one. */
  const toSign = ({ text }: ComingText, at: number): number => {
    SIGN.lastIndex = at;
    const sign = SIGN.exec(text)?.index ?? text.length;
    if (sign === text.length) {
      return sign;
    }
    const isComma = state === 'comma';
    if (text.charCodeAt(sign) !== (isComma ? COMMA : ROUND_OPENING)) {
      state = 'over';
      return sign;
    }
    state = isComma ? 'row' : 'value';
    column = 0;
    walk.begin();
    return sign + 1;
  };

  /** Behind the sign that ends a value. */
  const behindValue = (text: string, end: number): number => {
    const code = end < text.length ? text.charCodeAt(end) : 0;
    column += 1;
    state = code === COMMA ? 'value' : code === ROUND_CLOSING ? 'comma' : 'over';
    walk.begin();
    return state === 'over' ? end : end + 1;
  };

  const passValue = (coming: ComingText, at: number): number => {
    const end = walk.next(coming, at, coming.text.length);
    if (end === PAUSED) {
      return walk.reached() > at ? walk.reached() : WAIT;
    }
    return behindValue(coming.text, end);
  };

  const hideValue = (rule: FieldRule, coming: ComingText, at: number): number => {
    walk.begin();
    const end = walk.next(coming, at, at + MAX_CELL);
    if (end === PAUSED && isCut(coming, at, MAX_CELL + 2)) {
      return WAIT;
    }
    const strings = walk.strings();
    for (const string of strings) {
      hideCell(rule, string);
    }
    if (end === PAUSED) {
      return goLong(rule, coming.text, at);
    }
    // A string that does not end, or a value without one.
    const rest = trimmed(coming.text, Math.max(at, walk.opened()), end);
    const isHidden = strings.length === 0 || walk.opened() >= 0;
    if (isHidden && !NO_VALUE.test(coming.text.slice(rest.start, rest.end))) {
      hideCell(rule, rest);
    }
    return behindValue(coming.text, end);
  };

  /** What is too long to be held is hidden from where its last string began, and shown behind that if it has ended. */
  const goLong = (rule: FieldRule, text: string, at: number): number => {
    const reached = walk.reached();
    const isInString = walk.opened() >= 0;
    if (!isInString && walk.strings().length > 0) {
      state = 'shown';
      return reached;
    }
    state = 'long';
    const start = isInString ? walk.opened() : trimmed(text, at, at + MAX_CELL).start;
    return long.begin(rule, { start, reached }, isInString ? untilStringEnd : untilValueEnd);
  };

  const untilValueEnd: Swallow = (coming, from) => {
    const end = walk.next(coming, from, coming.text.length);
    return end === PAUSED ? { upTo: walk.reached(), isDone: false } : { upTo: end, isDone: true };
  };

  /** Its quote is shown. */
  const untilStringEnd: Swallow = (coming, from) => {
    const end = walk.next(coming, from, coming.text.length, true);
    return end === CLOSED
      ? { upTo: walk.reached() - 1, isDone: true }
      : { upTo: end < 0 ? walk.reached() : end, isDone: end !== PAUSED };
  };

  const dropLong = (coming: ComingText, at: number): number => {
    const to = long.goOn(coming, at);
    state = long.isInside() ? 'long' : 'shown';
    // The walk is behind the quote that has ended a string.
    return long.isInside() ? to : Math.max(to, walk.reached());
  };

  const takeValue = (coming: ComingText, at: number): number => {
    const rule = rules?.[column];
    return rule === undefined ? passValue(coming, at) : hideValue(rule, coming, at);
  };

  const readers = {
    row: toSign,
    comma: toSign,
    value: takeValue,
    shown: passValue,
    long: dropLong,
    over: (_: ComingText, at: number) => at,
  };
  return {
    step: (coming, at) => (rules === undefined ? readHead : readers[state])(coming, at),
    isOver: () => state === 'over',
  };
}
