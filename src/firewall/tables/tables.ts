import type { FieldRule, RuleFor } from '../judge/field-rule.js';
import type { Labeller } from '../lex/placeholder.js';
import { createPlaces, type Hints } from '../lex/places.js';
import type { RedactedText } from '../lex/redacted-text.js';
import { type Cell, CUT, countOf, isBlank, LONG, type TableRow } from '../lex/table-row.js';
import { comingText } from '../pattern/coming-text.js';
import { createCellHiding } from './cell-hiding.js';
import { createHeaderSearch } from './header-search.js';
import { createLongRow, type LongRow, wasWithheld } from './long-value.js';
import { type Definitions, type MarkedTable, SAMPLE, WAIT } from './marked-table.js';
import { goOnBeside, openMarkedTable } from './open-marked-table.js';
import { createRedactedBuffer } from './redacted-buffer.js';
import { readHeader, type Table } from './table-header.js';
import {
  isBelowHead,
  isCutRow,
  isHeaderAgain,
  isOwnValue,
  isParting,
  proveTable,
  readTableRow,
} from './table-proof.js';

export interface TablesOptions {
  readonly ruleFor: RuleFor;
  readonly isHidden: (rule: FieldRule, value: string) => boolean;
  readonly label: Labeller;
}

/**
 * Hides the cells below sensitive names in tables of delimited text. It reads what the detectors have left, in which a
 * placeholder is as good as the value was; so what it does depends on that text alone, however it came in pieces.
 */
export interface Tables {
  /** Takes the next piece, and gives what may leave. */
  readonly push: (piece: RedactedText, hints: Hints, isLast: boolean) => RedactedText;
  readonly held: () => number;
  readonly reset: () => void;
}

/** The table has ended. */
const OVER = -2;

