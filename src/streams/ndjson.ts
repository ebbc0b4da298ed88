import type { Chunk, RecordsChunk } from '../contract/chunk.js';
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
    const parsed = block.length > maxRecordBytes ? undefined : parseLines(block, warnings);
    const chunk = parsed ?? parseRawLines(block, maxRecordBytes, warnings);
    return chunk.rows.length === 0 ? [] : [chunk];
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

/**
 * The rows of a block, decoded at once; undefined when it has to be read byte by byte because some may not be UTF-8.
 * The bytes are kept as they are when every line is good.
 */
function parseLines(block: Uint8Array, warnings: WarningTally): RecordsChunk | undefined {
  const text = decodeUtf8(block);
  if (text.includes('\ufffd')) {
    return undefined;
  }
  const lines = text.slice(0, -1).split('\n');
  const rows: Row[] = [];
  const skipped = new Set<string>();
  for (const line of lines) {
    if (line === '') {
      skipped.add(line);
      continue;
    }
    try {
      rows.push(JSON.parse(line));
    } catch {
      skipped.add(line);
      warnUnlessBlank(line, warnings);
    }
  }
  if (skipped.size === 0 && !text.includes('\r')) {
    return { type: 'records', rows, lines: block };
  }
  const good = lines.filter((line) => !skipped.has(line));
  return { type: 'records', rows, lines: Buffer.from(good.map(withNewline).join('')) };
}

function withNewline(line: string): string {
  return `${line.endsWith('\r') ? line.slice(0, -1) : line}\n`;
}

function warnUnlessBlank(line: string, warnings: WarningTally): void {
  if (/[^ \t\r]/.test(line)) {
    warnings.add(WARNINGS.badLine);
  }
}

/** The same line by line, from the bytes. */
function parseRawLines(block: Uint8Array, maxRecordBytes: number, warnings: WarningTally): RecordsChunk {
  const rows: Row[] = [];
  const kept: string[] = [];
  for (let start = 0; start < block.length; ) {
    const newline = block.indexOf(NEWLINE, start);
    const raw = block.subarray(start, newline);
    start = newline + 1;
    if (raw.length > maxRecordBytes) {
      warnings.add(WARNINGS.overLimit);
      continue;
    }
    const line = decodeUtf8(raw);
    try {
      rows.push(JSON.parse(line));
      kept.push(withNewline(line));
    } catch {
      warnUnlessBlank(line, warnings);
      continue;
    }
    if (countInvalid(line, raw) > 0) {
      warnings.add(WARNINGS.badBytes);
    }
  }
  return { type: 'records', rows, lines: Buffer.from(kept.join('')) };
}
