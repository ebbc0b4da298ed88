import type { Detector, Window } from '../lex/detector.js';
import { pattern } from '../pattern/coming-text.js';
import type { Cursor, Reading } from './cursor.js';
import { isHolding, readHeldSecrets } from './held-secret.js';
import { readJsonMembers, readJsonRows } from './json-table.js';
import { readMarkupTable } from './markup-table.js';
import { readJsonSecret, readSecretManifest } from './secret-manifest.js';
import { readStatement } from './statement-table.js';
import { readDefinition } from './table-definition.js';

/** What has names and values between signs, and how it is read. */
export interface MarkedTable {
  /** It begins with one of them. */
  readonly literals: readonly string[];
  /** Whether what stands around the literal can be such a table. */
  readonly fits?: (window: Window, start: number, end: number) => boolean;
  readonly read: (cursor: Cursor) => Reading;
  /** Its values can hold other tables. */
  readonly holdsTables?: boolean;
}

/** From the end of a literal to the bracket of the list; in a line of names a comma follows. */
const LIST = pattern(/\w{0,20}\\{0,7}["']\s{0,4}:[\s\\nr]{0,12}\[/);

const TABLES: readonly MarkedTable[] = [
  {
    // INSERT INTO users (id, password) VALUES (1, '…')
    literals: ['insert into', 'replace into', 'insert ignore', 'insert or replace'],
    read: readStatement,
  },
  {
    // CREATE TABLE users (id int, password text)
    literals: ['create table'],
    read: readDefinition,
  },
  {
    // <th>Password</th>
    literals: ['<th>', '<th ', '<th\n'],
    read: readMarkupTable,
  },
  {
    // {"columns": ["user", "password"], "rows": [["ada", "…"]]}
    literals: ['"column', "'column", '"field', "'field", '"header', "'header", '"cols', "'cols"],
    fits: (window, _, end) => LIST.fits(window, end),
    read: readJsonMembers,
  },
  {
    // [["user", "password"], ["ada", "…"]], also printed with a line for each
    literals: ['[["', "[['", '[[\\"', '[("', "[('", '[\n  [', '[\n    [', '[\n      [', '[\n\t['],
    read: readJsonRows,
  },
  {
    // kind: Secret; or the data of one before that, or without it
    literals: ['kind: secret', 'stringdata:', 'apiversion: v1\n', 'apiversion: v1\r'],
    read: readSecretManifest,
  },
  {
    // {"kind": "Secret", "data": {"key": "…"}}
    literals: [
      '"kind":"secret',
      '"kind": "secret',
      '"kind\\":\\"secret',
      '"kind\\": \\"secret',
      '"stringdata',
      '"apiversion":"v1","data"',
      '"apiversion": "v1",\n',
    ],
    read: readJsonSecret,
  },
];

/** "passwords": {"db": "…"}, [secrets], api_keys: */
const HOLDERS: MarkedTable = {
  literals: ['secrets', 'passwords', 'credentials', 'api_keys', 'api-keys', 'apikeys'],
  fits: isHolding,
  read: readHeldSecrets,
  holdsTables: true,
};

const ALL = [...TABLES, HOLDERS];

/** Marks where a table may begin that has signs around its names and values; of most the literal is enough. */
export const tableMark: Detector = {
  name: 'table-mark',
  group: 'control',
  validates: 'nothing: what follows is read as a table',
  source: 'SQL, HTML and JSON',
  ...marksOf(TABLES),
};

/** Marks the names of what holds secrets. */
export const holderMark: Detector = {
  name: 'holder-mark',
  group: 'control',
  validates: 'nothing: what follows is read member by member',
  source: 'JSON, YAML, TOML, HCL and files of settings',
  ...marksOf([HOLDERS]),
};

/** Finds nothing itself: what follows a mark is read by `tables.ts`, in the text without what other detectors have found. */
function marksOf(tables: readonly MarkedTable[]): Pick<Detector, 'literals' | 'match'> {
  return {
    literals: tables.flatMap(({ literals }) => literals),
    match: (window, start, end) => {
      const literal = window.text.slice(start, end).toLowerCase();
      const { fits } = tables.find(({ literals }) => literals.includes(literal)) ?? {};
      if (fits?.(window, start, end) !== false) {
        window.mark(start);
      }
      return undefined;
    },
  };
}

/** The longest of the literals. */
export const LONGEST_MARK = Math.max(...ALL.flatMap(({ literals }) => literals.map(({ length }) => length)));

/** The table that begins at a mark, of which all of the literal has come. */
export function markedTableAt(text: string, mark: number): MarkedTable | undefined {
  const begun = text.slice(mark, mark + LONGEST_MARK).toLowerCase();
  return ALL.find(({ literals }) => literals.some((literal) => begun.startsWith(literal)));
}
