import { formatCell } from '../text/cells.js';
import { foundAt } from '../text/found-text.js';
import type { PagerState, ScanState } from './pager-state.js';
import { valueLines } from './value-lines.js';

export interface FoundInList {
  readonly search: ScanState;
  /** Which of them the cursor is at. */
  readonly match: number | undefined;
}

/** What is looked for in a list that lies over the rows: among counted values, or among the columns. */
export function foundInList({ mode, values, picker }: PagerState): FoundInList | undefined {
  if (mode === 'values' && values?.found !== undefined) {
    const texts = valueLines(values).map(({ value }) => formatCell(value));
    return foundAmong(texts, values.found, values.cursor);
  }
  if (mode === 'columns' && picker?.found !== undefined) {
    const names = picker.columns.map(({ name }) => name);
    return foundAmong(names, picker.found, picker.cursor);
  }
  return undefined;
}

function foundAmong(texts: readonly string[], wanted: string, cursor: number): FoundInList {
  const places = texts.flatMap((text, index) => (foundAt(text, wanted) === -1 ? [] : [index]));
  const at = places.indexOf(cursor);
  const search = { text: wanted, matches: places.length, scanned: 0, total: 0, status: 'done' } as const;
  return { search, match: at === -1 ? undefined : at + 1 };
}
