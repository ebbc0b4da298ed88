import type { RecordsChunk } from '../../contract/chunk.js';
import type { Row, Value } from '../../contract/row.js';
import { mayHoldLongNumbers, parseExactly } from '../../streams/exact-numbers.js';
import type { RedactedValue } from '../rows/redact-value.js';

const NEWLINE = 10;

/** Rows ready to be shown: as the reader may see them, with the raw ones beside them for the facts, should they not fit. */
export interface RowBatch {
  readonly values: readonly Value[];
  readonly raw: readonly Row[];
  readonly jsonBytes: number;
  readonly redactions: ReadonlyMap<string, number>;
}

/** Rows that wait to be shown, in order. Nothing is redacted before it is taken. */
export interface PendingRows {
  readonly push: (chunk: RecordsChunk, rows: readonly Row[]) => void;
  readonly size: () => number;
  readonly bytes: () => number;
  /** At least one row, then as many as stay within both limits. */
  readonly take: (most: { readonly bytes: number; readonly rows: number }) => RowBatch;
  /** Everything that waits, raw, and forgets it. */
  readonly drain: () => readonly Row[];
}

interface Waiting {
  readonly rows: readonly Row[];
  readonly averageBytes: number;
  /** Set when a number of the source may have more digits than a double holds. */
  readonly lines: Uint8Array | undefined;
  next: number;
  lineAt: number;
}

export function createPendingRows(view: (row: Value) => RedactedValue | undefined): PendingRows {
  let waiting: Waiting[] = [];
  let size = 0;
  let bytes = 0;

  function nextRow(first: Waiting): Row {
    const row = first.rows[first.next] ?? null;
    first.next += 1;
    size -= 1;
    bytes -= first.averageBytes;
    if (first.lines === undefined) {
      return row;
    }
    const end = first.lines.indexOf(NEWLINE, first.lineAt);
    const line = Buffer.from(first.lines.subarray(first.lineAt, end)).toString('utf8');
    first.lineAt = end + 1;
    return parseExactly(line);
  }

  return {
    push(chunk, rows) {
      if (rows.length === 0) {
        return;
      }
      // Rows of which some were left out no longer stand beside their lines; whoever does that has parsed them exactly.
      const aligned = rows === chunk.rows && mayHoldLongNumbers(chunk.lines);
      const averageBytes = chunk.lines.byteLength / rows.length;
      waiting.push({ rows, averageBytes, lines: aligned ? chunk.lines : undefined, next: 0, lineAt: 0 });
      size += rows.length;
      bytes += chunk.lines.byteLength;
    },
    size: () => size,
    bytes: () => bytes,
    take(most) {
      const values: Value[] = [];
      const raw: Row[] = [];
      const redactions = new Map<string, number>();
      let jsonBytes = 0;
      for (let first = waiting[0]; first !== undefined && values.length < most.rows; first = waiting[0]) {
        const row = nextRow(first);
        const seen = view(row);
        if (seen !== undefined) {
          jsonBytes += Buffer.byteLength(JSON.stringify(seen.value)) + 1;
          values.push(seen.value);
          raw.push(row);
          addCounts(redactions, seen.counts);
        }
        if (first.next >= first.rows.length) {
          waiting.shift();
        }
        if (jsonBytes >= most.bytes) {
          break;
        }
      }
      return { values, raw, jsonBytes, redactions };
    },
    drain() {
      const rows = waiting.flatMap((entry) => entry.rows.slice(entry.next));
      waiting = [];
      size = 0;
      bytes = 0;
      return rows;
    },
  };
}

/** Every row of a chunk with all digits of its numbers, for callers that leave some out before they are shown. */
export function exactRows(chunk: RecordsChunk): readonly Row[] {
  if (!mayHoldLongNumbers(chunk.lines)) {
    return chunk.rows;
  }
  return Buffer.from(chunk.lines).toString('utf8').slice(0, -1).split('\n').map(parseExactly);
}

export function addCounts(into: Map<string, number>, counts: ReadonlyMap<string, number>, times = 1): void {
  for (const [type, count] of counts) {
    into.set(type, (into.get(type) ?? 0) + count * times);
  }
}
