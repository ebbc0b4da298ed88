import type { MetValue, NameValues } from '../../contract/named-values.js';
import { createHiddenValues, type RawPart } from './hidden-values.js';
import type { RedactedText } from './redactor.js';
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
