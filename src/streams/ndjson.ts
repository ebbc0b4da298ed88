import type { Chunk, RecordsChunk } from '../contract/chunk.js';
import type { Row } from '../contract/row.js';
import { createByteBuffer } from './byte-buffer.js';
import { shallowJson } from './deep-json.js';
import type { Stage } from './stage.js';
import { bufferOf, countInvalid, decodeAscii } from './utf8.js';
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
  /** The last line is over the limit: its bytes are dropped up to the newline, and counted. */
  let skipping = false;
  let skippedBytes = 0;
  /** Only the first line can begin with a byte order mark. */
  let firstLine = true;

  const keep = (bytes: Uint8Array): void => {
    if (!skipping && torn.size + bytes.length <= maxRecordBytes) {
      torn.append(bytes);
      return;
    }
    skippedBytes += torn.take().length + bytes.length;
    skipping = true;
    firstLine = false;
  };

  const decode = (lines: Uint8Array): Chunk[] => {
    const block = bufferOf(firstLine ? withoutBom(lines) : lines);
    firstLine = false;
    const parsed = block.length > maxRecordBytes ? undefined : parseAscii(block, warnings);
    const chunk = parsed ?? parseLines(block, maxRecordBytes, warnings);
    return chunk.rows.length === 0 ? [] : [chunk];
  };

  /** Completes the last line with the bytes up to and including its newline. */
  const finishTorn = (bytes: Uint8Array): Chunk[] => {
    keep(bytes.subarray(0, -1));
    if (skipping) {
      warnings.lose(WARNINGS.overLimit, skippedBytes);
      skipping = false;
      skippedBytes = 0;
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
      const chunks = torn.size > 0 || skipping ? finishTorn(NEWLINE_BYTES) : [];
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
 * The rows of a block of ASCII, decoded at once; undefined when there are other characters in it. The bytes are kept as
 * they are when every line is good.
 */
function parseAscii(block: Buffer, warnings: WarningTally): RecordsChunk | undefined {
  const text = decodeAscii(block);
  if (text === undefined) {
    return undefined;
  }
  const lines = text.slice(0, -1).split('\n');
  const rows: Row[] = [];
  const good: string[] = [];
  let isClean = !text.includes('\r');
  for (const line of lines) {
    const { json, cut } = shallowJson(line);
    if (line !== '' && pushParsed(json, rows)) {
      good.push(json);
      isClean &&= cut === 0;
      warnings.add(WARNINGS.tooDeep, cut);
    } else {
      isClean = false;
      loseUnlessBlank(line, line.length, warnings);
    }
  }
  return isClean ? { type: 'records', rows, lines: block } : chunkOf(rows, good);
}

function pushParsed(json: string, rows: Row[]): boolean {
  try {
    rows.push(JSON.parse(json));
    return true;
  } catch {
    return false;
  }
}

/**
 * The same line by line: up to the first character beyond ASCII UTF-8 is decoded ten times as fast as behind it, and
 * bytes that are not UTF-8 can be told to belong to a line.
 */
function parseLines(block: Buffer, maxRecordBytes: number, warnings: WarningTally): RecordsChunk {
  const rows: Row[] = [];
  const good: string[] = [];
  let isClean = !block.includes(RETURN);
  for (let start = 0, end = 0; start < block.length; start = end + 1) {
    end = block.indexOf(NEWLINE, start);
    if (end - start > maxRecordBytes) {
      warnings.lose(WARNINGS.overLimit, end - start);
      isClean = false;
      continue;
    }
    const line = block.toString('utf8', start, end);
    const { json, cut } = shallowJson(line);
    if (!pushParsed(json, rows)) {
      loseUnlessBlank(line, end - start, warnings);
      isClean = false;
      continue;
    }
    good.push(json);
    isClean &&= cut === 0;
    warnings.add(WARNINGS.tooDeep, cut);
    if (line.includes('\ufffd') && countInvalid(line, block.subarray(start, end)) > 0) {
      warnings.add(WARNINGS.badBytes);
      isClean = false;
    }
  }
  return isClean ? { type: 'records', rows, lines: block } : chunkOf(rows, good);
}

function chunkOf(rows: readonly Row[], lines: readonly string[]): RecordsChunk {
  return { type: 'records', rows, lines: Buffer.from(lines.map(withNewline).join('')) };
}

function withNewline(line: string): string {
  return `${line.endsWith('\r') ? line.slice(0, -1) : line}\n`;
}

function loseUnlessBlank(line: string, bytes: number, warnings: WarningTally): void {
  if (/[^ \t\r]/.test(line)) {
    warnings.lose(WARNINGS.badLine, bytes);
  }
}
