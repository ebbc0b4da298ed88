import { BARE_DATA, type FieldRule } from '../judge/field-rule.js';
import { isPackageVersion } from '../judge/package-version.js';
import { isLikelySecret, isSecretWord } from '../judge/secret-value.js';
import { MAX_ROW } from '../lex/detector.js';
import { holdsPlaceholder, PLACEHOLDER_START } from '../lex/placeholder.js';
import {
  CUT,
  cellAt,
  contentOf,
  countOf,
  isBlank,
  LONG,
  readPlainRow,
  readRow,
  type TableRow,
  trimmed,
} from '../lex/table-row.js';
import { type ComingText, comingText } from '../pattern/coming-text.js';
import { isSeparator, type Table } from './table-header.js';

export type Proof = 'proven' | 'refuted' | 'waiting';

/**
 * Reads the row at an index. Quotes that are not closed within the limit, or that make another number of cells than there
 * are names, are none, if the cells are right without them.
 */
export function readTableRow(coming: ComingText, at: number, { shape, count }: Table): ReturnType<typeof readRow> {
  const row = readRow(coming, at, at + MAX_ROW, shape);
  if (row === CUT || !shape.isQuoting || (row !== LONG && (row.isUnclosed === true || countOf(row) === count))) {
    return row;
  }
  const plain = readPlainRow(coming, at, at + MAX_ROW, shape);
  return plain !== CUT && plain !== LONG && countOf(plain) === count ? plain : row;
}

/** Whether the first row, and what follows it, show that the line before was one of names. */
export function proveTable(coming: ComingText, table: Table, row: TableRow): Proof {
  const { text } = coming;
  const { count, proof, shape } = table;
  if (countOf(row) !== count || proof === 'separator') {
    return 'refuted';
  }
  if (proof === 'row' || proof === 'value') {
    return 'proven';
  }
  const next = Math.min(row.end + 1, text.length);
  const second = readRow(coming, next, (row.edges[0] ?? 0) + MAX_ROW, shape);
  if (second === CUT || second === LONG) {
    return second === CUT ? 'waiting' : 'proven';
  }
  return countOf(second) === count || isBlank(text, next, second.end) ? 'proven' : 'refuted';
}

/** Whether a line of dashes stands between names and rows. */
export function isParting(text: string, at: number, row: TableRow, { shape }: Table): boolean {
  return !shape.isQuoting && shape.delimiter !== '\t' && isSeparator(text, at, row.end);
}

/** Whether a row is the line of names once more. */
export function isHeaderAgain(text: string, { header }: Table, { end }: TableRow, at: number): boolean {
  const start = trimmed(text, at, end).start;
  return text.startsWith(header, start) && isBlank(text, start + header.length, end);
}

/**
 * Whether a line with too few cells can be a row all the same, as something was replaced in it: no statement of SQL, whose
 * values are hidden here too, and that would be no row with them either.
 */
export function isCutRow(line: string): boolean {
  return line.includes(PLACEHOLDER_START) && !/^[ \t]{0,16}INSERT INTO /i.test(line);
}

