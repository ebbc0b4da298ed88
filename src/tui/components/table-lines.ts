import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';
import type { Role, Theme } from '../theme.js';
import type { Span } from './line.js';
import { barOf, cell, type SpanLine } from './span-lines.js';

/** One column of a list. Its texts are already safe for a terminal. */
export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  readonly role?: (row: Row) => Role;
  readonly align?: 'left' | 'right';
  /** It may be cut to this width; as wide as its widest text when absent. */
  readonly least?: number;
  /**
   * Where there is too little room, columns with the highest number leave first; 0 never does. Those from 3 on leave
   * before anything is cut.
   */
  readonly rank: number;
}

export interface TableRoom {
  readonly width: number;
  readonly theme: Theme;
}

const MARK = 2;
const GAP = 2;
const WIDE_ENOUGH = 32;
const FIRST_SPARED = 3;

/** A head and the rows, fitted to the width. The selected row has a mark besides its look. */
export function tableLines<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, theme, selected }: TableRoom & { readonly selected: number },
): readonly SpanLine[] {
  const sized = sizeColumns(columns, rows, width - MARK);
  const mark = { text: ' '.repeat(MARK) };
  return [
    [{ text: `${mark.text}${headText(sized, theme)}`, role: 'faint' }],
    ...rows.map((row, index) => {
      const spans = rowSpans(sized, row, theme);
      return index === selected ? barOf([{ text: '> ' }, ...spans], width, theme.glyphs, 'selected') : [mark, ...spans];
    }),
  ];
}

/** As `tableLines` where nothing is selected, and the titles of the columns that there is no room for. */
export function printedTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { width, theme }: TableRoom,
): { readonly lines: readonly SpanLine[]; readonly leftOut: readonly string[] } {
  const sized = sizeColumns(columns, rows, width);
  const shown = new Set(sized.map(({ column }) => column));
  return {
    lines: [[{ text: headText(sized, theme), role: 'strong' }], ...rows.map((row) => rowSpans(sized, row, theme))],
    leftOut: columns.filter((column) => !shown.has(column)).map(({ title }) => title.trim()),
  };
}

interface SizedColumn<Row> {
  readonly column: Column<Row>;
  readonly size: number;
}

function headText<Row>(sized: readonly SizedColumn<Row>[], { glyphs }: Theme): string {
  return sized.map(({ column, size }) => cell(column.title, size, glyphs, column.align)).join(' '.repeat(GAP));
}

function rowSpans<Row>(sized: readonly SizedColumn<Row>[], row: Row, { glyphs }: Theme): SpanLine {
  return sized.map(({ column, size }, index): Span => {
    const text = `${index === 0 ? '' : ' '.repeat(GAP)}${cell(column.text(row), size, glyphs, column.align)}`;
    return { text, role: column.role?.(row) ?? 'plain' };
  });
}

/** The columns there is room for, each as wide as it needs as far as the room goes. */
export function sizeColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): readonly SizedColumn<Row>[] {
  const wanted = columns.map((column) => {
    const natural = Math.max(displayWidth(column.title), ...rows.map((row) => displayWidth(column.text(row))));
    return { column, natural };
  });
  const easy = wanted.map((entry) => ({ ...entry, size: Math.min(entry.natural, WIDE_ENOUGH) }));
  const worthIt = keepFitting(easy, width, FIRST_SPARED);
  const tight = worthIt.map((entry) => ({
    ...entry,
    size: Math.min(entry.natural, entry.column.least ?? entry.natural),
  }));
  const kept = keepFitting(tight, width, 1);
  let spare = width - widthOf(kept);
  return kept.map(({ column, natural, size }) => {
    const more = Math.max(0, Math.min(spare, natural - size));
    spare -= more;
    return { column, size: Math.min(size + more, width) };
  });
}

/** Without the columns that leave, down to the lowest rank that may. */
function keepFitting<Entry extends { readonly size: number; readonly column: { readonly rank: number } }>(
  entries: readonly Entry[],
  width: number,
  lowest: number,
): readonly Entry[] {
  if (widthOf(entries) <= width) {
    return entries;
  }
  const last = Math.max(...entries.map(({ column }) => column.rank));
  const dropped = entries.findLastIndex(({ column }) => column.rank === last);
  return last < lowest ? entries : keepFitting(entries.toSpliced(dropped, 1), width, lowest);
}

function widthOf(entries: readonly { readonly size: number }[]): number {
  return entries.reduce((sum, { size }) => sum + size, Math.max(0, entries.length - 1) * GAP);
}

/** What stands where a list would, and is empty. */
export function emptyLines(words: string, width: number): readonly SpanLine[] {
  return wrapText(words, width - 2).map((text) => [{ text: `  ${text}`, role: 'faint' }]);
}
