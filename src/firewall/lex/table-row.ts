import { LINE_FEED, QUOTE, SPACE } from '../pattern/characters.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';

/** How the cells of a line are parted. */
export interface RowShape {
  readonly delimiter: string;
  /** A cell can stand in double quotes, and then hold the delimiter. */
  readonly isQuoting: boolean;
  /** In quotes it can hold the end of a line too. */
  readonly isMultiLine: boolean;
}

/** A half-open stretch of a text. */
export interface Cell {
  readonly start: number;
  readonly end: number;
}

/** A row, which is the end of a line or of the text at `end`. */
export interface TableRow {
  /** Where each cell begins, with the spaces and quotes around it; and one more, where another one would begin. */
  readonly edges: readonly number[];
  readonly end: number;
  /** A quote is not closed, so all of them are signs like others. */
  readonly isUnclosed?: boolean;
}

export function countOf({ edges }: TableRow): number {
  return edges.length - 1;
}

export function cellAt({ edges }: TableRow, index: number): Cell {
  return { start: edges[index] ?? 0, end: (edges[index + 1] ?? 1) - 1 };
}

/** More text is needed. */
export const CUT = 'cut';
/** The row goes on behind the limit. */
export const LONG = 'long';

const RETURN = 0x0d;

/** Reads the row at an index, if it ends before the limit. */
export function readRow(
  coming: ComingText,
  from: number,
  limit: number,
  shape: RowShape,
): TableRow | typeof CUT | typeof LONG {
  const { text } = coming;
  const stop = Math.min(limit, text.length);
  const delimiter = shape.delimiter.charCodeAt(0);
  const edges = [from];
  for (let at = from; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (code === delimiter) {
      edges.push(at + 1);
    } else if (code === LINE_FEED) {
      return ended(edges, at);
    } else if (code === QUOTE && shape.isQuoting) {
      return readQuoted(coming, from, limit, shape);
    }
  }
  return stop === limit ? LONG : isCut(coming, stop) ? CUT : ended(edges, stop);
}

function ended(edges: number[], end: number): TableRow {
  edges.push(end + 1);
  return { edges, end };
}

function readQuoted(
  coming: ComingText,
  from: number,
  limit: number,
  shape: RowShape,
): TableRow | typeof CUT | typeof LONG {
  const { text } = coming;
  const walk = createCellWalk(shape);
  const edges = [from];
  const stop = Math.min(limit, text.length);
  let met = INSIDE;
  for (let at = from; at < stop && met < ROW_END; at += 1) {
    met = walk(text.charCodeAt(at));
    if (met === CELL_END) {
      edges.push(at + 1);
    } else if (met === ROW_END) {
      return ended(edges, at);
    }
  }
  const isWhole = stop < limit && !isCut(coming, stop);
  if (met === BROKEN || (met === QUOTED && isWhole)) {
    return readPlainRow(coming, from, limit, shape);
  }
  return isWhole ? ended(edges, stop) : stop === limit ? LONG : CUT;
}

/** The row if its quotes are signs like others. */
export function readPlainRow(
  coming: ComingText,
  from: number,
  limit: number,
  shape: RowShape,
): TableRow | typeof CUT | typeof LONG {
  const row = readRow(coming, from, limit, { ...shape, isQuoting: false });
  return row === CUT || row === LONG ? row : { ...row, isUnclosed: true };
}

/** Inside quotes, and so nothing is ended. */
const QUOTED = -1;
const INSIDE = 0;
export const CELL_END = 1;
const ROW_END = 2;
/** A quote was not closed in its line, or not at the end of its cell, so it was none. */
const BROKEN = 3;

/** Says of one character after the other what it ends. */
export function createCellWalk({ delimiter, isQuoting, isMultiLine }: RowShape): (code: number) => number {
  const delimiterCode = delimiter.charCodeAt(0);
  const brokenBy = isMultiLine ? QUOTED : BROKEN;
  let isQuoted = false;
  // A quoted value has ended: nothing but blanks may stand before the end of its cell.
  let isClosed = false;
  // A quote here opens: nothing but blanks stands before it in its cell, or the quote that it follows is doubled.
  let canOpen = isQuoting;
  const onQuote = (): number => {
    isClosed = isQuoted;
    isQuoted = !isQuoted;
    canOpen = true;
    return isQuoted ? QUOTED : INSIDE;
  };
  const onOther = (code: number): number => {
    const isBroken = isClosed && code !== SPACE && code !== RETURN;
    canOpen = canOpen && !isClosed && code === SPACE;
    return isBroken ? BROKEN : INSIDE;
  };
  return (code) => {
    if (code === QUOTE && (isQuoted || canOpen)) {
      return onQuote();
    }
    if (isQuoted) {
      return code === LINE_FEED ? brokenBy : QUOTED;
    }
    const end = endOf(code, delimiterCode);
    if (end === INSIDE) {
      return onOther(code);
    }
    canOpen = isQuoting;
    isClosed = false;
    return end;
  };
}

function endOf(code: number, delimiter: number): number {
  if (code === LINE_FEED) {
    return ROW_END;
  }
  return code === delimiter ? CELL_END : INSIDE;
}

/** Whether a row ends with a character, by what the walk says of it: a quote that is none ends it with its line only. */
export function isRowEnd(met: number, code: number): boolean {
  return met === ROW_END || (met === BROKEN && code === LINE_FEED);
}

/** What a cell holds, without the blanks and quotes around it. */
export function contentOf(text: string, { start, end }: Cell, { isQuoting }: RowShape): Cell {
  const inner = trimmed(text, start, end);
  const isQuoted =
    isQuoting &&
    inner.end - inner.start > 1 &&
    text.charCodeAt(inner.start) === QUOTE &&
    text.charCodeAt(inner.end - 1) === QUOTE;
  return isQuoted ? { start: inner.start + 1, end: inner.end - 1 } : inner;
}

export function trimmed(text: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && isBlankCode(text.charCodeAt(start))) {
    start += 1;
  }
  while (end > start && isBlankCode(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  return { start, end };
}

export function isBlank(text: string, from: number, to: number): boolean {
  const { start, end } = trimmed(text, from, to);
  return start === end;
}

function isBlankCode(code: number): boolean {
  return code === SPACE || code === 0x09 || code === 0x0d || code === 0xa0;
}
