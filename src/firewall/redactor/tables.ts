import type { FieldRule } from '../field-rule.js';
import { createHeaderSearch } from './header-search.js';
import { createLongRow, type LongRow, wasWithheld } from './long-row.js';
import { type Labeller, PLACEHOLDER_START } from './placeholder.js';
import { createRedactedBuffer } from './redacted-buffer.js';
import type { RedactedText } from './redacted-text.js';
import { readHeader, type Table } from './table-header.js';
import { isBlank, isParting, proveTable, readTableRow } from './table-proof.js';
import { CUT, contentOf, LONG, type TableRow } from './table-row.js';

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

export function createTables({ ruleFor, isHidden, label }: TablesOptions): Tables {
  const buffer = createRedactedBuffer();
  const headers = createHeaderSearch(ruleFor);
  let text = '';
  let isFinal = false;
  let notes: number[] = [];
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
    table = found.table;
    isProven = false;
    isDoubtful = false;
    return found.at;
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
    const line = text.slice(at, row.end);
    if (!goesOn(known, row, line)) {
      leave();
      return at;
    }
    if (line.trim() !== known.header) {
      hideCells(known, row);
    }
    return behind(row.end);
  };

  /** A line with too many cells, or too few where something was replaced, does not end the table; two of them do. */
  const goesOn = (known: Table, { cells }: TableRow, line: string): boolean => {
    if (cells.length === known.count || wasWithheld(text, cells, known)) {
      isDoubtful = false;
      return true;
    }
    const isOdd = cells.length > known.count ? known.proof !== 'rows' : line.includes(PLACEHOLDER_START);
    const isLast = isDoubtful || !isOdd || readHeader(line, ruleFor) !== undefined;
    isDoubtful = true;
    return !isLast;
  };

  /** Of a row with too many cells it is not known which of them are too many: all that may be sensitive are hidden. */
  const hideCells = ({ count, columns, shape }: Table, { cells }: TableRow): void => {
    const extra = Math.max(0, cells.length - count);
    for (const [index, cell] of cells.entries()) {
      const column = columns.find((each) => each.index <= index && index <= each.index + extra);
      const { start, end } = contentOf(text, cell, shape);
      if (column !== undefined && isHidden(column.rule, text.slice(start, end).replaceAll('""', '"'))) {
        buffer.pass(start);
        buffer.hide(end, column.rule.type, label(column.rule.type, text, start, end));
      }
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

  const run = (): void => {
    let at = 0;
    while (at < text.length && at !== WAIT) {
      at = step(at);
      if (at !== WAIT) {
        buffer.pass(at);
      }
    }
  };

  return {
    push: (piece, noted, isLast) => {
      if (table === undefined && noted.length === 0 && !headers.isWaiting()) {
        if (!isLast) {
          headers.remember(piece.text);
        }
        return piece;
      }
      const waiting = buffer.text().length;
      buffer.append(piece);
      text = buffer.text();
      isFinal = isLast;
      notes = notes.concat(noted.map((index) => index + waiting));
      nextNote = 0;
      run();
      const left = buffer.takeOut();
      const gone = text.length - buffer.text().length;
      notes = notes.filter((index) => index >= gone).map((index) => index - gone);
      return left;
    },
    held: buffer.held,
    reset: () => {
      buffer.reset();
      headers.restart();
      notes = [];
      table = undefined;
      longRow = undefined;
    },
  };
}
