import { createHmac } from 'node:crypto';
import type { Window } from './detector.js';
import { plainForm } from './plain-form.js';

/** Makes the placeholder that stands for a value of a type; the value is a part of a text. */
export type Labeller = (type: string, text: string, from: number, to: number) => string;

/** With a key, equal values of a type get equal placeholders, so that redacted rows can still be joined. */
export function createLabeller(pseudonymKey: Uint8Array | undefined): Labeller {
  if (pseudonymKey === undefined) {
    const made = new Map<string, string>();
    return (type) => {
      const placeholder = made.get(type) ?? `[REDACTED:${type}]`;
      made.set(type, placeholder);
      return placeholder;
    };
  }
  return (type, text, from, to) => {
    const value = `${type}\0${normalise(type, text.slice(from, to))}`;
    const digest = createHmac('sha256', pseudonymKey).update(value).digest('hex');
    return `[REDACTED:${type}:${digest.slice(0, 4)}]`;
  };
}

export const PLACEHOLDER_START = '[REDACTED:';
const OPENING = 0x5b;

const LONGEST_PLACEHOLDER = 48;
const PLACEHOLDER = /^\[REDACTED:[a-z][a-z0-9_]{0,29}(?::[0-9a-f]{4})?\]/;

/**
 * The index behind a placeholder that begins at an index; -1 when there is none, `undefined` when the text ends
 * before that is certain.
 */
export function placeholderEnd(text: string, start: number, isFinal: boolean): number | undefined {
  if (start < text.length && text.charAt(start) !== '[') {
    return -1;
  }
  const available = text.slice(start, start + LONGEST_PLACEHOLDER);
  const whole = PLACEHOLDER.exec(available);
  if (whole !== null) {
    return start + whole[0].length;
  }
  const couldGrow = available.length < LONGEST_PLACEHOLDER && !available.includes(']');
  const begins = PLACEHOLDER_START.startsWith(available) || available.startsWith(PLACEHOLDER_START);
  return couldGrow && begins && !isFinal ? undefined : -1;
}

/**
 * Whether an index lies in a placeholder; `undefined` when more text is needed. Its first word is met before the
 * placeholder as a whole.
 */
export function isInPlaceholder({ text, floor, isFinal }: Window, index: number): boolean | undefined {
  const lowest = Math.max(floor, index - PLACEHOLDER_START.length);
  const opening = text.slice(lowest, index + 1).lastIndexOf('[');
  if (opening < 0) {
    return false;
  }
  const end = placeholderEnd(text, lowest + opening, isFinal);
  return end === undefined ? undefined : end > index;
}

/**
 * Whether a placeholder follows; `undefined` when more text is needed. Something that touches a finding does not end
 * there, and so does not end before the finding's placeholder either.
 */
export function isBeforePlaceholder(text: string, index: number, isFinal: boolean): boolean | undefined {
  if (index < text.length && text.charCodeAt(index) !== OPENING) {
    return false;
  }
  const available = text.slice(index, index + PLACEHOLDER_START.length);
  if (available.length < PLACEHOLDER_START.length && PLACEHOLDER_START.startsWith(available) && !isFinal) {
    return undefined;
  }
  return available === PLACEHOLDER_START;
}

const ENCODED_AT = /%(?:25)?40|&#0*64;|&#x0*40;|&commat;|\\+u0040|\\x40|"@|\s?[([{]at[)\]}]\s?/;
const SPELT_DOT = /\s?[([{]dot[)\]}]\s?/g;

function normalise(type: string, value: string): string {
  switch (type) {
    case 'email':
      return plainForm(value).toLowerCase().replace(ENCODED_AT, '@').replace(SPELT_DOT, '.');
    case 'phone':
    case 'card':
    case 'ssn':
      return value.replace(/\D/g, '');
    case 'iban':
      return value.replace(/[^0-9a-z]/gi, '').toUpperCase();
    default:
      return value;
  }
}
