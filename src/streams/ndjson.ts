import type { Chunk } from '../contract/chunk.js';
import type { Row } from '../contract/row.js';
import { createByteBuffer } from './byte-buffer.js';
import type { Stage } from './stage.js';
import { countInvalid, decodeUtf8 } from './utf8.js';
import { createWarningTally, WARNINGS, type WarningTally } from './warnings.js';

export interface RecordLimits {
  /** A longer record is skipped and counted; 16 MiB when absent. */
  readonly maxRecordBytes?: number;
}

export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

const MAX_BLOCK_BYTES = 128 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const NEWLINE_BYTES = new Uint8Array([NEWLINE]);

/**
 * Reads newline-delimited JSON. Each good line is a row, whatever its JSON type; blank lines do not count; a line that
 * is not JSON or is over the limit is skipped and counted, and a line with bytes that are not UTF-8 is kept, mended and
 * counted. The `lines` of a chunk are the source's own bytes wherever they can be, so the source must not reuse its
 * buffers.
 */
export function createNdjsonDecoder(limits: RecordLimits = {}): Stage<Uint8Array, Chunk> {
  const maxRecordBytes = limits.maxRecordBytes ?? MAX_RECORD_BYTES;
  const warnings = createWarningTally();
  /** The last line, whose newline has not come yet. */
  const torn = createByteBuffer();
  /** The last line is over the limit: its bytes are dropped up to the newline. */
  let skipping = false;
  /** Only the first line can begin with a byte order mark. */
  let firstLine = true;

  const keep = (bytes: Uint8Array): void => {
    if (skipping) {
      return;
    }
    if (torn.size + bytes.length <= maxRecordBytes) {
      torn.append(bytes);
      return;
    }
    torn.take();
    skipping = true;
    firstLine = false;
    warnings.add(WARNINGS.overLimit);
  };

  const decode = (lines: Uint8Array): Chunk[] => {
    const block = firstLine ? withoutBom(lines) : lines;
    firstLine = false;
    const rows = block.length <= maxRecordBytes ? parseGoodLines(block) : undefined;
    if (rows !== undefined) {
      return [{ type: 'records', rows, lines: block }];
    }
    return parseAnyLines(block, maxRecordBytes, warnings);
  };

  /** Completes the last line with the bytes up to and including its newline. */
  const finishTorn = (bytes: Uint8Array): Chunk[] => {
    keep(bytes.subarray(0, -1));
    if (skipping) {
      skipping = false;
      return [];
    }
    torn.append(NEWLINE_BYTES);
    return decode(torn.take());
  };

  return {
    transform(chunk) {
      const chunks: Chunk[] = [];
      let start = 0;
      if (skipping || torn.size > 0) {
        start = chunk.indexOf(NEWLINE) + 1;
        if (start > 0) {
          chunks.push(...finishTorn(chunk.subarray(0, start)));
        }
      }
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      while (start < end) {
        const cut = blockEnd(chunk, start, end);
        chunks.push(...decode(chunk.subarray(start, cut)));
        start = cut;
      }
      if (start < chunk.length) {
        keep(chunk.subarray(start));
      }
      chunks.push(...warnings.drain());
      return chunks;
    },
    final() {
      const chunks = torn.size > 0 ? finishTorn(NEWLINE_BYTES) : [];
      return [...chunks, ...warnings.drain()];
    },
  };
}

/** Where a block of whole lines from `start` on ends, so that it is small or a single line. */
function blockEnd(bytes: Uint8Array, start: number, end: number): number {
  if (end - start <= MAX_BLOCK_BYTES) {
    return end;
  }
  const last = bytes.lastIndexOf(NEWLINE, start + MAX_BLOCK_BYTES - 1) + 1;
  return last > start ? last : bytes.indexOf(NEWLINE, start + MAX_BLOCK_BYTES) + 1;
}

function withoutBom(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

/** The rows of a block whose bytes can be kept as they are; undefined when any line needs a closer look. */
function parseGoodLines(block: Uint8Array): Row[] | undefined {
  const text = decodeUtf8(block);
  if (text.includes('\ufffd') || text.includes('\r')) {
    return undefined;
  }
  const lines = text.slice(0, -1).split('\n');
  try {
    return lines.map((line): Row => JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Line by line: whatever is good becomes rows, the rest is counted. */
function parseAnyLines(block: Uint8Array, maxRecordBytes: number, warnings: WarningTally): Chunk[] {
  const rows: Row[] = [];
  const kept: Uint8Array[] = [];
  for (let start = 0; start < block.length; ) {
    const newline = block.indexOf(NEWLINE, start);
    const line = parseLine(block.subarray(start, newline), maxRecordBytes, warnings);
    if (line !== undefined) {
      rows.push(line.row);
      kept.push(line.bytes, NEWLINE_BYTES);
    }
    start = newline + 1;
  }
  return rows.length === 0 ? [] : [{ type: 'records', rows, lines: Buffer.concat(kept) }];
}

function parseLine(
  raw: Uint8Array,
  maxRecordBytes: number,
  warnings: WarningTally,
): { row: Row; bytes: Uint8Array } | undefined {
  if (raw.length > maxRecordBytes) {
    warnings.add(WARNINGS.overLimit);
    return undefined;
  }
  const bytes = raw.at(-1) === RETURN ? raw.subarray(0, -1) : raw;
  const text = decodeUtf8(bytes);
  if (/^[ \t\r]*$/.test(text)) {
    return undefined;
  }
  try {
    const row: Row = JSON.parse(text);
    if (countInvalid(text, bytes) === 0) {
      return { row, bytes };
    }
    warnings.add(WARNINGS.badBytes);
    return { row, bytes: Buffer.from(text) };
  } catch {
    warnings.add(WARNINGS.badLine);
    return undefined;
  }
}
