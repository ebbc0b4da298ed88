import type { PagerController } from './pager-controller.js';
import { joinedLine } from './pager-line.js';
import { type RecordLine, recordLines } from './pager-record.js';
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
export function openLines(pager: PagerController): readonly RecordLine[] {
  const row = currentRow(pager);
  return row === undefined ? [] : rememberedLines(row.value, pager.room().width);
}

let remembered: { readonly value: unknown; readonly width: number; readonly lines: readonly RecordLine[] } = {
  value: undefined,
  width: 0,
  lines: [],
};

/** A row is drawn many times while a person reads it. */
function rememberedLines(value: unknown, width: number): readonly RecordLine[] {
  if (remembered.value !== value || remembered.width !== width) {
    remembered = { value, width, lines: recordLines(value, width) };
  }
  return remembered.lines;
}
