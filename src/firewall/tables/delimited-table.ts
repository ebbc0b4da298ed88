import type { RuleFor } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import { placeholderEnd } from '../lex/placeholder.js';
import {
  CELL_END,
  CUT,
  cellAt,
  countOf,
  createCellWalk,
  isBlank,
  isRowEnd,
  LONG,
  type TableRow,
} from '../lex/table-row.js';
import { LINE_FEED } from '../pattern/characters.js';
import type { ComingText } from '../pattern/coming-text.js';
import type { CellHiding } from './cell-hiding.js';
import { type Cursor, hasCome, hasMore, pass, type Reading, SAMPLE } from './cursor.js';
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

/** More text is needed. */
const WAIT = -1;
/** The table has ended. */
const OVER = -2;

/** Reads the rows below a line of names, up to a line that is none. Says whether none was proven to be one. */
export function* readDelimitedTable(cursor: Cursor, header: Table, hiding: CellHiding): Reading<boolean> {
  const rows = createRows(header, cursor.ruleFor, hiding);
  for (;;) {
    yield* hasMore(cursor);
    const { coming, at } = cursor;
    const row = readTableRow(coming, at, rows.table());
    if (row === LONG) {
      if (!rows.goesOnLong() || !(yield* passLongRow(cursor, rows.table()))) {
        return !rows.isBegun();
      }
      continue;
    }
    const end = row === CUT ? WAIT : rows.take(coming, row, at);
    if (end === OVER) {
      return !rows.isBegun();
    }
    if (end === WAIT) {
      yield;
    } else {
      goBehind(cursor, end);
    }
  }
}

function goBehind(cursor: Cursor, lineEnd: number): void {
  cursor.at = Math.min(lineEnd + 1, cursor.coming.text.length);
}

/** The rows of a table: which lines are some, and what is hidden in them. */
interface Rows {
  readonly table: () => Table;
  /** Hides what has to be hidden of a row and gives its end, or says that more text is needed, or that it is none. */
  readonly take: (coming: ComingText, row: TableRow, at: number) => number;
  /** Whether a row that is too long to be held is one. */
  readonly goesOnLong: () => boolean;
  /** Whether there was a row, or an empty line in place of one. */
  readonly isBegun: () => boolean;
}

function createRows(header: Table, ruleFor: RuleFor, hiding: CellHiding): Rows {
  let table = header;
  let isProven = false;
  // An empty line stands behind the names.
  let isApart = false;
  // The last line did not fit, and the table goes on all the same.
  let isDoubtful = false;

  const takeWhole = (coming: ComingText, row: TableRow, at: number): number => {
    const { text } = coming;
    const isParted = isParting(text, at, row, table);
    if (isParted || (!isProven && !isApart && table.proof === 'row' && isBlank(text, at, row.end))) {
      isProven ||= isParted;
      isApart ||= !isParted;
      return row.end;
    }
    const proof = isProven ? 'proven' : proveTable(coming, table, row);
    if (proof === 'waiting') {
      return WAIT;
    }
    const isHeader = isApart && !isProven && readHeader(text.slice(at, row.end), ruleFor) !== undefined;
    isProven = isProven || (proof === 'proven' && !isHeader && isBelowHead(text, table, row));
    const isRow = isProven && !isBlank(text, at, row.end) && isOwnValue(text, table, row);
    return isRow && goesOn(text, row, at) ? hideIn(text, row, at) : OVER;
  };

  /**
   * A line with too many cells does not end the table, and neither does one with too few where something was replaced;
   * two of these do.
   */
  const goesOn = (text: string, row: TableRow, at: number): boolean => {
    const count = countOf(row);
    if (count === table.count || wasWithheld(text, row, table)) {
      isDoubtful = false;
      return true;
    }
    const line = text.slice(at, row.end);
    const isShort = count < table.count;
    const isOdd = isShort ? isCutRow(line) && !isDoubtful : table.proof !== 'rows';
    isDoubtful = isShort;
    return isOdd && readHeader(line, ruleFor) === undefined;
  };

  const hideIn = (text: string, row: TableRow, at: number): number => {
    if (countOf(row) >= table.count && !isHeaderAgain(text, table, row, at)) {
      table = hiding.hideRow(text, table, row);
    }
    return row.end;
  };

  return {
    table: () => table,
    take: (coming, row, at) => {
      const { text } = coming;
      const isRest = !isProven && countOf(row) !== table.count && wasWithheld(text, row, table);
      return isRest && !text.slice(at, row.end).includes('\n') ? row.end : takeWhole(coming, row, at);
    },
    goesOnLong: () => {
      const isRow = isProven || table.proof === 'row';
      // What is left of the row says as much as it did.
      isProven ||= isRow && table.columns[0]?.index === table.count - 1;
      return isRow;
    },
    isBegun: () => isProven || isApart,
  };
}

/** Whether a row is what is left of one too long to be held. */
function wasWithheld(text: string, row: TableRow, { columns }: Table): boolean {
  const last = countOf(row) - 1;
  const { start, end } = cellAt(row, last);
  return columns[0]?.index === last && placeholderEnd(text, start) === end;
}

/**
 * Goes on to the end of a row that is too long to be held. Its first cells are shown; from the first sensitive one on it is
 * withheld, as it is not known how much of it belongs there. Says whether the row has that cell.
 */
function* passLongRow(cursor: Cursor, { shape, columns: [first] }: Table): Reading<boolean> {
  const walk = createCellWalk(shape);
  let cells = 0;

  const until = (isOver: () => boolean): Swallow => {
    return ({ text }, from) => {
      let at = from;
      let isEnd = false;
      while (at < text.length && !isEnd && !isOver()) {
        const code = text.charCodeAt(at);
        const met = walk(code);
        isEnd = isRowEnd(met, code);
        cells += met === CELL_END ? 1 : 0;
        at += isEnd ? 0 : 1;
      }
      return { upTo: at, isDone: isEnd || isOver() };
    };
  };

  const isAtFirst = (): boolean => cells === first?.index;
  yield* pass(cursor, until(isAtFirst));
  const hasFirst = isAtFirst();
  if (hasFirst) {
    yield* hasCome(cursor, SAMPLE);
    const { text } = cursor.coming;
    const start = cursor.at;
    const end = Math.max(start, placeholderEnd(text, start));
    // Nothing is hidden of an empty cell, and of what was withheld before.
    const rule = end < text.length && text.charCodeAt(end) !== LINE_FEED ? first?.rule : undefined;
    yield* pass(
      cursor,
      until(() => false),
      rule && { rule, start },
    );
  }
  goBehind(cursor, cursor.at);
  return hasFirst;
}
