import { BACKSLASH } from './characters.js';

const ESCAPE = 0x1b;
/** The signs of a terminal for colours and for the rest of a line, also as programs write them in strings. */
const COLOUR = /(?:\x1b|\\{1,4}(?:x1b|u001b|033|e))\[[\d;:]{0,20}[mK]/iy;
const COLOURS = new RegExp(COLOUR.source, 'gi');
const LONGEST = 32;
const MAX_COLOURS = 6;

/** More text has to be seen to know where the colours end. */
export const MORE_COLOURS = -1;

/** The end of the colours that begin at an index, which is the index itself where none begin. */
export function behindColours(text: string, from: number, isFinal: boolean): number {
  let at = from;
  for (let count = 0; count < MAX_COLOURS && couldBeColour(text, at); count += 1) {
    if (at + LONGEST > text.length && !isFinal) {
      return MORE_COLOURS;
    }
    COLOUR.lastIndex = at;
    if (!COLOUR.test(text)) {
      break;
    }
    at = COLOUR.lastIndex;
  }
  return at;
}

/** Whether a colour, or a string's escape of one, can begin here. */
export function couldBeColour(text: string, at: number): boolean {
  const code = at < text.length ? text.charCodeAt(at) : 0;
  return code === ESCAPE || (code === BACKSLASH && isEscaped(text, at + 1));
}

/** The letter or digit behind the backslash; with no more text it is not known yet. */
function isEscaped(text: string, at: number): boolean {
  return at >= text.length || '\\xX0eEuU'.includes(text.charAt(at));
}

/** A value as it looks on a terminal. */
export function withoutColours(value: string): string {
  return value.includes('\x1b') || value.includes('\\') ? value.replace(COLOURS, '') : value;
}
