import type { FieldRule } from '../judge/field-rule.js';
import { COMMA } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { type Cursor, type Definitions, endWithin, matched, type Reading } from './cursor.js';
import { valueEnd } from './sql-value.js';
import { rulesOf } from './table-columns.js';

/** Of a dump the tables stand before their rows, one by one or all of them. */
const MOST_TABLES = 64;
const MOST_COLUMNS = 256;
/** A longer definition of a column is none. */
const MAX_COLUMN = 400;
const HEAD = pattern(/create table (?:if not exists )?([^\s();']{1,128})\s{0,8}\(/i);
const NAME = /^\s{0,80}["`[]?([\w$-]{1,64})/;
/** The first two words of a definition without quotes. */
const WORDS = /^\s{0,80}([a-z]{1,20})(?:\s{1,8}([a-z]{1,20}))?/i;
/** A key of a table or what is asked of it; but a column that has such a name has a type behind it. */
const NO_COLUMN = new Set('primary unique key index constraint foreign check fulltext spatial exclude'.split(' '));
const TYPES = new Set(
  (
    'int integer smallint bigint tinyint mediumint serial bigserial text tinytext mediumtext longtext blob char varchar ' +
    'nvarchar nchar character bool boolean date time timestamp timestamptz datetime numeric decimal real float double ' +
    'json jsonb uuid bytea binary varbinary money'
  ).split(' '),
);
const QUOTES = /["`[\]]/g;

/** `CREATE TABLE users (id int, password text)`: says which columns rows without names have; nothing in it is hidden. */
export function* readDefinition(cursor: Cursor): Reading {
  const head = yield* matched(cursor, HEAD);
  if (head === undefined) {
    return;
  }
  const table = tableName(head[1] ?? '');
  cursor.at += head[0].length;
  const names: string[] = [];
  for (let isMore = true; isMore; ) {
    const end = yield* endWithin(cursor, MAX_COLUMN, valueEnd);
    if (end < 0) {
      return;
    }
    const { text } = cursor.coming;
    const column = text.slice(cursor.at, end);
    if (!isConstraint(column) && names.length < MOST_COLUMNS) {
      names.push(NAME.exec(column)?.[1] ?? '');
    }
    isMore = end < text.length && text.charCodeAt(end) === COMMA;
    cursor.at = isMore ? end + 1 : end;
  }
  remember(cursor.definitions, table, rulesOf(names, cursor.ruleFor));
}

function isConstraint(definition: string): boolean {
  const [, word = '', next = ''] = WORDS.exec(definition) ?? [];
  return NO_COLUMN.has(word.toLowerCase()) && !TYPES.has(next.toLowerCase());
}

/** Without what stands before it, and its quotes. */
export function tableName(written: string): string {
  const name = (written.split('.').at(-1) ?? '').replace(QUOTES, '').toLowerCase();
  // A part of a text keeps all of it in memory as long as the part is remembered.
  return Array.from(name).join('');
}

function remember(definitions: Definitions, table: string, rules: readonly (FieldRule | undefined)[]): void {
  definitions.delete(table);
  if (!rules.some((rule) => rule !== undefined)) {
    return;
  }
  definitions.set(table, rules);
  const [oldest] = definitions.keys();
  if (definitions.size > MOST_TABLES && oldest !== undefined) {
    definitions.delete(oldest);
  }
}
