import type { Swallow } from '../lex/detector.js';
import { decode } from '../lex/escapes.js';
import { type CharacterKind, KIND, runEnd } from '../pattern/characters.js';
import type { ComingText } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';

/** `+`, `/` and `=` as URLs encode them, once or twice. */
const ESCAPE = pattern(/%(?:25)?(?:2b|2f|3d)/i);

/** Where the alphabet ended, and how far is looked. */
interface Reach {
  readonly from: number;
  readonly limit: number;
}

/** A key, or a part of one, in which a URL encodes characters. */
export interface EscapedKey {
  /** Where it ends. */
  readonly end: number;
  /** How many more characters are written than are meant. */
  readonly extra: number;
  /** Another escape has begun, and not all of it has come. */
  readonly isOpen: boolean;
}

/** Takes escapes of an alphabet, and characters of it between them, up to a limit. */
export function escapedKey(coming: ComingText, alphabet: CharacterKind, { from, limit }: Reach): EscapedKey {
  const { text } = coming;
  let end = from;
  let extra = 0;
  while (end < limit && hasEscapes(alphabet)) {
    const written = ESCAPE.at(coming, end)?.[0];
    if (written === undefined) {
      return { end, extra, isOpen: ESCAPE.isOpen(coming, end) };
    }
    extra += written.length - 1;
    end = runEnd(text, alphabet, end + written.length, limit);
  }
  return { end, extra, isOpen: false };
}

/** Takes characters of an alphabet, and escapes of such. */
export function whileEscaped(alphabet: CharacterKind): Swallow {
  return (coming, from) => {
    const { length } = coming.text;
    const reach = { from: runEnd(coming.text, alphabet, from, length), limit: length };
    const { end, isOpen } = escapedKey(coming, alphabet, reach);
    return { upTo: end, isDone: end < length && !isOpen };
  };
}

/** The characters that are meant. */
export function withoutEscapes(body: string): string {
  return decode(body).text;
}

/** Only an alphabet of base64 as RFC 4648 writes it first has these signs. */
function hasEscapes(alphabet: CharacterKind): boolean {
  return alphabet === KIND.base64 || alphabet === KIND.dotted;
}
