import { swallowedBefore } from '../lex/redacted-text.js';
import type { RedactedText } from './redactor.js';

/**
 * Gives redacted pieces the raw text again that they show: the redactor was pushed a text of the same length, in which
 * other characters stood for some. Told each piece of raw text, and what the redactor gave back for it.
 */
export function createRestorer(): (raw: string, redacted: RedactedText) => string {
  // Raw text that the redactor still holds.
  let held = '';

  return (raw, redacted) => {
    const { text, raw_chars: rawChars, replacements } = redacted;
    const source = held + raw;
    held = source.slice(rawChars);
    // The rest of a value that was withheld before comes first.
    let from = swallowedBefore(redacted);
    let at = 0;
    let restored = '';
    for (const { at: start, length, raw_chars: chars } of replacements) {
      restored += source.slice(from, from + start - at) + text.slice(start, start + length);
      from += start - at + chars;
      at = start + length;
    }
    return restored + source.slice(from, from + text.length - at);
  };
}
