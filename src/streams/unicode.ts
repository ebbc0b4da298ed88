import type { Stage } from './stage.js';
import { createUtf8Decoder, type Utf8DecoderOptions } from './utf8.js';

export type Order = 'utf-16le' | 'utf-16be';

/** Enough to tell: those of the mark, or those of two characters. */
const MARK_BYTES = 2;
const GUESSED_BYTES = 4;
const SPACE = 0x20;
const LAST_ASCII = 0x7e;
const WHITE = [0x09, 0x0a, 0x0d];

/**
 * Decodes UTF-8, and UTF-16 that says so in its first two bytes, as files from Windows and spreadsheets do: read as UTF-8
 * these would have a NUL beside every character, and nothing in them would be known. The joined text is the same wherever
 * the bytes are cut.
 */
export function createUnicodeDecoder(options: Utf8DecoderOptions = {}): Stage<Uint8Array, string> {
  return decodedByHead(
    (order) => (order === undefined ? createUtf8Decoder(options) : createUtf16Decoder(order, options)),
    false,
  );
}

/**
 * The decoder that the first bytes ask for. Guessing knows UTF-16 without a byte order mark too, by a NUL beside each of
 * its first two characters.
 */
export function decodedByHead(
  choose: (order: Order | undefined) => Stage<Uint8Array, string>,
  isGuessing: boolean,
): Stage<Uint8Array, string> {
  /** What has come of the first bytes, while they do not tell yet. */
  let head = new Uint8Array(0);
  let decoder: Stage<Uint8Array, string> | undefined;

  return {
    transform(chunk) {
      if (decoder !== undefined) {
        return decoder.transform(chunk);
      }
      const bytes = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (!isDecided(bytes, isGuessing)) {
        head = new Uint8Array(bytes);
        return [];
      }
      decoder = choose(utf16Order(bytes, isGuessing));
      return decoder.transform(bytes);
    },
    final() {
      const known = decoder ?? choose(utf16Order(head, isGuessing));
      return decoder === undefined ? [...known.transform(head), ...known.final()] : known.final();
    },
  };
}

/** The order of the bytes of UTF-16, by the mark it begins with; undefined for everything else. */
export function utf16Order(bytes: Uint8Array, isGuessing = false): Order | undefined {
  const [first, second, third, fourth] = bytes;
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  if (first === 0xfe && second === 0xff) {
    return 'utf-16be';
  }
  if (isGuessing && isText(first) && second === 0 && isText(third) && fourth === 0) {
    return 'utf-16le';
  }
  return isGuessing && first === 0 && isText(second) && third === 0 && isText(fourth) ? 'utf-16be' : undefined;
}

function isText(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= SPACE && byte <= LAST_ASCII) || WHITE.includes(byte));
}

/** No text in UTF-8 begins with the bytes of the mark, and few with a NUL: most streams are not held for a moment. */
function isDecided(bytes: Uint8Array, isGuessing: boolean): boolean {
  const [first = 0xff] = bytes;
  if (bytes.length < MARK_BYTES) {
    return first < 0xfe && !isGuessing;
  }
  return !isGuessing || bytes.length >= GUESSED_BYTES || (bytes[0] !== 0 && bytes[1] !== 0);
}

function createUtf16Decoder(order: Order, { bom, onInvalid }: Utf8DecoderOptions): Stage<Uint8Array, string> {
  const decoder = new TextDecoder(order, { ignoreBOM: bom === 'keep' });
  const decode = (text: string): string[] => {
    const replaced = text.split('\ufffd').length - 1;
    if (replaced > 0) {
      onInvalid?.(replaced);
    }
    return text === '' ? [] : [text];
  };
  return {
    transform: (chunk) => decode(decoder.decode(chunk, { stream: true })),
    final: () => decode(decoder.decode()),
  };
}
