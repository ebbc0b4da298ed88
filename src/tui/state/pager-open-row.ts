import type { PagerController } from './pager-controller.js';
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

interface Remembered {
  readonly value: unknown;
  readonly width: number;
  readonly folds: Folds;
  readonly lines: readonly RecordLine[];
}

let remembered: Remembered = { value: undefined, width: 0, folds: ALL_OPEN, lines: [] };

/** A row is drawn many times while a person reads it. */
function rememberedLines(value: unknown, width: number, folds: Folds): readonly RecordLine[] {
  if (remembered.value !== value || remembered.width !== width || remembered.folds !== folds) {
    remembered = { value, width, folds, lines: recordLines(value, width, folds) };
  }
  return remembered.lines;
}
