import { BYTES_CHANNEL, type Chunk } from '../contract/chunk.js';
import { createCsvDecoder } from '../streams/csv.js';
import { createJsonDecoder } from '../streams/json.js';
import { createNdjsonDecoder } from '../streams/ndjson.js';
import { recordsFromValues } from '../streams/records.js';
import { isBinary, isPlainStart, sniffFormat } from '../streams/sniff.js';
import type { Stage } from '../streams/stage.js';
import { createTextDecoder } from '../streams/text.js';
import { utf16Order } from '../streams/unicode.js';

export const INPUT_FORMATS = ['auto', 'text', 'ndjson', 'json', 'csv'] as const;
export type InputFormat = (typeof INPUT_FORMATS)[number];

export type ByteDecoder = Stage<Uint8Array, Chunk>;

export const SNIFFED_BYTES = 64 * 1024;
/** Fewer are taken for the text that they were said to be. */
const FEWEST_BYTES = 64;
const NO_BYTES = new Uint8Array();
/** A multiple of three, so that the lines of base64 can be joined. */
const BYTES_A_LINE = 4500;

export interface DecoderOptions {
  readonly format: InputFormat;
  /** For what turns out to be text, and for lines between records that are none. */
  readonly channel: string;
  readonly fileName?: string;
}

/**
 * Turns bytes into chunks. `auto` decides by the first piece, or by the second where the first is the same in any
 * format (`isPlainStart`), so that the head of a slow source is not held back; binary input is kept as base64, and shown as a single row that says how long it was.
 */
export function createByteDecoder(options: DecoderOptions): ByteDecoder {
  let decoder: ByteDecoder | undefined;
  /** What was passed on as text before the format was known. */
  let start: Uint8Array | undefined;
  const mayBeginAsText = options.format === 'auto' && options.fileName === undefined;

  /** What a decoder of the whole has to say of the start beside its text. */
  function* decide(bytes: Uint8Array, begun: Uint8Array): Generator<Chunk> {
    const head = Buffer.concat([begun, bytes]).subarray(0, SNIFFED_BYTES);
    const format = formatOf(head, options);
    if (decoder === undefined || format !== 'text') {
      decoder = createDecoder(format, options.channel);
      for (const chunk of decoder.transform(begun)) {
        if (chunk.type !== 'text') {
          yield chunk;
        }
      }
    }
    yield* decoder.transform(bytes);
  }

  return {
    transform(bytes) {
      if (bytes.length === 0) {
        return [];
      }
      if (decoder === undefined && mayBeginAsText && isPlainStart(bytes)) {
        start = bytes;
        decoder = createDecoder('text', options.channel);
      } else if (decoder === undefined || start !== undefined) {
        const begun = start ?? NO_BYTES;
        start = undefined;
        return decide(bytes, begun);
      }
      return decoder.transform(bytes);
    },
    final: () => decoder?.final() ?? [],
  };
}

/** Bytes are no text either where somebody asked for text; a bell alone is. */
function formatOf(head: Uint8Array, { format, fileName }: DecoderOptions): Exclude<InputFormat, 'auto'> | 'binary' {
  if (format === 'auto') {
    return sniffFormat(head, fileName);
  }
  const isLong = head.length >= FEWEST_BYTES;
  return format === 'text' && isLong && utf16Order(head) === undefined && isBinary(head) ? 'binary' : format;
}

function createDecoder(format: Exclude<InputFormat, 'auto'> | 'binary', channel: string): ByteDecoder {
  switch (format) {
    case 'text':
      return createTextDecoder({ channel });
    case 'ndjson':
      return createNdjsonDecoder({ otherChannel: channel });
    case 'json':
      return createJsonDecoder();
    case 'csv':
      return createCsvDecoder();
    case 'binary':
      return createBytesDecoder();
  }
}

function createBytesDecoder(): ByteDecoder {
  let sizeBytes = 0;
  let rest = Buffer.alloc(0);

  /** A line for each so many bytes; the end of them waits for more. */
  function linesOf(bytes: Buffer, isFinal: boolean): readonly Chunk[] {
    const lines: string[] = [];
    let from = 0;
    while (bytes.length - from >= BYTES_A_LINE || (isFinal && from < bytes.length)) {
      lines.push(`${bytes.toString('base64', from, Math.min(bytes.length, from + BYTES_A_LINE))}\n`);
      from += BYTES_A_LINE;
    }
    rest = Buffer.from(bytes.subarray(from));
    return lines.length === 0 ? [] : [{ type: 'text', channel: BYTES_CHANNEL, text: lines.join('') }];
  }

  return {
    transform(bytes) {
      sizeBytes += bytes.length;
      return linesOf(Buffer.concat([rest, bytes]), false);
    },
    final: () => [...linesOf(rest, true), recordsFromValues([{ binary: true, size_bytes: sizeBytes }])],
  };
}
