import { foundAt } from '../text/found-text.js';
import type { PagerController } from './pager.js';
import { joinedLine } from './pager-line.js';
import { ALL_OPEN, type Folds, type RecordLine, recordLines } from './pager-record.js';
import { isText } from './pager-state.js';

/** The row under the cursor, when it was read and may be seen. */
export function currentRow(pager: PagerController): { readonly value: unknown } | undefined {
  const state = pager.store.get();
  const row = pager.reader.row(state.cursor);
  if (row === undefined || row === 'hidden') {
    return undefined;
  }
  return isText(state) ? { value: joinedLine(pager.reader.row, state.cursor) ?? row.value } : row;
}

/** The lines of the row that is open. */
export function openLines(pager: PagerController, folds: Folds = pager.store.get().folds): readonly RecordLine[] {
  const row = currentRow(pager);
  return row === undefined ? [] : rememberedLines(row.value, pager.room().width, folds);
}

/** How many lines of the open row hold what is looked for in it, closed ones too, and which of them the cursor is at. */
export function foundInRow(
  pager: PagerController,
  wanted: string,
): { readonly matches: number; readonly match: number | undefined } {
  const here = openLines(pager)[pager.store.get().line];
  const found = openLines(pager, ALL_OPEN).filter((line) => holdsText(line, wanted));
  const at = here === undefined ? -1 : found.findIndex((line) => isSame(line, here));
  return { matches: found.length, match: at === -1 ? undefined : at + 1 };
}

export function holdsText(line: RecordLine | undefined, wanted: string): boolean {
  return line !== undefined && (foundAt(line.name, wanted) !== -1 || foundAt(line.text, wanted) !== -1);
}

export function isSame(left: RecordLine, right: RecordLine): boolean {
  return left.path === right.path && left.part === right.part;
}

interface Remembered {
  readonly value: unknown;
  readonly width: number;
  readonly folds: Folds;
  readonly lines: readonly RecordLine[];
}

let remembered: readonly Remembered[] = [];

/** A row is drawn many times while a person reads it: as it is folded, and all of it where a text is looked for. */
function rememberedLines(value: unknown, width: number, folds: Folds): readonly RecordLine[] {
  const known = remembered.find((each) => each.value === value && each.width === width && each.folds === folds);
  if (known !== undefined) {
    return known.lines;
  }
  const lines = recordLines(value, width, folds);
  remembered = [{ value, width, folds, lines }, ...remembered].slice(0, 2);
  return lines;
}
