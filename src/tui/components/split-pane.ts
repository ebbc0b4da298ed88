import type { Size } from '../terminal/terminal.js';
import type { Theme } from '../theme.js';
import { cutSpans, fillSpans, type SpanLine } from './span-lines.js';

/** How a list and the detail of its selected row share the room. */
export interface Split {
  readonly list: Size;
  /** No rows: there is no room for a detail. */
  readonly detail: Size;
  readonly isBeside: boolean;
}

const WIDE = 110;
const LEAST_ROWS = 10;

/** Side by side on a wide terminal, one below the other on a narrow one, the list of so many lines alone on a small one. */
export function splitRoom(room: Size, lines: number): Split {
  const { columns, rows } = room;
  if (columns < WIDE) {
    return splitBelow(room, lines);
  }
  const width = Math.floor(columns * 0.55);
  return { list: { columns: width, rows }, detail: { columns: columns - width - 3, rows }, isBeside: true };
}

/** One below the other, however wide it is: for what is wide itself. */
export function splitBelow({ columns, rows }: Size, lines: number): Split {
  const above = Math.max(3, Math.min(lines, Math.floor(rows * 0.55)));
  const below = rows < LEAST_ROWS ? 0 : rows - above - 1;
  const list = { columns, rows: below === 0 ? rows : above };
  return { list, detail: { columns, rows: below }, isBeside: false };
}

/** All the room for the list. */
export function aloneIn(list: Size): Split {
  return { list, detail: { columns: list.columns, rows: 0 }, isBeside: false };
}

/** Both parts as one block of lines. */
export function joinSplit(
  split: Split,
  list: readonly SpanLine[],
  detail: readonly SpanLine[],
  { glyphs }: Theme,
): readonly SpanLine[] {
  const shown = shorten(detail, split.detail.rows, glyphs.ellipsis);
  if (split.isBeside) {
    return Array.from({ length: Math.max(list.length, shown.length) }, (_, index) => [
      ...fillSpans(list[index] ?? [], split.list.columns, glyphs),
      { text: ` ${glyphs.vertical} `, role: 'faint' as const },
      ...cutSpans(shown[index] ?? [], split.detail.columns, glyphs),
    ]);
  }
  if (split.detail.rows === 0) {
    return list;
  }
  const blank = Array.from({ length: Math.max(0, split.list.rows - list.length) }, (): SpanLine => []);
  const border: SpanLine = [{ text: glyphs.horizontal.repeat(split.detail.columns), role: 'faint' }];
  return [...list, ...blank, border, ...shown.map((line) => cutSpans(line, split.detail.columns, glyphs))];
}

/** What does not fit is said to be missing. */
function shorten(lines: readonly SpanLine[], rows: number, ellipsis: string): readonly SpanLine[] {
  return lines.length <= rows ? lines : [...lines.slice(0, rows - 1), [{ text: ellipsis, role: 'faint' }]];
}