const LONGEST = 512;
const SSN = /^\d{3}[- ]?\d{2}[- ]?\d{4}$/;
const DATE = /^\d{1,4}([-./])\d{1,2}\1\d{2,4}$/;
/** The numbers of people and of accounts, with what joins their digits. */
const NUMBER = /^[A-Z]{0,4}[ -]?(?=(?:[^\d]*\d){7})\+?[\dA-Z(][\dA-Z ()./-]{5,38}$/;
/** Files, and parts of addresses. */
const OF_FILE = /[/\\]|\.[a-z]{1,5}\d?$/i;
const LEAST_SECRET = 12;
const NUMBERS: ReadonlySet<string> = new Set(
  'phone card iban bank_account tax_id national_id passport driver_licence us_ein'.split(' '),
);

/** A row of one cell is one only if it looks like what stands below its name. */
export function isOwnValue(text: string, { proof, columns, shape }: Table, row: TableRow): boolean {
  const { start, end } = contentOf(text, cellAt(row, 0), shape);
  const [column] = columns;
  return proof !== 'value' || (column !== undefined && isSingleValue(column.rule, text.slice(start, end)));
}

/**
 * Whether a line below a line that is nothing but a name looks like a value of it. Lists of words, of files and of code
 * have such lines too.
 */
function isSingleValue({ type }: FieldRule, value: string): boolean {
  if (holdsPlaceholder(value)) {
    return true;
  }
  if (value.length > LONGEST) {
    return false;
  }
  switch (type) {
    case 'ssn':
      return SSN.test(value);
    case 'birth_date':
      return DATE.test(value);
    case 'password':
      return isWord(value) && isSecretWord(value, BARE_DATA);
    case 'secret':
      return isWord(value) && value.length >= LEAST_SECRET && isLikelySecret(value, BARE_DATA);
    default:
      return NUMBERS.has(type) && NUMBER.test(value);
  }
}

function isWord(value: string): boolean {
  return (
    !/\s/.test(value) && !OF_FILE.test(value) && !isPackageVersion(value) && /\d/.test(value) && /[a-z]/i.test(value)
  );
}

/** A number or a date: no name begins so. */
const NUMBER_OR_DATE = /^[+-]?\d/;

/**
 * The table with what speaks against it, if something does: the line above has as many cells, so that the names may be a
 * row among others, as in a dictionary; or they stand behind a tab, as lines of code do.
 */
export function withDoubt(table: Table, names: string, above: string): Table {
  const { proof, shape } = table;
  if (proof === 'separator' || proof === 'value') {
    return table;
  }
  if (above.includes(shape.delimiter) && isAlike(table, names, above)) {
    return isOfSeveralKinds(table) || beginsWithValue(above, table) ? table : { ...table, above };
  }
  return shape.delimiter === '\t' && names.startsWith('\t') ? { ...table, above: '' } : table;
}

/** A row of a dictionary tells of one thing. */
function isOfSeveralKinds({ columns }: Table): boolean {
  return columns.some(({ rule }) => rule.type !== columns[0]?.rule.type);
}

/** Whether a line has the cells of a row; a sentence has spaces behind its commas. */
function isAlike(table: Table, names: string, above: string): boolean {
  const row = wholeRow(table, above);
  const own = wholeRow(table, names);
  const isRow = row !== undefined && own !== undefined && countOf(row) === table.count;
  return isRow && (table.shape.delimiter === '\t' || isSpaced(above, row) === isSpaced(names, own));
}

function wholeRow(table: Table, line: string): TableRow | undefined {
  const row = readTableRow(comingText(line, true), 0, table);
  return row === CUT || row === LONG ? undefined : row;
}

function isSpaced(line: string, { edges }: TableRow): boolean {
  return edges.slice(1).some((edge) => line.charAt(edge) === ' ');
}

/**
 * Whether the first row shows that what stands above it are names all the same: it holds a value such as a name says,
 * or the names stand where values stand above and below them.
 */
export function isBelowHead(text: string, table: Table, row: TableRow): boolean {
  const { above, columns } = table;
  if (above === undefined) {
    return true;
  }
  const own = valuesOf(text, table, row);
  const before = above === '' ? undefined : wholeRow(table, above);
  return (
    columns.some(({ index, rule }) => isSingleValue(rule, own[index] ?? '')) ||
    (before === undefined
      ? own[0] !== ''
      : valuesOf(above, table, before).some((value, index) => isValue(value) && isValue(own[index] ?? '')))
  );
}

/** Whether a row begins with what no name looks like; lists of words begin with their keys, most tables with numbers. */
export function beginsWithValue(line: string, table: Table): boolean {
  const row = wholeRow(table, line);
  return row !== undefined && isValue(valuesOf(line, table, row)[0] ?? '');
}

function valuesOf(text: string, { shape }: Table, row: TableRow): readonly string[] {
  return row.edges.slice(1).map((_, index) => {
    const { start, end } = contentOf(text, cellAt(row, index), shape);
    return text.slice(start, end);
  });
}

function isValue(value: string): boolean {
  return NUMBER_OR_DATE.test(value) || holdsPlaceholder(value);
}
