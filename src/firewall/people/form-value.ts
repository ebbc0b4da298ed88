import { found, type Verdict, type Window } from '../lex/detector.js';
import { whenNeeded } from '../lex/when-needed.js';
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

/** The rest of the name, its sign, and the value as far as it can be an encoded one. */
const FIELD = whenNeeded(() => /[\p{L}_]{0,14}=([\w%+.,-]{6,64})/uy);
const GOES_ON = /[\w%+-]/;
const ENCODED_DATE = /[%+]/;
const TWICE = /%25/g;
/** Where a date can end, and something else go on. */
const SIGNS = /[%+.,-]/g;

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** `dob=1984%2F07%2F19`, `dob=19+July+1984`: a date as links and forms send it, the longest that the value begins with. */
export function encodedDate(text: string, from: number, isDate: (text: string) => boolean): Stretch | undefined {
  const field = FIELD();
  field.lastIndex = from;
  const value = field.exec(text)?.[1] ?? '';
  if (!ENCODED_DATE.test(value)) {
    return undefined;
  }
  const end = field.lastIndex;
  const start = end - value.length;
  const isCutOff = GOES_ON.test(text.charAt(end));
  const ends = [...value.matchAll(SIGNS)].map(({ index }) => index);
  const length = [...ends, ...(isCutOff ? [] : [value.length])]
    .reverse()
    .find((to) => ENCODED_DATE.test(value.slice(0, to)) && isDate(formValue(value.slice(0, to).replace(TWICE, '%'))));
  return length === undefined ? undefined : { start, end: start + length };
}
