import type { FieldRule } from '../judge/field-rule.js';
import { COMMA, ROUND_CLOSING, ROUND_OPENING } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { type Cursor, matched, type Reading } from './cursor.js';
import { hasTakenValue, readValue } from './sql-value.js';
import { rulesOf } from './table-columns.js';
import { tableName } from './table-definition.js';

const HEAD = pattern(/(?:insert|replace)\b[^()';]{1,200}\(([^()']{1,900})\)[^()';]{0,120}?\bvalues?\s{0,40}(?=\()/i);
const PLAIN_HEAD = pattern(
  /(?:insert|replace)(?: or replace| ignore)? into ([^\s();']{1,128})\s{1,8}values\s{0,40}(?=\()/i,
);
const QUOTES = /^["`[]|["`\]]$/g;
const SIGN = /\S/g;

/** `INSERT INTO users (id, password) VALUES (1, 'v'), (2, 'w');` */
export function* readStatement(cursor: Cursor): Reading {
  const rules = yield* readHead(cursor);
  if (rules === undefined) {
    return;
  }
  let isMore = true;
  while (isMore) {
    isMore =
      (yield* isBehind(cursor, ROUND_OPENING)) && (yield* readRow(cursor, rules)) && (yield* isBehind(cursor, COMMA));
  }
}

/** Goes on behind the bracket that ends a row, if one does. */
function* readRow(cursor: Cursor, rules: readonly (FieldRule | undefined)[]): Reading<boolean> {
  let sign = COMMA;
  for (let column = 0; sign === COMMA; column += 1) {
    if (!hasTakenValue(cursor, rules[column])) {
      yield* readValue(cursor, rules[column]);
    }
    sign = cursor.coming.text.charCodeAt(cursor.at);
    cursor.at += sign === COMMA || sign === ROUND_CLOSING ? 1 : 0;
  }
  return sign === ROUND_CLOSING;
}

/** The rules for the columns that a statement names, or that the definition of its table has named. */
function* readHead(cursor: Cursor): Reading<readonly (FieldRule | undefined)[] | undefined> {
  const head = yield* matched(cursor, HEAD);
  if (head === undefined) {
    const plain = PLAIN_HEAD.at(cursor.coming, cursor.at);
    const known = cursor.definitions.get(tableName(plain?.[1] ?? ''));
    cursor.at += known === undefined ? 0 : (plain?.[0].length ?? 0);
    return known;
  }
  const names = (head[1] ?? '').split(',').map((name) => name.trim().replace(QUOTES, ''));
  const rules = rulesOf(names, cursor.ruleFor);
  cursor.at += head[0].length;
  return rules.some((rule) => rule !== undefined) ? rules : undefined;
}

/** Goes on behind a sign, if nothing stands before it: the bracket that opens a row, or the comma behind one. */
function* isBehind(cursor: Cursor, code: number): Reading<boolean> {
  for (;;) {
    const { text } = cursor.coming;
    SIGN.lastIndex = cursor.at;
    cursor.at = SIGN.exec(text)?.index ?? text.length;
    if (cursor.at < text.length) {
      const isHere = text.charCodeAt(cursor.at) === code;
      cursor.at += isHere ? 1 : 0;
      return isHere;
    }
    yield;
  }
}
