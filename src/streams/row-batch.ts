import type { Chunk } from '../contract/chunk.js';
import type { Row } from '../contract/row.js';

/** Rows on their way into chunks. */
export interface RowBatch {
  /** `line` is the row as JSON, without its newline. */
  readonly add: (row: Row, line: string) => void;
  /** What has come since the last time, in chunks of a good size. */
  readonly take: () => Chunk[];
}

/** A chunk is closed as soon as it has more characters than this, or as many rows. */
export interface RowBatchLimits {
  readonly maxChars: number;
  readonly maxRows?: number;
}

export function createRowBatch({ maxChars, maxRows = Number.POSITIVE_INFINITY }: RowBatchLimits): RowBatch {
  let chunks: Chunk[] = [];
  let rows: Row[] = [];
  let lines = '';

  const close = (): void => {
    if (rows.length > 0) {
      chunks.push({ type: 'records', rows, lines: Buffer.from(lines) });
    }
    rows = [];
    lines = '';
  };

  return {
    add(row, line) {
      rows.push(row);
      lines += `${line}\n`;
      if (rows.length >= maxRows || lines.length > maxChars) {
        close();
      }
    },
    take() {
      close();
      const taken = chunks;
      chunks = [];
      return taken;
    },
  };
}
