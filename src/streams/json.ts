import type { Chunk } from '../contract/chunk.js';
import type { Row } from '../contract/row.js';
import { createBomStripper } from './bom.js';
import { createByteBuffer } from './byte-buffer.js';
import { shallowJson } from './deep-json.js';
import { createJsonScanner } from './json-scanner.js';
import { MAX_RECORD_BYTES, type RecordLimits } from './ndjson.js';
import { compose, type Stage } from './stage.js';
import { countInvalid, decodeUtf8 } from './utf8.js';
import { createWarningTally, WARNINGS, type WarningTally } from './warnings.js';

const MAX_BATCH_BYTES = 128 * 1024;
const NEWLINE = 0x0a;
const NEWLINE_BYTES = new Uint8Array([NEWLINE]);

/**
 * Reads one or more JSON values of any layout: the elements of a top-level array are rows, any other top-level value
 * is one row. Values that are not JSON or over the limit are skipped and counted, and the next one is read.
 */
export function createJsonDecoder(limits: RecordLimits = {}): Stage<Uint8Array, Chunk> {
  return compose(createBomStripper(), createValueDecoder(limits.maxRecordBytes ?? MAX_RECORD_BYTES));
}

function createValueDecoder(maxRecordBytes: number): Stage<Uint8Array, Chunk> {
  const warnings = createWarningTally();
  const scanner = createJsonScanner();
  /** The bytes so far of the value that the last piece cut. */
  const torn = createByteBuffer();
  /** That value is over the limit: its bytes are dropped, and counted. */
  let skipping = false;
  let skippedBytes = 0;

  const keep = (bytes: Uint8Array): void => {
    if (!skipping && torn.size + bytes.length <= maxRecordBytes) {
      torn.append(bytes);
      return;
    }
    skippedBytes += torn.take().length + bytes.length;
    skipping = true;
  };

  const finishTorn = (bytes: Uint8Array): Chunk[] => {
    keep(bytes);
    torn.append(NEWLINE_BYTES);
    const whole = torn.take();
    if (skipping) {
      warnings.lose(WARNINGS.overLimit, skippedBytes);
      skipping = false;
      skippedBytes = 0;
      return [];
    }
    return parseValues(whole, [0, whole.length - 1], warnings);
  };

  /** The input ended inside a value, or between two. */
  const loseOpenValue = (): void => {
    if (skipping) {
      warnings.lose(WARNINGS.overLimit, skippedBytes);
      warnings.add(WARNINGS.cutJson);
    } else if (torn.size > 0) {
      warnings.lose(WARNINGS.cutJson, torn.size);
    } else {
      warnings.add(WARNINGS.cutJson);
    }
  };

  return {
    transform(chunk) {
      const chunks: Chunk[] = [];
      /** Start and end of each whole value not parsed yet. */
      let borders: number[] = [];
      const flush = (): void => {
        chunks.push(...parseValues(chunk, borders, warnings));
        borders = [];
      };
      const open = scanner.scan(chunk, (start, end) => {
        if (skipping || torn.size > 0) {
          chunks.push(...finishTorn(chunk.subarray(0, end)));
        } else if (end - start > maxRecordBytes) {
          warnings.lose(WARNINGS.overLimit, end - start);
        } else {
          borders.push(start, end);
          if (end - (borders[0] ?? 0) > MAX_BATCH_BYTES) {
            flush();
          }
        }
      });
      flush();
      if (open < chunk.length) {
        keep(chunk.subarray(open));
      }
      chunks.push(...warnings.drain());
      return chunks;
    },
    final() {
      const end = scanner.end();
      const chunks = end === 'scalar' ? finishTorn(new Uint8Array(0)) : [];
      if (end === 'cut') {
        loseOpenValue();
      }
      return [...chunks, ...warnings.drain()];
    },
  };
}

/** Parses the values between the borders. Where every byte is a character, one decoding serves them all. */
function parseValues(bytes: Uint8Array, borders: readonly number[], warnings: WarningTally): Chunk[] {
  const first = borders[0] ?? 0;
  const last = borders.at(-1) ?? 0;
  const whole = decodeUtf8(bytes.subarray(first, last));
  const isAligned = whole.length === last - first;
  const mayBeInvalid = whole.includes('\ufffd');
  const rows: Row[] = [];
  const lines: string[] = [];
  for (let index = 0; index < borders.length; index += 2) {
    const start = borders[index] ?? 0;
    const end = borders[index + 1] ?? 0;
    const text = isAligned ? whole.slice(start - first, end - first) : decodeUtf8(bytes.subarray(start, end));
    const { json, cut } = shallowJson(text);
    try {
      rows.push(JSON.parse(json));
      lines.push(json);
      warnings.add(WARNINGS.tooDeep, cut);
    } catch {
      warnings.lose(WARNINGS.badValue, end - start);
      continue;
    }
    if (mayBeInvalid && countInvalid(text, bytes.subarray(start, end)) > 0) {
      warnings.add(WARNINGS.badBytes);
    }
  }
  if (rows.length === 0) {
    return [];
  }
  // A large value may be most of what is in memory: where its own bytes are its line, it is not written again.
  const isOwnLine = lines[0] === whole && !mayBeInvalid && !hasBreaks(whole) && bytes[last] === NEWLINE;
  return [{ type: 'records', rows, lines: isOwnLine ? bytes.subarray(first, last + 1) : writtenLines(lines, whole) }];
}

function writtenLines(values: readonly string[], whole: string): Uint8Array {
  return Buffer.from(`${(hasBreaks(whole) ? values.map(oneLine) : values).join('\n')}\n`);
}

function hasBreaks(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

/** Takes line breaks and the indentation after them out of a valid JSON text, where no string can hold them raw. */
function oneLine(text: string): string {
  return text.replace(/[\r\n][\t\r\n ]*/g, '');
}
