import type { Stage } from './stage.js';
import { decodedByHead, type Order } from './unicode.js';
import { createUtf8Decoder } from './utf8.js';

/** A text that can be written again as the bytes it was read from, also where these are no text. */
export interface ExactText {
  /** What is no text is told by `ESCAPED`, one of them for each byte; of UTF-16 by the halves of pairs that it has. */
  readonly decoder: Stage<Uint8Array, string>;
  /** In the encoding of what was read. Texts follow each other: the first half of a pair at the end waits for the other. */
  readonly encode: (text: string) => Uint8Array;
  /** How many bytes these are. */
  readonly byteLength: (text: string) => number;
  /** The byte behind the last unit of UTF-16. */
  readonly rest: () => Uint8Array;
}

const ESCAPED = 0xdc00;
const FIRST_ESCAPED = 0xdc80;
const LAST_ESCAPED = 0xdcff;
const HALVES = /\p{Surrogate}/gu;
const FORMER_HALF = /[\ud800-\udbff]$/;
const NOTHING = new Uint8Array(0);

/** UTF-8, or UTF-16 that its first bytes tell. `onInvalid` is told how many bytes are no text. */
export function createExactText(onInvalid: (count: number) => void): ExactText {
  let order: Order | undefined;
  let rest: Uint8Array = NOTHING;
  const onRest = (byte: Uint8Array): void => {
    rest = byte;
    if (byte.length > 0) {
      onInvalid(byte.length);
    }
  };
  const decoder = decodedByHead((found) => {
    order = found;
    return found === undefined
      ? createUtf8Decoder({ bom: 'keep', onInvalid, escaped: ESCAPED })
      : createUnitDecoder(found, onInvalid, onRest);
  }, true);
  let half = '';
  const encode = (text: string): Uint8Array => {
    const all = half + text;
    half = FORMER_HALF.exec(all)?.[0] ?? '';
    return encodeUtf8(all.slice(0, all.length - half.length));
  };
  return {
    decoder,
    encode: (text) => (order === undefined ? encode(text) : encodeUnits(text, order)),
    byteLength: (text) => (order === undefined ? utf8Length(text) : 2 * text.length),
    rest: () => rest,
  };
}

/** As long as the text: what is no text is a replacement character in it. */
export function withReplacements(text: string): string {
  return text.toWellFormed();
}

function utf8Length(text: string): number {
  return Buffer.byteLength(text) - 2 * escapedIn(text);
}

function escapedIn(text: string): number {
  return text.isWellFormed() ? 0 : (text.match(HALVES)?.length ?? 0);
}

function encodeUtf8(text: string): Uint8Array {
  if (text.isWellFormed()) {
    return Buffer.from(text);
  }
  const bytes = Buffer.allocUnsafe(utf8Length(text));
  let at = 0;
  let from = 0;
  for (const { index } of text.matchAll(HALVES)) {
    at += bytes.write(text.slice(from, index), at);
    at = writeEscaped(bytes, at, text.charCodeAt(index));
    from = index + 1;
  }
  bytes.write(text.slice(from), at);
  return bytes;
}

function writeEscaped(bytes: Buffer, at: number, code: number): number {
  if (code < FIRST_ESCAPED || code > LAST_ESCAPED) {
    throw new RangeError('A half of a pair stands for no byte.');
  }
  return bytes.writeUInt8(code - ESCAPED, at);
}

/** UTF-16 as the units that it has, also those that are halves of pairs; no piece ends in the middle of a pair. */
function createUnitDecoder(
  order: Order,
  onInvalid: (count: number) => void,
  onRest: (byte: Uint8Array) => void,
): Stage<Uint8Array, string> {
  let held: Uint8Array = NOTHING;
  const decode = (bytes: Uint8Array): string[] => {
    const units = Buffer.from(bytes);
    const text = (order === 'utf-16le' ? units : units.swap16()).toString('utf16le');
    const halves = escapedIn(text);
    if (halves > 0) {
      onInvalid(2 * halves);
    }
    return text === '' ? [] : [text];
  };
  return {
    transform(chunk) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const whole = bytes.length - (bytes.length % 2);
      const last = (order === 'utf-16le' ? bytes[whole - 1] : bytes[whole - 2]) ?? 0;
      const end = (last & 0xfc) === 0xd8 ? whole - 2 : whole;
      held = new Uint8Array(bytes.subarray(end));
      return decode(bytes.subarray(0, end));
    },
    final() {
      const whole = held.length - (held.length % 2);
      onRest(held.subarray(whole));
      return decode(held.subarray(0, whole));
    },
  };
}

function encodeUnits(text: string, order: Order): Uint8Array {
  const units = Buffer.from(text, 'utf16le');
  return order === 'utf-16le' ? units : units.swap16();
}
