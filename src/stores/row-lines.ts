import type { StoreLimits } from '../contract/stores.js';

const NEWLINE = 0x0a;

/** NDJSON of whole rows, one line a row. */
export interface RowLines {
  readonly lines: Uint8Array;
  readonly rows: number;
}

/** Where row `rows` begins; the end of the lines when there are fewer. */
export function offsetOfRow(lines: Uint8Array, rows: number): number {
  let offset = 0;
  for (let row = 0; row < rows; row += 1) {
    const newline = lines.indexOf(NEWLINE, offset);
    if (newline === -1) {
      return lines.length;
    }
    offset = newline + 1;
  }
  return offset;
}

/** The whole rows that fit into `maxBytes`. */
export function fitRows(all: RowLines, maxBytes: number): RowLines {
  if (all.lines.length <= maxBytes) {
    return all;
  }
  const end = maxBytes <= 0 ? 0 : all.lines.lastIndexOf(NEWLINE, maxBytes - 1) + 1;
  const lines = all.lines.subarray(0, end);
  return { lines, rows: countRows(lines) };
}

/** Cuts at row borders into pieces of at least `targetBytes`, the last one aside. */
export function* splitRows(all: RowLines, targetBytes: number): Generator<RowLines> {
  let start = 0;
  let rowsLeft = all.rows;
  while (all.lines.length - start > 2 * targetBytes) {
    const newline = all.lines.indexOf(NEWLINE, start + targetBytes - 1);
    const end = newline === -1 ? all.lines.length : newline + 1;
    const lines = all.lines.subarray(start, end);
    const rows = end === all.lines.length ? rowsLeft : countRows(lines);
    yield { lines, rows };
    start = end;
    rowsLeft -= rows;
  }
  if (start < all.lines.length) {
    yield { lines: all.lines.subarray(start), rows: rowsLeft };
  }
}

function countRows(lines: Uint8Array): number {
  let rows = 0;
  for (let at = lines.indexOf(NEWLINE); at !== -1; at = lines.indexOf(NEWLINE, at + 1)) {
    rows += 1;
  }
  return rows;
}

/** Counts what one entry accepted and keeps it below its cap. */
export interface EntryMeter {
  /** What of these rows the entry may keep; no rows once it is full. */
  readonly accept: (all: RowLines) => RowLines;
  readonly usage: () => { readonly rows: number; readonly bytes: number; readonly full: boolean };
  /** Why an entry that is full keeps no more. */
  readonly reason: string;
}

export function createEntryMeter(limits: StoreLimits): EntryMeter {
  const maxBytes = Math.min(limits.max_entry_bytes, limits.max_total_bytes);
  let rows = 0;
  let bytes = 0;
  let full = false;
  return {
    accept: (all) => {
      const kept = full ? { lines: all.lines.subarray(0, 0), rows: 0 } : fitRows(all, maxBytes - bytes);
      full ||= kept.lines.length < all.lines.length;
      rows += kept.rows;
      bytes += kept.lines.length;
      return kept;
    },
    usage: () => ({ rows, bytes, full }),
    reason: maxBytes < limits.max_entry_bytes ? 'total limit' : 'entry limit',
  };
}
