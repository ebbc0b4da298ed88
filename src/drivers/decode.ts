import type { Chunk } from '../contract/chunk.js';
import { createCsvDecoder } from '../streams/csv.js';
import { createJsonDecoder } from '../streams/json.js';
import { createNdjsonDecoder } from '../streams/ndjson.js';
import { recordsFromValues } from '../streams/records.js';
import { sniffFormat } from '../streams/sniff.js';
import type { Stage } from '../streams/stage.js';
import { createTextDecoder } from '../streams/text.js';

export const INPUT_FORMATS = ['auto', 'text', 'ndjson', 'json', 'csv'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export type ByteDecoder = Stage<Uint8Array, Chunk>;

export const SNIFFED_BYTES = 64 * 1024;

export interface DecoderOptions {
  readonly format: InputFormat;
  /** For what turns out to be text. */
  readonly channel: string;
  readonly fileName?: string;
}

/**
 * Turns bytes into chunks. `auto` decides by the first piece alone, so that the head of a slow source is not held
 * back; binary input becomes a single row that says how long it was.
 */
export function createByteDecoder(options: DecoderOptions): ByteDecoder {
  let decoder = options.format === 'auto' ? undefined : createDecoder(options.format, options.channel);
  return {
    transform(bytes) {
      if (decoder === undefined) {
        if (bytes.length === 0) {
          return [];
        }
        const format = sniffFormat(bytes.subarray(0, SNIFFED_BYTES), options.fileName);
        decoder = createDecoder(format, options.channel);
      }
      return decoder.transform(bytes);
    },
    final: () => decoder?.final() ?? [],
  };
}

function createDecoder(format: Exclude<InputFormat, 'auto'> | 'binary', channel: string): ByteDecoder {
  switch (format) {
    case 'text':
      return createTextDecoder({ channel });
    case 'ndjson':
      return createNdjsonDecoder();
    case 'json':
      return createJsonDecoder();
    case 'csv':
      return createCsvDecoder();
    case 'binary':
      return createBinaryCounter();
  }
}

function createBinaryCounter(): ByteDecoder {
  let sizeBytes = 0;
  return {
    transform(bytes) {
      sizeBytes += bytes.length;
      return [];
    },
    final: () => [recordsFromValues([{ binary: true, size_bytes: sizeBytes }])],
  };
}
