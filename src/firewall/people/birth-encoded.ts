import { whenNeeded } from '../lex/when-needed.js';
import { formValue } from './form-value.js';

/** The rest of the name, its sign, and the value as far as it can be an encoded one. */
const FIELD = whenNeeded(() => /[\p{L}_]{0,14}=([\w%+.,-]{6,64})/uy);
const GOES_ON = /[\w%+-]/;
const ENCODED = /[%+]/;
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
  if (!ENCODED.test(value)) {
    return undefined;
  }
  const end = field.lastIndex;
  const start = end - value.length;
  const isCutOff = GOES_ON.test(text.charAt(end));
  const ends = [...value.matchAll(SIGNS)].map(({ index }) => index);
  const length = [...ends, ...(isCutOff ? [] : [value.length])]
    .reverse()
    .find((to) => ENCODED.test(value.slice(0, to)) && isDate(formValue(value.slice(0, to).replace(TWICE, '%'))));
  return length === undefined ? undefined : { start, end: start + length };
}
