import type { FieldRule } from '../judge/field-rule.js';
import { trimmed } from '../lex/table-row.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { MAX_CELL, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';
import { rulesOf } from './table-columns.js';
import { tableName } from './table-definition.js';
import { CLOSED, createValueWalk, PAUSED } from './value-walk.js';

const MAX_HEAD = 1200;
const HEAD = /^(?:insert|replace)\b[^()';]{1,200}\(([^()']{1,900})\)[^()';]{0,120}?\bvalues?\s{0,40}(?=\()/i;
const PLAIN_HEAD = /^(?:insert|replace)(?: or replace| ignore)? into ([^\s();']{1,128})\s{1,8}values\s{0,40}(?=\()/i;
const BEGUN = /^(?:insert|replace)\b[^()';]{0,200}(?:\([^()']{0,900}(?:\)[^()';]{0,120})?)?$/i;
const QUOTES = /^["`[]|["`\]]$/g;
/** In place of a value. */
const NO_VALUE = /^(?:null|default|true|false|\w+\(\))$/i;
const SIGN = /\S/g;
const COMMA = 0x2c;
const OPENING = 0x28;
const CLOSING = 0x29;

const NEXT_ROW = 0;
const BEHIND_ROW = 1;
const IN_VALUE = 2;
const PASSING = 3;
const WITHHELD = 4;
const IN_STRING = 5;
const OVER = 6;

/** `INSERT INTO users (id, password) VALUES (1, 'v'), (2, 'w');` */
export function createStatementTable({
  ruleFor,
  hideCell,
  hideFrom,
  buffer,
  definitions,
}: MarkedTableOptions): MarkedTable {
  const walk = createValueWalk();
  let rules: readonly (FieldRule | undefined)[] | undefined;
  let state = NEXT_ROW;
  let column = 0;

  const readHead = (coming: ComingText, at: number): number => {
    const begun = coming.text.slice(at, at + MAX_HEAD);
    const head = HEAD.exec(begun);
    if (head === null) {
      return isCut(coming, at, MAX_HEAD) && BEGUN.test(begun) ? WAIT : readPlainHead(begun, at);
    }
    const names = (head[1] ?? '').split(',').map((name) => name.trim().replace(QUOTES, ''));
    rules = rulesOf(names, ruleFor);
    state = rules.some((rule) => rule !== undefined) ? NEXT_ROW : OVER;
    return at + head[0].length;
  };

  /** Without names of columns, which the definition of the table has said. */
  const readPlainHead = (begun: string, at: number): number => {
    const head = PLAIN_HEAD.exec(begun);
    rules = definitions.get(tableName(head?.[1] ?? ''));
    state = rules === undefined ? OVER : NEXT_ROW;
    return rules === undefined ? at : at + (head?.[0].length ?? 0);
  };

  /** To the bracket that opens a row, or to the comma behind one. */
  const toSign = (text: string, at: number): number => {
    SIGN.lastIndex = at;
    const sign = SIGN.exec(text)?.index ?? text.length;
    if (sign === text.length) {
      return sign;
    }
    const isComma = state === BEHIND_ROW;
    if (text.charCodeAt(sign) !== (isComma ? COMMA : OPENING)) {
      state = OVER;
      return sign;
    }
    state = isComma ? NEXT_ROW : IN_VALUE;
    column = 0;
    walk.begin();
    return sign + 1;
  };

  /** Behind the sign that ends a value. */
  const behindValue = (text: string, end: number): number => {
    const code = end < text.length ? text.charCodeAt(end) : 0;
    column += 1;
    state = code === COMMA ? IN_VALUE : code === CLOSING ? BEHIND_ROW : OVER;
    walk.begin();
    return state === OVER ? end : end + 1;
  };

  const passValue = (coming: ComingText, at: number): number => {
    const end = walk.next(coming, at, coming.text.length);
    if (end === PAUSED) {
      return walk.reached() > at ? walk.reached() : WAIT;
    }
    return behindValue(coming.text, end);
  };

  const hideValue = (rule: FieldRule, coming: ComingText, at: number): number => {
    const { text } = coming;
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
      return withhold(rule, text, at);
    }
    if (strings.length === 0 || walk.opened() >= 0) {
      hideRest(rule, text, at, end);
    }
    return behindValue(text, end);
  };

  /** A string that does not end, or a value without one. */
  const hideRest = (rule: FieldRule, text: string, at: number, end: number): void => {
    const rest = trimmed(text, Math.max(at, walk.opened()), end);
    if (!NO_VALUE.test(text.slice(rest.start, rest.end))) {
      hideCell(rule, rest);
    }
  };

  /** What is too long to be held is hidden from where its last string began, and shown behind that if it has ended. */
  const withhold = (rule: FieldRule, text: string, at: number): number => {
    const isOpen = walk.opened() >= 0;
    state = isOpen ? IN_STRING : walk.strings().length > 0 ? PASSING : WITHHELD;
    if (state !== PASSING) {
      hideFrom(rule, isOpen ? walk.opened() : trimmed(text, at, at + MAX_CELL).start);
      buffer.drop(walk.reached());
    }
    return walk.reached();
  };

  const dropValue = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const end = walk.next(coming, at, text.length, state === IN_STRING);
    const to = end < 0 ? walk.reached() : end;
    if (end === CLOSED) {
      // Its quote is shown.
      state = PASSING;
      buffer.drop(to - 1);
      return to;
    }
    buffer.drop(to);
    return end === PAUSED ? (to > at ? to : WAIT) : behindValue(text, end);
  };

  return {
    step: (coming, at) => {
      if (rules === undefined) {
        return readHead(coming, at);
      }
      const rule = rules[column];
      switch (state) {
        case IN_VALUE:
          return rule === undefined ? passValue(coming, at) : hideValue(rule, coming, at);
        case PASSING:
          return passValue(coming, at);
        case WITHHELD:
        case IN_STRING:
          return dropValue(coming, at);
        default:
          return toSign(coming.text, at);
      }
    },
    isOver: () => state === OVER,
  };
}
