import {
  COLUMN_GAP,
  cellText,
  learnColumns,
  learnUsual,
  memberOf,
  type PlacedColumn,
  placeColumns,
} from '../state/pager-columns.js';
import { formatCell } from '../text/cells.js';
import type { Theme } from '../theme.js';
import { cellSpans } from './cell-spans.js';
import type { SpanLine } from './span-lines.js';

export interface RecordTable {
  readonly lines: readonly SpanLine[];
  /** Columns that there is no room for. */
  readonly missing: number;
}

/** Rows that stand alone, under the names of their columns. */
export function recordTable(
  rows: readonly unknown[],
  { width, theme }: { readonly width: number; readonly theme: Theme },
): RecordTable {
  const columns = learnUsual(learnColumns([], rows), rows);
  const placed = placeColumns(columns, 0, width);
  return {
    lines: [
      tableLine(placed, ({ name, kind, room }) =>
        cellSpans(formatCell(name), { room, align: kind === 'num' ? 'right' : 'left', glyphs: theme.glyphs }, 'strong'),
      ),
      ...rows.map((row) => tableLine(placed, (column) => valueSpans(memberOf(row, column.name), column, theme))),
    ],
    missing: columns.length - placed.length,
  };
}

function tableLine(placed: readonly PlacedColumn[], spansOf: (column: PlacedColumn) => SpanLine): SpanLine {
  return placed.flatMap((column, index): SpanLine => {
    const spans = spansOf(column);
    return index === 0 ? spans : [{ text: ' '.repeat(COLUMN_GAP) }, ...spans];
  });
}

function valueSpans(value: unknown, { room }: PlacedColumn, { glyphs }: Theme): SpanLine {
  return cellSpans(cellText(value, room), { room, align: typeof value === 'number' ? 'right' : 'left', glyphs });
}
