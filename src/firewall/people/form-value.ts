import { found, type Verdict, type Window } from '../lex/detector.js';
import { pattern } from '../pattern/coming-text.js';
import { ADDRESS_TYPE, isAddress } from './address-forms.js';

const PLUSES = /\+/g;

/** The text of a value as links and forms send it; nothing, when it is no encoded text. */
export function formValue(value: string): string {
  try {
    return decodeURIComponent(value.replace(PLUSES, ' '));
  } catch {
    return '';
  }
}

const VALUE = pattern(/[\w.*~%+-]{1,160}/);
/** A word, also with letters beyond ASCII, and a blank. */
const ENCODED = /^(?:\w|%[C-F])(?:[\w.*~-]|%[89A-F][\dA-F]){0,80}(?:\+|%20)/i;

/** `address=12+Main+Street%2C+Springfield`, as forms send it: all of the value, as far as it is encoded. */
export function matchEncodedAddress(window: Window, from: number, isSure: boolean): Verdict | undefined {
  const value = VALUE.at(window, from)?.[0] ?? '';
  return ENCODED.test(value) && isAddress(formValue(value), isSure)
    ? found(from, from + value.length, ADDRESS_TYPE)
    : undefined;
}
