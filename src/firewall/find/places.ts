import type { FoundPlace } from '../../contract/redaction.js';
import { swallowedBefore } from '../lex/redacted-text.js';
import type { RedactedText } from './redactor.js';

const FORMER = 0xd800;
const LATER = 0xdc00;

/** Tells where in a raw text the findings of its redacted pieces begin. */
export interface Places {
  /** A piece of raw text that was pushed, and what the redactor gave back for it. */
  readonly next: (raw: string, redacted: RedactedText) => readonly FoundPlace[];
}

export function createPlaces(byteLength: (text: string) => number): Places {
  // Raw text that the redactor still holds.
  let raw = '';
  let line = 1;
  let column = 1;
  let byte = 0;

  /** Goes on over the first characters of the raw text. */
  const pass = (count: number): void => {
    const text = raw.slice(0, count);
    raw = raw.slice(count);
    byte += byteLength(text);
    const lastBreak = text.lastIndexOf('\n');
    if (lastBreak >= 0) {
      line += countBreaks(text);
      column = 1;
    }
    column += countCharacters(text, lastBreak + 1);
  };

  return {
    next: (piece, redacted) => {
      const { text, replacements } = redacted;
      raw += piece;
      // The rest of a value that was withheld before comes first.
      pass(swallowedBefore(redacted));
      const found: FoundPlace[] = [];
      let at = 0;
      for (const { type, detector = '', at: start, length, raw_chars: chars } of replacements) {
        pass(start - at);
        found.push({ type, detector, line, column, byte });
        pass(chars);
        at = start + length;
      }
      pass(text.length - at);
      return found;
    },
  };
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

/** A surrogate pair is one character, and so is a byte that is none. */
function countCharacters(text: string, from: number): number {
  let count = 0;
  for (let index = from; index < text.length; index += 1) {
    const isSecond = isHalf(text, index, LATER) && index > 0 && isHalf(text, index - 1, FORMER);
    count += isSecond ? 0 : 1;
  }
  return count;
}

function isHalf(text: string, index: number, which: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === which;
}