export function createTables({ ruleFor, isHidden, label }: TablesOptions): Tables {
  const buffer = createRedactedBuffer();
  const headers = createHeaderSearch(ruleFor);
  const hiding = createCellHiding({ buffer, label, isHidden, ruleFor });
  let text = '';
  // The same, and whether there is more to come.
  let coming = comingText(text, false);
  const notes = createPlaces();
  const marks = createPlaces();
  let table: Table | undefined;
  let isProven = false;
  // An empty line stands behind the names.
  let isApart = false;
  // The last line did not fit, and the table goes on all the same.
  let isDoubtful = false;
  let longRow: LongRow | undefined;
  let marked: MarkedTable | undefined;
  const definitions: Definitions = new Map();

  const leave = (): void => {
    table = undefined;
    headers.restart(!isProven && !isApart);
  };

  const seekHeader = (from: number, to: number): ReturnType<typeof headers.seek> => {
    const found = headers.seek(text, from, to, notes.before(to));
    table = found?.table;
    isProven = false;
    isApart = false;
    isDoubtful = false;
    return found;
  };

  const seek = (from: number): number => {
    const mark = marks.from(from) ?? text.length;
    const found = seekHeader(from, mark);
    if (found === undefined && mark < text.length) {
      const hideCell = (rule: FieldRule, cell: Cell): void => hiding.hideCell(text, rule, cell);
      marked = openMarkedTable({ ruleFor, hideCell, hideFrom, buffer, definitions });
      marks.use();
    }
    return found?.at ?? mark;
  };

  /** Goes on with values that do not keep tables from being read. */
  const takeBeside = (known: MarkedTable, at: number): number => {
    const { next, isOver } = goOnBeside(known, coming, at, marks);
    const found = next === WAIT ? undefined : seekHeader(at, next);
    marked = isOver || found !== undefined ? undefined : known;
    return found?.at ?? next;
  };

  const takeMarked = (known: MarkedTable, at: number): number => {
    if (known.yields?.() !== undefined) {
      return takeBeside(known, at);
    }
    const next = known.step(coming, at);
    if (known.isOver()) {
      marked = undefined;
      headers.restart();
      // What is left of the line is no line of names.
      headers.remember('<');
    }
    return next;
  };

  const hideFrom = ({ type }: FieldRule, start: number): void => {
    buffer.pass(start);
    buffer.hide(start, type, label(type, text, start, start + SAMPLE));
  };

  /** Goes on behind a line; the line stays where it is when it ends the table. */
  const takeLine = (known: Table, at: number): number => {
    const row = readTableRow(coming, at, known);
    if (row === CUT) {
      return WAIT;
    }
    if (row === LONG && (isProven || known.proof === 'row')) {
      // What is left of the row says as much as it did.
      isProven ||= known.columns[0]?.index === known.count - 1;
      longRow = createLongRow({ table: known, buffer, label, onTooShort: leave });
      return takeLong(longRow, at);
    }
    const next = row === LONG ? OVER : takeKnown(known, row, at);
    if (next === OVER) {
      leave();
      return at;
    }
    return next;
  };

  const takeKnown = (known: Table, row: TableRow, at: number): number => {
    const isRest = !isProven && countOf(row) !== known.count && wasWithheld(text, row, known);
    return isRest && !text.slice(at, row.end).includes('\n') ? behind(row.end) : takeWhole(known, row, at);
  };

  const takeWhole = (known: Table, row: TableRow, at: number): number => {
    const isParted = isParting(text, at, row, known);
    if (isParted || (!isProven && !isApart && known.proof === 'row' && isBlank(text, at, row.end))) {
      isProven ||= isParted;
      isApart ||= !isParted;
      return behind(row.end);
    }
    const proof = isProven ? 'proven' : proveTable(coming, known, row);
    if (proof === 'waiting') {
      return WAIT;
    }
    const isHeader = isApart && !isProven && readHeader(text.slice(at, row.end), ruleFor) !== undefined;
    isProven = isProven || (proof === 'proven' && !isHeader && isBelowHead(text, known, row));
    const isRow = isProven && !isBlank(text, at, row.end) && isOwnValue(text, known, row);
    return isRow ? takeRow(known, row, at) : OVER;
  };

  const takeRow = (known: Table, row: TableRow, at: number): number => {
    if (!goesOn(known, row, at)) {
      return OVER;
    }
    if (countOf(row) >= known.count && !isHeaderAgain(text, known, row, at)) {
      table = hiding.hideRow(text, known, row);
    }
    return behind(row.end);
  };

  /**
   * A line with too many cells does not end the table, and neither does one with too few where something was replaced;
   * two of these do.
   */
  const goesOn = (known: Table, row: TableRow, at: number): boolean => {
    const count = countOf(row);
    if (count === known.count || wasWithheld(text, row, known)) {
      isDoubtful = false;
      return true;
    }
    const line = text.slice(at, row.end);
    const isShort = count < known.count;
    const isOdd = isShort ? isCutRow(line) && !isDoubtful : known.proof !== 'rows';
    isDoubtful = isShort;
    return isOdd && readHeader(line, ruleFor) === undefined;
  };

  const takeLong = (row: LongRow, from: number): number => {
    const end = row(coming, from);
    if (end < 0) {
      return WAIT;
    }
    longRow = undefined;
    return behind(end);
  };

  const behind = (end: number): number => Math.min(end + 1, text.length);

  const step = (at: number): number => {
    if (marked !== undefined) {
      return takeMarked(marked, at);
    }
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
    return notes.isEmpty() && marks.isEmpty() && !headers.isWaiting() ? headers.remember(text) : seek(0);
  };

  return {
    push: (piece, hints, isLast) => {
      const waiting = buffer.text().length;
      notes.add(hints.notes, waiting);
      marks.add(hints.marks, waiting);
      const from = table === undefined && marked === undefined ? begin(piece) : 0;
      if (table === undefined && marked === undefined) {
        notes.clear();
        marks.clear();
        return piece;
      }
      buffer.append(piece);
      buffer.pass(from);
      text = buffer.text();
      coming = comingText(text, isLast);
      run(from);
      const left = buffer.takeOut();
      const gone = text.length - buffer.text().length;
      notes.shift(gone);
      marks.shift(gone);
      return left;
    },
    held: buffer.held,
    reset: () => {
      buffer.reset();
      headers.restart();
      notes.clear();
      marks.clear();
      table = undefined;
      longRow = undefined;
      marked = undefined;
      definitions.clear();
      hiding.reset();
      text = '';
      coming = comingText(text, false);
    },
  };
}
