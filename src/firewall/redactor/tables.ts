import type { FieldRule } from '../field-rule.js';
import { createHeaderSearch } from './header-search.js';
import { createLongRow, type LongRow, wasWithheld } from './long-row.js';
import { type Labeller, PLACEHOLDER_START } from './placeholder.js';
import { createRedactedBuffer } from './redacted-buffer.js';
import type { RedactedText } from './redacted-text.js';
import { readHeader, type Table } from './table-header.js';
import { isParting, proveTable, readTableRow } from './table-proof.js';
import { type Cell, CUT, cellAt, contentOf, countOf, isBlank, LONG, type TableRow, trimmed } from './table-row.js';

export interface TablesOptions {
  readonly ruleFor: (name: string) => FieldRule | undefined;
  readonly isHidden: (rule: FieldRule, value: string) => boolean;
  readonly label: Labeller;
}

/**
 * Hides the cells below sensitive names in tables of delimited text. It reads what the detectors have left, in which a
 * placeholder is as good as the value was; so what it does depends on that text alone, however it came in pieces.
 */
export interface Tables {
  /** Takes the next piece, with the places of names that may head a column, and gives what may leave. */
  readonly push: (piece: RedactedText, notes: readonly number[], isFinal: boolean) => RedactedText;
  readonly held: () => number;
  readonly reset: () => void;
}

const WAIT = -1;
const NO_NOTES: readonly number[] = [];

export function createTables({ ruleFor, isHidden, label }: TablesOptions): Tables {
  const buffer = createRedactedBuffer();
  const headers = createHeaderSearch(ruleFor);
  let text = '';
  let isFinal = false;
  let notes = NO_NOTES;
  let nextNote = 0;
  let table: Table | undefined;
  let isProven = false;
  // The last line did not fit, and the table goes on all the same.
  let isDoubtful = false;
  let longRow: LongRow | undefined;

  const leave = (): void => {
    table = undefined;
    headers.restart();
  };

  const noteFrom = (index: number): number | undefined => {
    while ((notes[nextNote] ?? index) < index) {
      nextNote += 1;
    }
    return notes[nextNote];
  };

  const seek = (from: number): number => {
    const found = headers.seek(text, from, noteFrom);
    table = found?.table;
    isProven = false;
    isDoubtful = false;
    return found?.at ?? text.length;
  };

  /** Goes on behind a line; the line stays where it is when it ends the table. */
  const takeLine = (known: Table, at: number): number => {
    const row = readTableRow(text, at, known, isFinal);
    if (row === CUT) {
      return WAIT;
    }
    if (row === LONG) {
      longRow = createLongRow({ table: known, buffer, label, onTooShort: leave });
      return takeLong(longRow, at);
    }
    if (isParting(text, at, row, known)) {
      isProven = true;
      return behind(row.end);
    }
    const proof = isProven ? 'proven' : proveTable(text, known, row, isFinal);
    if (proof === 'waiting') {
      return WAIT;
    }
    isProven = proof === 'proven';
    if (isProven && !isBlank(text, at, row.end)) {
      return takeRow(known, row, at);
    }
    leave();
    return at;
  };

  const takeRow = (known: Table, row: TableRow, at: number): number => {
    if (!goesOn(known, row, at)) {
      leave();
      return at;
    }
    if (countOf(row) >= known.count && !isHeaderAgain(known, row, at)) {
      hideCells(known, row);
    }
    return behind(row.end);
  };

  const isHeaderAgain = ({ header }: Table, { end }: TableRow, at: number): boolean => {
    const start = trimmed(text, at, end).start;
    return text.startsWith(header, start) && isBlank(text, start + header.length, end);
  };

  /** A line with too many cells, or too few where something was replaced, does not end the table; two of them do. */
  const goesOn = (known: Table, row: TableRow, at: number): boolean => {
    const count = countOf(row);
    if (count === known.count || wasWithheld(text, row, known)) {
      isDoubtful = false;
      return true;
    }
    const line = text.slice(at, row.end);
    const isOdd = count > known.count ? known.proof !== 'rows' : line.includes(PLACEHOLDER_START);
    const isLast = isDoubtful || !isOdd || readHeader(line, ruleFor) !== undefined;
    isDoubtful = true;
    return !isLast;
  };

  /** Of a row with too many cells it is not known which of them are too many: all that may be sensitive are hidden. */
  const hideCells = ({ count, columns, shape }: Table, row: TableRow): void => {
    const extra = Math.max(0, countOf(row) - count);
    let next = 0;
    for (const { index, rule } of columns) {
      for (next = Math.max(next, index); next <= index + extra; next += 1) {
        hideCell(rule, contentOf(text, cellAt(row, next), shape));
      }
    }
  };

  const hideCell = (rule: FieldRule, { start, end }: Cell): void => {
    const content = text.slice(start, end);
    if (isHidden(rule, content.includes('""') ? content.replaceAll('""', '"') : content)) {
      buffer.pass(start);
      buffer.hide(end, rule.type, label(rule.type, text, start, end));
    }
  };

  const takeLong = (row: LongRow, from: number): number => {
    const end = row(text, from, isFinal);
    if (end < 0) {
      return WAIT;
    }
    longRow = undefined;
    return behind(end);
  };

  const behind = (end: number): number => Math.min(end + 1, text.length);

  const step = (at: number): number => {
    if (table === undefined) {
      return seek(at);
    }
    return longRow === undefined ? takeLine(table, at) : takeLong(longRow, at);
  };

  const run = (from: number): void => {
    let at = from;
    while (at < text.length && at !== WAIT) {
      at = step(at);
      if (at !== WAIT) {
        buffer.pass(at);
      }
    }
  };

  /** Text without a table leaves as it is; most text has none. */
  const begin = (piece: RedactedText): number => {
    text = piece.text;
    return notes.length === 0 && !headers.isWaiting() ? headers.remember(text) : seek(0);
  };

  return {
    push: (piece, noted, isLast) => {
      const waiting = buffer.text().length;
      nextNote = 0;
      notes = notes.length === 0 && waiting === 0 ? noted : notes.concat(noted.map((index) => index + waiting));
      const from = table === undefined ? begin(piece) : 0;
      if (table === undefined) {
        notes = NO_NOTES;
        return piece;
      }
      buffer.append(piece);
      buffer.pass(from);
      text = buffer.text();
      isFinal = isLast;
      run(from);
      const left = buffer.takeOut();
      const gone = text.length - buffer.text().length;
      notes = notes.filter((index) => index >= gone).map((index) => index - gone);
      return left;
    },
    held: buffer.held,
    reset: () => {
      buffer.reset();
      headers.restart();
      notes = NO_NOTES;
      table = undefined;
      longRow = undefined;
    },
  };
}
