import type { MetValue, NameValues } from '../../contract/named-values.js';
import { type RedactedText, swallowedBefore } from '../lex/redacted-text.js';
import { readPlaceholder, splitPlaceholders } from './split-placeholders.js';

/** The raw text but for its values, which have the names that they were given in their place. */
export interface NamedText {
  readonly next: (raw: string, redacted: RedactedText, isLast: boolean) => Promise<string>;
  /** Whether something was replaced in what has left. */
  readonly isChanged: () => boolean;
}

/**
 * Puts names in the place of values. A placeholder with a name that stood in the text before is told too: it must not be
 * taken for one of these.
 */
export function createNamedText(name: NameValues): NamedText {
  const valuesOf = createHiddenValues();
  // The beginning of what may become a placeholder.
  let begun = '';
  let isChanged = false;

  const partsOf = (part: RawPart): readonly (string | MetValue)[] => {
    const { parts, rest } =
      typeof part === 'string'
        ? splitPlaceholders(begun + part, false)
        : { parts: [begun, { ...part, isPlaceholder: false }], rest: '' };
    begun = rest;
    return parts.map((each) => (typeof each === 'object' && 'placeholder' in each ? metOf(each.placeholder) : each));
  };

  return {
    async next(raw, redacted, isLast) {
      const parts = valuesOf(raw, redacted, isLast).flatMap(partsOf);
      if (isLast) {
        parts.push(begun);
        begun = '';
      }
      const met = parts.filter((part) => typeof part === 'object');
      const names = met.length === 0 ? [] : await name(met);
      isChanged ||= names.some((given, index) => given !== met[index]?.value);
      let named = 0;
      return parts.map((part) => (typeof part === 'object' ? (names[named++] ?? '') : part)).join('');
    },
    isChanged: () => isChanged,
  };
}

/** One that does not say which value it stands for cannot be mistaken. */
function metOf(placeholder: string): string | MetValue {
  const { type, isNamed } = readPlaceholder(placeholder);
  return isNamed ? { type, value: placeholder, isPlaceholder: true } : placeholder;
}

/** Text that stays, or a value that was replaced; undefined for one that is too long to be held. */
type RawPart = string | { readonly type: string; readonly value: string | undefined };
/** A longer value is withheld to its end as it comes, and forgotten. */
const LONGEST_VALUE = 65_536;

/**
 * Tells what redacted pieces hide. A value may be withheld over any number of pieces: it is told when what follows it
 * comes, or the end.
 */
function createHiddenValues(): (raw: string, redacted: RedactedText, isLast: boolean) => readonly RawPart[] {
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
