import type { Swallow, Window } from '../lex/detector.js';
import { type CharacterKind, KIND, runEnd } from '../pattern/characters.js';
import { pattern } from '../pattern/pattern.js';

/** `+`, `/` and `=` as URLs encode them, once or twice. */
const ESCAPE = /%(?:25)?(?:2b|2f|3d)/iy;
const ESCAPES = new RegExp(ESCAPE.source, 'gi');
const NEXT = pattern(/%(?:25)?(?:2b|2f|3d)/i);
const PERCENT = 0x25;

/** What is left of a key behind the place where its alphabet ends at an escape. */
export interface EscapedRest {
  /** Where the key ends. */
  readonly end: number;
  /** How many more characters are written than are meant. */
  readonly extra: number;
}

/** The rest of a key that a URL encodes; `undefined` when no escape of its alphabet stands at the index. */
export function escapedRest(
  window: Window,
  alphabet: CharacterKind,
  from: number,
  limit: number,
): EscapedRest | undefined {
  let at = from;
  let extra = 0;
  while (at < limit && hasEscapes(alphabet)) {
    const written = NEXT.at(window, at)?.[0];
    if (written === undefined) {
      break;
    }
    extra += written.length - 1;
    at = runEnd(window.text, alphabet, at + written.length, limit);
  }
  return at > from ? { end: at, extra } : undefined;
}

/** Takes characters of an alphabet, and escapes of such. */
export function whileEscaped(alphabet: CharacterKind): Swallow {
  return (coming, from) => {
    const { text } = coming;
    let at = runEnd(text, alphabet, from, text.length);
    for (let end = afterEscape(text, alphabet, at); end > at; end = afterEscape(text, alphabet, at)) {
      at = runEnd(text, alphabet, end, text.length);
    }
    return { upTo: at, isDone: at < text.length && !(hasEscapes(alphabet) && NEXT.isOpen(coming, at)) };
  };
}

/** The characters that are meant. */
export function withoutEscapes(body: string): string {
  return body.replace(ESCAPES, (written) => decodeURIComponent(`%${written.slice(-2)}`));
}

/** Only an alphabet of base64 as RFC 4648 writes it first has these signs. */
function hasEscapes(alphabet: CharacterKind): boolean {
  return alphabet === KIND.base64 || alphabet === KIND.dotted;
}

function afterEscape(text: string, alphabet: CharacterKind, at: number): number {
  return hasEscapes(alphabet) ? escapeEnd(text, at) : at;
}

function escapeEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== PERCENT) {
    return at;
  }
  ESCAPE.lastIndex = at;
  return ESCAPE.test(text) ? ESCAPE.lastIndex : at;
}
