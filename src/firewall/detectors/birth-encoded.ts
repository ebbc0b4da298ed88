/** The rest of the name, its sign, and the value as far as it can be an encoded one. */
const FIELD = /[\p{L}_]{0,14}=([\w%+.,-]{6,64})(?![\w%+-])/uy;
const ENCODED = /[%+]/;
const PLUSES = /\+/g;
const STOPS = /[.,]+$/;

export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** `dob=1984%2F07%2F19`, `dob=19+July+1984`: a date as links and forms send it; all of the value has to be one. */
export function encodedDate(text: string, from: number, isDate: (text: string) => boolean): Stretch | undefined {
  FIELD.lastIndex = from;
  const value = FIELD.exec(text)?.[1] ?? '';
  const start = FIELD.lastIndex - value.length;
  const date = value.replace(STOPS, '');
  return ENCODED.test(date) && isDate(decoded(date)) ? { start, end: start + date.length } : undefined;
}

/** Nothing, when it is no encoded text. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replace(PLUSES, ' '));
  } catch {
    return '';
  }
}
