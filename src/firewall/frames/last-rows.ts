import type { RecordsChunk } from '../../contract/chunk.js';
import type { Row, Value } from '../../contract/row.js';
import { parseExactly } from '../../streams/exact-numbers.js';

/** A row and its place among all rows. */
export interface PlacedRow {
  readonly place: number;
  readonly row: Value;
}

/** The end of the rows, as it was stored: what is left of a budget shows some of it. Nothing is redacted before it is told. */
export interface LastRows {
  /** The next rows, if they are wanted: behind text, or where some of them may not be seen, places are not known. */
  readonly take: (chunk: RecordsChunk, admitted: readonly Row[], isWanted: boolean) => void;
  /** Those from a place on, in order. */
  readonly from: (place: number) => readonly PlacedRow[];
}

const MOST_BYTES = 64 * 1024;
const BYTES_A_TOKEN = 16;
const NEWLINE = 10;

export function createLastRows(maxTokens: number): LastRows {
  const most = Math.min(MOST_BYTES, maxTokens * BYTES_A_TOKEN);
  let bytes: Buffer | undefined;
  let end = 0;
  let rows = 0;
  let isAligned = true;
  let isCut = false;

  /** The last bytes stay at the beginning of the buffer when there is no room behind them. */
  function keep(lines: Uint8Array): void {
    bytes ??= Buffer.allocUnsafe(2 * most);
    const added = lines.subarray(Math.max(0, lines.byteLength - most));
    if (added.byteLength < lines.byteLength) {
      end = 0;
      isCut = true;
    }
    if (end + added.byteLength > bytes.byteLength) {
      const start = end - Math.min(end, most);
      bytes.copyWithin(0, start, end);
      end -= start;
      isCut = true;
    }
    bytes.set(added, end);
    end += added.byteLength;
  }

  /** Whole lines, the last one being the last row. */
  function lines(): readonly string[] {
    const first = isCut ? (bytes?.indexOf(NEWLINE) ?? -1) + 1 : 0;
    return (bytes?.toString('utf8', first, end) ?? '').split('\n').slice(0, -1);
  }

  return {
    take(chunk, admitted, isWanted) {
      isAligned &&= isWanted && admitted.length === chunk.rows.length;
      rows += chunk.rows.length;
      if (isAligned) {
        keep(chunk.lines);
      }
    },
    from(place) {
      const kept = isAligned ? lines() : [];
      const first = rows - kept.length;
      return kept.slice(Math.max(0, place - first)).map((line, index) => ({
        place: Math.max(place, first) + index,
        row: parseExactly(line),
      }));
    },
  };
}
