import { isPersonName } from '../judge/person.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import { found, type Verdict, type Window } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { comingLetters, pattern } from '../pattern/coming-text.js';
import { formValue } from './form-value.js';
import { isNamesake, isStatedName } from './stated-name.js';

const TYPE = 'person_name';
/** Of letters beyond ASCII each is six signs at least. */
const LONGEST = 320;
const VALUE = comingLetters(String.raw`[\p{L}\p{M}\d+%'._~-]{0,320}`);
/** The field behind the first of a form. */
const NEXT = pattern(/&[\w.[\]-]{1,40}=/);
const ENTITY = '&amp;';
const ENCODED = /[+%]/;

/** What goes on behind the first word of a name that is encoded. */
const REST = comingLetters(
  String.raw`(?:(?:\+|%20)(?=[\p{L}%])|%2[7cCeE]|%[89a-fA-F][\da-fA-F]|\.(?=[+%])|[\p{L}\p{M}'’-]){1,160}`,
);

/** Where a field stands, and its value behind the `=` that follows its name. */
export interface Parameter {
  readonly nameStart: number;
  readonly start: number;
}

/** The name of a person in a query, or in a form as it is sent: `?full_name=Marie+Curie`, `first_name=jane&last_name=…`. */
export function matchPersonParameter(window: Window, { nameStart, start }: Parameter): Verdict | undefined {
  const isInQuery = isBehindSign(window, nameStart);
  if (!isInQuery && !isFirst(window, nameStart)) {
    return undefined;
  }
  const value = VALUE.at(window, start, nameStart)?.[0] ?? '';
  const end = start + value.length;
  if (value === '' || value.length >= LONGEST || window.text.charAt(end) === '[' || !isName(value)) {
    return undefined;
  }
  return isInQuery || NEXT.at(window, end, nameStart) !== undefined ? found(start, end, TYPE) : undefined;
}

/** `customer_name=Maria+Gonzalez`: all of the name, of which the first word was found behind a `=`. */
export function wholeParameter(window: Window, verdict: Verdict | undefined): Verdict | undefined {
  if (verdict?.kind !== 'found' || window.text.charAt(verdict.end) !== '+') {
    return verdict;
  }
  return { ...verdict, end: verdict.end + (REST.at(window, verdict.end)?.[0].length ?? 0) };
}

/** `?name=`, `&name=`, `&amp;name=`; but not `&&name=`. */
export function isBehindSign({ text, floor }: Window, nameStart: number): boolean {
  const before = nameStart > floor ? text.charAt(nameStart - 1) : '';
  const isTwice = nameStart - 1 > floor && text.charAt(nameStart - 2) === before;
  const isEntity =
    before === ';' && nameStart - ENTITY.length >= floor && text.startsWith(ENTITY, nameStart - ENTITY.length);
  return isEntity || ((before === '?' || before === '&') && !isTwice);
}

/** The first field of a form: nothing stands before it in its line, word or string. */
export function isFirst({ text, floor, origin }: Window, nameStart: number): boolean {
  const before = nameStart - 1;
  return (
    nameStart === origin || (before >= floor && (isKind(text, before, KIND.pause) || isSign(text, before, SIGN.quote)))
  );
}

function isName(value: string): boolean {
  const text = ENCODED.test(value) ? formValue(value) : value;
  return isStatedName(text) || isPersonName(text) || isNamesake(text);
}
