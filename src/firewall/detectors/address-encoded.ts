import { found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { ADDRESS_TYPE, isAddress } from './address-forms.js';

const MAX_VALUE = 160;
const VALUE = /[\w.*~%+-]{1,160}/y;
/** A word, also with letters beyond ASCII, and a blank. */
const ENCODED = /^(?:\w|%[C-F])(?:[\w.*~-]|%[89A-F][\dA-F]){0,80}(?:\+|%20)/i;
const PLUSES = /\+/g;

/** `address=12+Main+Street%2C+Springfield`, as forms send it: all of the value, as far as it is encoded. */
export function matchEncodedAddress({ text, isFinal }: Window, from: number, isSure: boolean): Verdict | undefined {
  VALUE.lastIndex = from;
  const value = VALUE.exec(text)?.[0] ?? '';
  const end = from + value.length;
  if (end === text.length && value.length < MAX_VALUE && !isFinal) {
    return undecided(from);
  }
  return ENCODED.test(value) && isAddress(decoded(value), isSure) ? found(from, end, ADDRESS_TYPE) : undefined;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replace(PLUSES, ' '));
  } catch {
    return '';
  }
}
