import { decodeEscaped } from './escaped-bytes.js';
import type { Stage } from './stage.js';

export interface Utf8DecoderOptions {
  /** What to do with a byte order mark at the very start; `drop` when absent. */
  readonly bom?: 'drop' | 'keep';
  /** Told how many replacement characters were just made for bytes that are not UTF-8. */
  readonly onInvalid?: (count: number) => void;
  /** Added to each byte that is not UTF-8, for a unit that says which it was; without it they become U+FFFD. */
  readonly escaped?: number;
}

const BOM = '\ufeff';
const REPLACEMENT = '\ufffd';
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);

/**
 * Decodes UTF-8 piece by piece. Wherever the bytes are cut, the joined text is the same: a code point that is cut is
 * completed by the next piece, and no piece of text ends inside a surrogate pair. Bytes that are not UTF-8 become
 * U+FFFD as the WHATWG encoding standard says, each counted once.
 */
export function createUtf8Decoder(options: Utf8DecoderOptions = {}): Stage<Uint8Array, string> {
  /** The start of a code point whose other bytes have not come yet. */
  let torn = new Uint8Array(0);
  /** Only the first character of the stream can be a byte order mark. */
  let atStart = options.bom !== 'keep';

  const decode = (bytes: Uint8Array): string[] => {
    const { escaped } = options;
    const decoded = decodeUtf8(bytes);
    const replaced = countInvalid(decoded, bytes);
    const { text, invalid } =
      escaped === undefined || replaced === 0 ? { text: decoded, invalid: replaced } : decodeEscaped(bytes, escaped);
    if (invalid > 0) {
      options.onInvalid?.(invalid);
    }
    const kept = atStart && text.startsWith(BOM) ? text.slice(1) : text;
    atStart &&= text === '';
    return kept === '' ? [] : [kept];
  };

  return {
    transform(chunk) {
      const bytes = torn.length === 0 ? chunk : Buffer.concat([torn, chunk]);
      const end = bytes.length - tornLength(bytes);
      torn = new Uint8Array(bytes.subarray(end));
      return decode(bytes.subarray(0, end));
    },
    final() {
      const rest = torn;
      torn = new Uint8Array(0);
      return decode(rest);
    },
  };
}

/** Decodes whole bytes; invalid ones become U+FFFD, and a byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string {
  const buffer = bufferOf(bytes);
  return decodeAscii(buffer) ?? buffer.toString('utf8');
}

/** Decodes bytes that are ASCII, five times as fast as UTF-8; undefined when they are not. */
export function decodeAscii(buffer: Buffer): string | undefined {
  const text = buffer.toString('latin1');
  return Buffer.byteLength(text) === text.length ? text : undefined;
}

/** The same bytes, not a copy. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** How many of the replacement characters in `text` were not in `bytes`, of which it is the decoded form. */
export function countInvalid(text: string, bytes: Uint8Array): number {
  const replacements = countOf((from) => text.indexOf(REPLACEMENT, from));
  if (replacements === 0) {
    return 0;
  }
  const buffer = bufferOf(bytes);
  return replacements - countOf((from) => buffer.indexOf(REPLACEMENT_BYTES, from));
}

function countOf(find: (from: number) => number): number {
  let count = 0;
  for (let at = find(0); at !== -1; at = find(at + 1)) {
    count += 1;
  }
  return count;
}

/**
 * Length of the code point at the end that its lead byte says is incomplete: 0 to 3. Cutting before a lead byte never
 * changes what is decoded, so whether the bytes after it fit is left to the decoder.
 */
function tornLength(bytes: Uint8Array): number {
  const longest = Math.min(3, bytes.length);
  for (let length = 1; length <= longest; length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    if ((byte & 0xc0) !== 0x80) {
      return length < sequenceLength(byte) ? length : 0;
    }
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) {
    return 1;
  }
  if (lead < 0xe0) {
    return 2;
  }
  return lead < 0xf0 ? 3 : 4;
}
