import type { Chunk } from '../contract/chunk.js';
import { createByteBuffer } from './byte-buffer.js';
import { type BlockOptions, createBlock } from './ndjson-block.js';
import type { Stage } from './stage.js';
import { bufferOf, countInvalid, decodeAscii } from './utf8.js';
import { createWarningTally, WARNINGS } from './warnings.js';

export interface RecordLimits {
  /** A longer record is skipped and counted; 16 MiB when absent. */
  readonly maxRecordBytes?: number;
}

export interface NdjsonOptions extends RecordLimits {
  /** Lines that are not JSON are text of this channel; when absent they are skipped. */
  readonly otherChannel?: string;
}

export const MAX_RECORD_BYTES = 16 * 1024 * 1024;

const MAX_BLOCK_BYTES = 128 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const NEWLINE_BYTES = new Uint8Array([NEWLINE]);

/**
 * Reads newline-delimited JSON. Each good line is a row, whatever its JSON type; blank lines do not count; a line that
 * is not JSON is counted, and skipped or text at its place; one over the limit is skipped and counted, and a line
 * with bytes that are not UTF-8 is kept, mended and counted. The `lines` of a chunk are the source's own bytes wherever they can be, so the source must not reuse its
 * buffers.
 */
export function createNdjsonDecoder(options: NdjsonOptions = {}): Stage<Uint8Array, Chunk> {
  const maxRecordBytes = options.maxRecordBytes ?? MAX_RECORD_BYTES;
  const warnings = createWarningTally();
  const blockOptions: BlockOptions = { otherChannel: options.otherChannel, warnings };
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

  const decode = (lines: Uint8Array): readonly Chunk[] => {
    const block = bufferOf(firstLine ? withoutBom(lines) : lines);
    firstLine = false;
    const parsed = block.length > maxRecordBytes ? undefined : parseAscii(block, blockOptions);
    return parsed ?? parseLines(block, maxRecordBytes, blockOptions);
  };

  /** Completes the last line with the bytes up to and including its newline. */
  const finishTorn = (bytes: Uint8Array): readonly Chunk[] => {
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
 * What is in a block of ASCII, decoded at once; undefined when there are other characters in it. The bytes are kept as
 * they are when every line is good.
 */
function parseAscii(block: Buffer, options: BlockOptions): readonly Chunk[] | undefined {
  const text = decodeAscii(block);
  if (text === undefined) {
    return undefined;
  }
  const made = createBlock(options);
  if (text.includes('\r')) {
    made.setChanged();
  }
  for (const line of text.slice(0, -1).split('\n')) {
    made.add(line, line.length);
  }
  return made.chunks(block);
}

/**
 * The same line by line: up to the first character beyond ASCII UTF-8 is decoded ten times as fast as behind it, and
 * bytes that are not UTF-8 can be told to belong to a line.
 */
function parseLines(block: Buffer, maxRecordBytes: number, options: BlockOptions): readonly Chunk[] {
  const { warnings } = options;
  const made = createBlock(options);
  if (block.includes(RETURN)) {
    made.setChanged();
  }
  for (let start = 0, end = 0; start < block.length; start = end + 1) {
    end = block.indexOf(NEWLINE, start);
    if (end - start > maxRecordBytes) {
      warnings.lose(WARNINGS.overLimit, end - start);
      made.setChanged();
      continue;
    }
    const line = block.toString('utf8', start, end);
    const isKept = made.add(line, end - start);
    if (isKept && line.includes('\ufffd') && countInvalid(line, block.subarray(start, end)) > 0) {
      warnings.add(WARNINGS.badBytes);
      made.setChanged();
    }
  }
  return made.chunks(block);
}
