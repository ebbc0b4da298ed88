import { letterPattern } from '../pattern/letter-pattern.js';
import { isSign, SIGN } from '../redactor/character-sets.js';
import { isKind, KIND } from '../redactor/characters.js';
import { found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { isNamesake } from '../redactor/namesake.js';
import { isPersonName } from '../redactor/person.js';
import { isStatedName } from '../redactor/stated-name.js';
import { whenNeeded } from '../redactor/when-needed.js';

const TYPE = 'person_name';
/** Of letters beyond ASCII each is six signs at least. */
const LONGEST = 320;
const VALUE = letterPattern(String.raw`^[\p{L}\p{M}\d+%'._~-]*`);
/** The field behind the first of a form. */
const NEXT = /^&[\w.[\]-]{1,40}=/;
const NEXT_BEGUN = /^&[\w.[\]-]*$/;
const MAX_NEXT = 42;
const ENTITY = '&amp;';
const PLUS = /\+/g;
const ENCODED = /[+%]/;

/** What goes on behind the first word of a name that is encoded. */
const REST = whenNeeded(
  () => /(?:(?:\+|%20)(?=[\p{L}%])|%2[7cCeE]|%[89a-fA-F][\da-fA-F]|\.(?=[+%])|[\p{L}\p{M}'’-]){1,160}/uy,
);
const MAX_ESCAPE = 4;

/** Where a field stands, and its value behind the `=` that follows its name. */
export interface Parameter {
  readonly nameStart: number;
  readonly start: number;
}

/** The name of a person in a query, or in a form as it is sent: `?full_name=Marie+Curie`, `first_name=jane&last_name=…`. */
export function matchPersonParameter(window: Window, { nameStart, start }: Parameter): Verdict | undefined {
  const { text, isFinal } = window;
  const isInQuery = isBehindSign(window, nameStart);
  if (!isInQuery && !isFirst(window, nameStart)) {
    return undefined;
  }
  const value = VALUE.exec(text.slice(start, start + LONGEST))?.[0] ?? '';
  const end = start + value.length;
  if (end === text.length && !isFinal && value.length < LONGEST) {
    return undecided(nameStart);
  }
  if (value === '' || value.length === LONGEST || text.charAt(end) === '[' || !isName(value)) {
    return undefined;
  }
  const next = text.slice(end, end + MAX_NEXT);
  if (!isInQuery && next.length < MAX_NEXT && !isFinal && NEXT_BEGUN.test(next)) {
    return undecided(nameStart);
  }
  return isInQuery || NEXT.test(next) ? found(start, end, TYPE) : undefined;
}

/** `customer_name=Maria+Gonzalez`: all of the name, of which the first word was found behind a `=`. */
export function wholeParameter({ text, isFinal }: Window, verdict: Verdict | undefined): Verdict | undefined {
  if (verdict?.kind !== 'found' || text.charAt(verdict.end) !== '+') {
    return verdict;
  }
  const rest = REST();
  rest.lastIndex = verdict.end;
  const end = rest.test(text) ? rest.lastIndex : verdict.end;
  return end + MAX_ESCAPE > text.length && !isFinal ? undecided(verdict.start) : { ...verdict, end };
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
  const text = ENCODED.test(value) ? decoded(value) : value;
  return isStatedName(text) || isPersonName(text) || isNamesake(text);
}

/** Of a form; nothing, when it is no encoded text. */
export function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replace(PLUS, ' '));
  } catch {
    return '';
  }
}
