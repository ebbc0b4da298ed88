import { BACKSLASH, ESCAPE } from '../pattern/characters.js';
import { type ComingText, pattern } from '../pattern/coming-text.js';

/** The escape that begins a sign of a terminal, as programs write it in strings; sources of patterns in any case. */
export const WRITTEN_ESCAPE = String.raw`\\{1,4}(?:x1b|u001b|033|e)`;
/** Behind it, for colours and for the rest of a line. */
export const COLOUR_BODY = String.raw`\[[\d;:]{0,20}[mK]`;
const COLOUR_FORM = new RegExp(String.raw`(?:\x1b|${WRITTEN_ESCAPE})${COLOUR_BODY}`, 'i');
const COLOUR = pattern(COLOUR_FORM);
const COLOURS = new RegExp(COLOUR_FORM, 'gi');
const MAX_COLOURS = 6;

/** The end of the colours that begin at an index, which is the index itself where none begin. */
export function behindColours(coming: ComingText, from: number): number {
  const { text } = coming;
  let at = from;
  for (let count = 0; count < MAX_COLOURS && couldBeColour(text, at); count += 1) {
    const colour = COLOUR.at(coming, at);
    if (colour === undefined) {
      break;
    }
    at += colour[0].length;
  }
  return at;
}

/** Whether a colour, or a string's escape of one, can begin here. */
function couldBeColour(text: string, at: number): boolean {
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
