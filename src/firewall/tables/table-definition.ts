import type { FieldRule } from '../judge/field-rule.js';
import { COMMA } from '../pattern/characters.js';
import { type ComingText, isCut, pattern } from '../pattern/coming-text.js';
import { type Definitions, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';
import { rulesOf } from './table-columns.js';
import { createValueWalk, PAUSED } from './value-walk.js';

export const CREATE = /^create /i;
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
export function createTableDefinition({ ruleFor, definitions }: MarkedTableOptions): MarkedTable {
  const walk = createValueWalk();
  const names: string[] = [];
  let table: string | undefined;
  let isOver = false;

  const readHead = (coming: ComingText, at: number): number => {
    const head = HEAD.at(coming, at);
    if (head === undefined) {
      isOver = !HEAD.isOpen(coming, at);
      return isOver ? at : WAIT;
    }
    table = tableName(head[1] ?? '');
    return at + head[0].length;
  };

  const readColumn = (coming: ComingText, at: number): number => {
    const { text } = coming;
    walk.begin();
    const end = walk.next(coming, at, at + MAX_COLUMN);
    if (end === PAUSED && isCut(coming, at, MAX_COLUMN + 2)) {
      return WAIT;
    }
    if (end === PAUSED) {
      isOver = true;
      return at;
    }
    const column = text.slice(at, end);
    const name = NAME.exec(column)?.[1] ?? '';
    if (!isConstraint(column) && names.length < MOST_COLUMNS) {
      names.push(name);
    }
    isOver = text.charCodeAt(end) !== COMMA || end >= text.length;
    if (isOver && table !== undefined) {
      remember(definitions, table, rulesOf(names, ruleFor));
    }
    return isOver ? end : end + 1;
  };

  return {
    step: (coming, at) => (table === undefined ? readHead(coming, at) : readColumn(coming, at)),
    isOver: () => isOver,
  };
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
