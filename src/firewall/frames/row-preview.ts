import type { DisplayLimits } from '../../contract/budget.js';
import type { RecordsChunk } from '../../contract/chunk.js';
import type { ResponseMode } from '../../contract/frame.js';
import type { Row, Value } from '../../contract/row.js';
import type { FinalContent } from './final-content.js';
import { addCounts, type PendingRows } from './pending-rows.js';
import { countsOfShown, trimRows, WHOLE_ROWS } from './trim.js';

export interface RowPreviewParts {
  readonly rows: PendingRows;
  readonly mode: ResponseMode;
  readonly limits: DisplayLimits;
  /** Rows that may be shown, and items that a list in them may have. */
  readonly maxRows: number;
  /** What cannot fit the budget is not even kept. */
  readonly mostBytes: number;
}

/** The first rows of a result, redacted. */
export interface RowPreview {
  readonly add: (chunk: RecordsChunk, admitted: readonly Row[]) => void;
  readonly count: () => number;
  /** The first rows, with their cells so long at most. */
  readonly some: (count: number, cellChars: number) => FinalContent;
  /** How many of the first rows keep within the characters that a table may have in all. */
  readonly within: (cellChars: number) => number;
}

export function createRowPreview({ rows, mode, limits, maxRows, mostBytes }: RowPreviewParts): RowPreview {
  const values: Value[] = [];
  const redactions: ReadonlyMap<string, number>[] = [];
  let bytes = 0;

  function hasRoom(): boolean {
    return values.length < maxRows && bytes < mostBytes;
  }

  function some(count: number, cellChars: number): FinalContent {
    const counts = new Map<string, number>();
    for (const ofRow of redactions.slice(0, count)) {
      addCounts(counts, ofRow);
    }
    const maxCellChars = Math.min(cellChars, limits.max_chars);
    const table = { maxFields: limits.max_fields, maxCellChars, maxDepth: limits.max_depth };
    const form = { ...(mode === 'raw' ? WHOLE_ROWS : table), maxItems: maxRows };
    const trimmed = trimRows(values.slice(0, count), form);
    const { rows: shown, fields, chars, items } = trimmed;
    return {
      mode,
      phase: cellChars < limits.max_chars ? 2 : 1,
      ...(mode === 'raw' ? { raw: shown } : { rows: shown }),
      shownRows: shown.length,
      shownChars: 0,
      omittedFields: fields,
      omittedChars: chars,
      omittedItems: items,
      redactions: countsOfShown(trimmed, counts),
    };
  }

  return {
    add(chunk, admitted) {
      if (!hasRoom()) {
        return;
      }
      rows.push(chunk, admitted);
      while (rows.size() > 0 && hasRoom()) {
        const taken = rows.take({ bytes: 1, rows: 1 });
        values.push(...taken.values);
        redactions.push(...(taken.values.length > 0 ? [taken.redactions] : []));
        bytes += taken.jsonBytes;
      }
      rows.drain();
    },
    count: () => values.length,
    some,
    within(cellChars) {
      if (limits.max_chars === Number.POSITIVE_INFINITY) {
        return values.length;
      }
      let left = limits.max_chars;
      const { rows: shown = [] } = some(values.length, cellChars);
      const first = shown.findIndex((row) => {
        left -= JSON.stringify(row).length;
        return left < 0;
      });
      return first === -1 ? values.length : first;
    },
  };
}
