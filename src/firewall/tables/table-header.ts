import type { RuleFor } from '../judge/field-rule.js';
import { CUT, cellAt, contentOf, countOf, LONG, type RowShape, readRow } from '../lex/table-row.js';
import { LINE_FEED } from '../pattern/characters.js';
import { comingText } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import {
  areNames,
  columnsOf,
  isOneName,
  isWord,
  MOST_WORDS,
  type TableColumn,
  withoutEmphasis,
} from './table-columns.js';

/** What is to be known of a table to hide the cells of some columns. */
export interface Table {
  readonly shape: RowShape;
  readonly count: number;
  readonly columns: readonly TableColumn[];
  /** The line of names, which may come again. */
  readonly header: string;
  /**
   * What has to follow: nothing more than a row of as many cells; a line that parts the names from the rows; or two
   * rows, if there is more than one, as lists in prose look like this too; or a value as the name says.
   */
  readonly proof: 'row' | 'separator' | 'rows' | 'value';
  /** The line above the names, if they may be a row like it; empty, if they may be a line of code. */
  readonly above?: string;
}

/** A row of a table that may be names. */
interface MetRow {
  readonly isSensitive: boolean;
  readonly isBelowValues: (table: Table) => boolean;
  readonly ruleFor: RuleFor;
}

/** Longer lines are no line of names. */
export const MAX_HEADER = 1024;
/** From the surest. */
const DELIMITERS = '\t\u2502|;,';
/** As `COPY public.users` before the first name. */
const MORE_WORDS = 2;
const OTHER = 0;
/** Of a name, and can begin one; of a name only; between names; between words. */
const BEGINS = 1;
const OF_NAME = 2;
const PARTING = 3;
const GAP = 4;
const BOX = 0x2502;
const SIGNS = createSigns();

function createSigns(): Uint8Array {
  const signs = new Uint8Array(0x80);
  const give = (characters: string, sign: number): void => {
    for (const character of characters) {
      signs[character.charCodeAt(0)] = sign;
    }
  };
  give('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_#@*`"', BEGINS);
  give('0123456789.$/-()', OF_NAME);
  give('\t|;,', PARTING);
  give(' \r', GAP);
  return signs;
}

const COPY = /^\s*COPY\s+[\w."`]+\s*\(([^()]{1,900})\)\s+FROM\s+stdin\b/i;
/** Names with nothing but the sign between them. */
const DENSE = /^[A-Za-z_]\w*(?:\|[A-Za-z_]\w*){2,}\r?$/;
const SINGLE = /^"?([A-Za-z]{2,16}(?:[_-][A-Za-z]{1,16}){0,3})"?\s?$/;
const RULED = /^[\s|+:=\-\u2500-\u257f]*$/;
const LETTER = letterPattern(String.raw`[\p{L}\p{N}]`);
const DASHES = /-|={2}|\u2500{2}|\u2550{2}/;

/** The table that a line could be the names of; `undefined` when it is none, or when no name says anything. */
export function readHeader(line: string, ruleFor: RuleFor): Table | undefined {
  const header = line.startsWith('\ufeff') ? line.slice(1) : line;
  if (!couldBeNames(header, 0, header.length, true, true)) {
    return undefined;
  }
  const copied = COPY.exec(header)?.[1];
  if (copied !== undefined) {
    return tableOf(
      header,
      copied.split(','),
      { delimiter: '\t', isQuoting: false, isMultiLine: false },
      'row',
      ruleFor,
    );
  }
  for (const delimiter of DELIMITERS) {
    if (header.includes(delimiter)) {
      return readNames(header, delimiter, ruleFor);
    }
  }
  return readSingle(header, ruleFor);
}

/**
 * A table in which a line of names is met, as where two files follow each other: what was sensitive stays so, and its
 * columns are added. Words that would have to be hidden are names only where they are those of the table in another order;
 * others where one of them is, or where they follow values.
 */
export function withOtherNames(table: Table, line: string, met: MetRow): Table | undefined {
  const other = readHeader(line, met.ruleFor);
  if (
    other === undefined ||
    other.count !== table.count ||
    other.proof === 'value' ||
    !areNamesAmong(table, other, met)
  ) {
    return undefined;
  }
  const columns = [...table.columns, ...other.columns].sort((left, right) => left.index - right.index);
  return { ...table, columns };
}

function areNamesAmong(table: Table, other: Table, { isSensitive, isBelowValues }: MetRow): boolean {
  const known = namesOf(table);
  const names = namesOf(other);
  return isSensitive
    ? names.join() === known.join()
    : isBelowValues(table) || names.some((name) => known.includes(name));
}

function namesOf({ header, shape }: Table): readonly string[] {
  return header
    .replaceAll('"', '')
    .split(shape.delimiter)
    .map((name) => name.trim())
    .sort();
}

/** A table of one column, whose cells have to look like what its name says. */
function readSingle(header: string, ruleFor: RuleFor): Table | undefined {
  const name = SINGLE.exec(header)?.[1] ?? '';
  const rule = name === '' ? undefined : ruleFor(name);
  const shape = { delimiter: '\t', isQuoting: true, isMultiLine: false };
  return rule === undefined
    ? undefined
    : { shape, count: 1, columns: [{ index: 0, rule }], header: header.trim(), proof: 'value' };
}

/** Whether the line around an index could be one of names, as far as it is there; its end is -1 when that is not. */
export function lineCouldBeNames(text: string, index: number, lineEnd: number, origin: number): boolean {
  const end = lineEnd < 0 ? text.length : lineEnd;
  const lowest = Math.max(0, end - MAX_HEADER - 1, index - MAX_HEADER);
  let start = index;
  // Most lines have a sign that no name has.
  while (start > lowest && signAt(text.charCodeAt(start - 1)) !== OTHER) {
    start -= 1;
  }
  const isWhole = start === origin || text.charCodeAt(start - 1) === LINE_FEED;
  const isBegun = isWhole || start === lowest;
  return isBegun && end - start <= MAX_HEADER && couldBeNames(text, start, end, isWhole, lineEnd >= 0);
}

/**
 * A cheap question before all others: few words in each cell, the first of them no number, and none of the signs that
 * sentences and code have. Of what is not all of the line it is asked whether that could be a part of such a line.
 */
function couldBeNames(text: string, start: number, end: number, hasStart: boolean, hasEnd: boolean): boolean {
  let words = hasStart ? 0 : 1;
  let cells = 1;
  let isInWord = !hasStart;
  for (let at = start; at < end; at += 1) {
    const sign = signAt(text.charCodeAt(at));
    const isBegun = sign <= OF_NAME && !isInWord;
    if (sign === OTHER || (isBegun && !mayBegin(sign, words))) {
      return false;
    }
    words = sign === PARTING ? 0 : words + (isBegun ? 1 : 0);
    cells += sign === PARTING ? 1 : 0;
    isInWord = sign <= OF_NAME;
  }
  return cells > 1 || words === 1 || !hasStart || !hasEnd;
}

/** Whether a word can begin with a sign, behind others in its cell. */
function mayBegin(sign: number, words: number): boolean {
  return words === 0 ? sign === BEGINS : words <= MOST_WORDS + MORE_WORDS;
}

/** A line of dashes between names and rows. */
export function isSeparator(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && signAt(text.charCodeAt(at)) >= PARTING) {
    at += 1;
  }
  return (at === end || !LETTER.test(text.charAt(at))) && isRuled(text.slice(start, end));
}

