import { type RedactedText, swallowedBefore } from '../lex/redacted-text.js';

/** Text that stays, or a value that was replaced; undefined for one that is too long to be held. */
export type RawPart = string | { readonly type: string; readonly value: string | undefined };

/** A longer value is withheld to its end as it comes, and forgotten. */
const LONGEST_VALUE = 65_536;

/**
 * Tells what redacted pieces hide. A value may be withheld over any number of pieces: it is told when what follows it
 * comes, or the end.
 */
export function createHiddenValues(): (raw: string, redacted: RedactedText, isLast: boolean) => readonly RawPart[] {
  // Raw text that the redactor still holds.
  let held = '';
  // The value that the last piece ended with: more of it may come.
  let open: { readonly type: string; value: string } | undefined;

  return (raw, redacted, isLast) => {
    const parts: RawPart[] = [];
    const close = (): void => {
      if (open !== undefined) {
        parts.push(open);
        open = undefined;
      }
    };
    const show = (text: string): void => {
      if (text !== '') {
        close();
        parts.push(text);
      }
    };
    const hide = (text: string): void => {
      if (open !== undefined) {
        open.value += text;
        if (open.value.length > LONGEST_VALUE) {
          parts.push({ type: open.type, value: undefined });
          open = undefined;
        }
      }
    };
    const source = held + raw;
    held = source.slice(redacted.raw_chars);
    let from = swallowedBefore(redacted);
    let at = 0;
    hide(source.slice(0, from));
    for (const { type, at: start, length, raw_chars: chars } of redacted.replacements) {
      const begin = from + start - at;
      show(source.slice(from, begin));
      close();
      open = { type, value: '' };
      hide(source.slice(begin, begin + chars));
      from = begin + chars;
      at = start + length;
    }
    show(source.slice(from, from + redacted.text.length - at));
    if (isLast) {
      close();
    }
    return parts;
  };
}
