import type { FoundPlace } from '../contract/redaction.js';
import type { RedactedText } from './redactor.js';

/** Tells where in a raw text the findings of its redacted pieces begin. */
export interface Places {
  /** A piece of raw text that was pushed, and what the redactor gave back for it. */
  readonly next: (raw: string, redacted: RedactedText) => readonly FoundPlace[];
}

export function createPlaces(): Places {
  // Raw text that the redactor still holds.
  let raw = '';
  let line = 1;
  let column = 1;
  let byte = 0;

  /** Goes on over the first characters of the raw text. */
  const pass = (count: number): void => {
    const text = raw.slice(0, count);
    raw = raw.slice(count);
    byte += Buffer.byteLength(text);
    const lastBreak = text.lastIndexOf('\n');
    if (lastBreak >= 0) {
      line += countBreaks(text);
      column = 1;
    }
    column += countCharacters(text, lastBreak + 1);
  };

  return {
    next: (piece, { text, raw_chars, replacements }) => {
      raw += piece;
      const shown = replacements.reduce((sum, { length }) => sum - length, text.length);
      const replaced = replacements.reduce((sum, { raw_chars: chars }) => sum + chars, 0);
      // The rest of a value that was withheld before comes first.
      pass(raw_chars - shown - replaced);
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

/** A surrogate pair is one character. */
function countCharacters(text: string, from: number): number {
  let count = 0;
  for (let index = from; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    count += code >= 0xdc00 && code < 0xe000 ? 0 : 1;
  }
  return count;
}