function isRuled(line: string): boolean {
  return RULED.test(line) && DASHES.test(line);
}

function readNames(header: string, delimiter: string, ruleFor: RuleFor): Table | undefined {
  const isBox = delimiter === '|' || delimiter === '\u2502';
  const shape = { delimiter, isQuoting: !isBox, isMultiLine: delimiter === ',' || delimiter === ';' };
  const row = readRow(comingText(header, true), 0, header.length + 1, shape);
  if (row === CUT || row === LONG) {
    return undefined;
  }
  const names: string[] = [];
  for (let index = 0; index < countOf(row); index += 1) {
    names.push(withoutEmphasis(header, contentOf(header, cellAt(row, index), shape)));
  }
  const isBordered = isBox && names.length > 2 && names[0] === '' && names.at(-1) === '';
  const isTabbed = delimiter === '\t';
  const isListed = !isTabbed && !isBox && / /.test(header) && isSpaced(header, delimiter);
  if (!areNames(names, isBox || isTabbed, isBordered) || (isListed && !names.every(isWord))) {
    return undefined;
  }
  const isDense = isBox && DENSE.test(header);
  return tableOf(header, names, shape, proofOf(isBox && !isDense, isListed || isDense), ruleFor);
}

function proofOf(isParted: boolean, isDoubtful: boolean): Table['proof'] {
  if (isParted) {
    return 'separator';
  }
  return isDoubtful ? 'rows' : 'row';
}

/** A list in a sentence has spaces behind its commas. */
function isSpaced(header: string, delimiter: string): boolean {
  return header.startsWith(' ') || header.includes(`${delimiter} `) || header.includes(` ${delimiter}`);
}

function tableOf(
  header: string,
  names: readonly string[],
  shape: RowShape,
  proof: Table['proof'],
  ruleFor: RuleFor,
): Table | undefined {
  const columns = columnsOf(names, ruleFor);
  if (columns.length === 0 || isOneName(columns.map(({ index }) => names[index] ?? ''))) {
    return undefined;
  }
  return { shape, count: names.length, columns, header: header.trim(), proof };
}

/** Letters beyond ASCII are of names, and so are the lines that draw a box. */
function signAt(code: number): number {
  return code === BOX ? PARTING : (SIGNS[code] ?? BEGINS);
}
