import { findNamed } from '../assignments/named-value.js';
import { matchValue } from '../bind/enclosed-value.js';
import { easternEnd, isEastern } from '../judge/east.js';
import type { ValueContext } from '../judge/field-rule.js';
import { isGivenName } from '../judge/given-person.js';
import { isWordForNothing } from '../judge/no-value-words.js';
import { isPersonName, personEnd } from '../judge/person.js';
import { isValue } from '../judge/secret-value.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import { type Enclosure, found, type Verdict, type Window } from '../lex/detector.js';
import { isKind, KIND, runStart } from '../pattern/characters.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { matchPersonParameter, wholeParameter } from './person-parameter.js';
import { isNamesake, isStatedName } from './stated-name.js';

export const PERSON_TYPE = 'person_name';

const MAX_SPACES = 24;
const MAX_INDENT = 40;
const MAX_FIELD = 48;
const MOST_GIVEN = 4;
const NEXT_CELL = ', ';
/** Around a member that a program prints, and what it holds: no type, and no name that was made short. */
const PRINTED_BEFORE = '({[, ';
const PRINTED_BEHIND = ',)}] ';
const PRINTED = letterPattern(String.raw`^\p{Lu}\p{Ll}{2}`);
const TYPE = /(?:Type|Field|Column|Schema|Name|String|Object|Value)$/;
/** No family is called so: two long words in one. */
const NAME_OF_TYPE = /^[A-Z][a-z]{4,20}(?:[A-Z][a-z]{3,20}){1,4}$/;
/** Behind a value in code. */
const GOES_ON = ',;)}';

/** The value of a field whose name says that it holds the name of a person. */
export function matchPersonField(window: Window, start: number, end: number): Verdict | undefined {
  const named = findNamed(window, start, end);
  if (named === undefined || 'kind' in named) {
    return named;
  }
  const { rule, enclosure } = named;
  if (rule.type !== PERSON_TYPE || (enclosure.statement !== undefined && enclosure.statement !== 'call')) {
    return undefined;
  }
  if (rule.value === 'full_name') {
    return matchWhole(window, start, enclosure);
  }
  return enclosure.close === ''
    ? matchUnquoted(window, start, named)
    : matchValue(window, enclosure, PERSON_TYPE, isNameValue);
}

function matchUnquoted(window: Window, start: number, { enclosure, nameEnd }: Place): Verdict | undefined {
  const parameter = enclosure.start === nameEnd + 1 ? matchOfQuery(window, start, enclosure.start) : undefined;
  if (parameter !== undefined) {
    return parameter;
  }
  const bare = wholeParameter(window, matchBare(window, start, enclosure.start));
  return bare ?? (isEastern(window.text, enclosure.start) ? undefined : matchLine(window, start, enclosure));
}

/** Where the name of a field ends, and its value stands. */
interface Place {
  readonly enclosure: Enclosure;
  readonly nameEnd: number;
}

/** Right behind the name of the field and `=`. */
function matchOfQuery(window: Window, nameStart: number, start: number): Verdict | undefined {
  const isAssigned = window.text.charAt(start - 1) === '=';
  return isAssigned ? matchPersonParameter(window, { nameStart: fieldStart(window, nameStart), start }) : undefined;
}

/** A name that was found, if something holds of it; what is undecided stays so. */
export function onlyIf(verdict: Verdict | undefined, holds: (found: Found) => boolean): Verdict | undefined {
  return verdict?.kind === 'found' && !holds(verdict) ? undefined : verdict;
}

type Found = Extract<Verdict, { kind: 'found' }>;

/** A person's name of so many words, which begins at an index. */
export function personVerdict(window: Window, from: number, least: number): Verdict | undefined {
  const end = isEastern(window.text, from) ? easternEnd(window, from) : personEnd(window, from, least);
  return end < 0 ? undefined : found(from, end, PERSON_TYPE);
}

/** Whether nothing but blanks stands before it in its line, its string or its element. */
export function isLineStart({ text, origin }: Window, start: number): boolean {
  const before = runStart(text, KIND.space, start, Math.max(0, start - MAX_SPACES));
  return (
    before === origin ||
    isKind(text, before - 1, KIND.lineEnd) ||
    isSign(text, before - 1, SIGN.quote) ||
    (text.charAt(before - 1) === '>' && !isArrow(text, before))
  );
}

/** How far a name is indented, the sign of a list before it included; -1 when something else stands before it. */
export function columnOf({ text, floor, origin }: Window, start: number): number {
  const lowest = Math.max(floor, start - MAX_INDENT);
  const blanks = runStart(text, KIND.space, start, lowest);
  const isItem = blanks < start && blanks > lowest && text.charAt(blanks - 1) === '-';
  const lineStart = isItem ? runStart(text, KIND.space, blanks - 1, lowest) : blanks;
  const isLine = lineStart === origin || (lineStart > floor && isKind(text, lineStart - 1, KIND.lineEnd));
  return isLine ? start - lineStart : -1;
}

/** `Client->>Client: Process Item`: who sends a message in a drawing. */
function isArrow(text: string, end: number): boolean {
  return text.charAt(end - 2) === '-' || text.startsWith('->>', end - 3);
}

/** What holds people, and firms as well: a name of two words, in quotes or where its line begins with the field. */
function matchWhole(window: Window, nameStart: number, enclosure: Enclosure): Verdict | undefined {
  if (enclosure.close !== '') {
    return matchValue(window, enclosure, PERSON_TYPE, (sample) => sample.includes(' ') && isPersonName(sample));
  }
  return isLineStart(window, fieldStart(window, nameStart)) ? personVerdict(window, enclosure.start, 2) : undefined;
}

/** Not a type: `fullName: Identifier,`, `LAST_NAME: ProviderAttribute;`. */
function matchBare(window: Window, nameStart: number, from: number): Verdict | undefined {
  return onlyIf(
    personVerdict(window, from, 1),
    ({ end }) =>
      !(window.text.charAt(end) === ';' && NAME_OF_TYPE.test(window.text.slice(from, end))) &&
      (!isKind(window.text, nameStart - 1, KIND.lower) ||
        ['', '\n', '\r', '&', '<'].includes(window.text.charAt(end)) ||
        isInForm(window, nameStart, end) ||
        isPrinted(window, nameStart, { from, end })),
  );
}

/** `User(firstName=Jonathan, lastName=Ostrowski)`: as programs print their objects. */
function isPrinted(window: Window, nameStart: number, { from, end }: { from: number; end: number }): boolean {
  const { text, floor } = window;
  const start = fieldStart(window, nameStart);
  const value = text.slice(from, end);
  const isBegun = isLineStart(window, start) || (start > floor && PRINTED_BEFORE.includes(text.charAt(start - 1)));
  return (
    text.charAt(from - 1) === '=' &&
    isBegun &&
    !text.slice(start, nameStart).includes('.') &&
    PRINTED_BEHIND.includes(text.charAt(end)) &&
    PRINTED.test(value) &&
    !TYPE.test(value) &&
    !isWordForNothing(value)
  );
}

/** `Vorname: Johannes, Nachname: …`: with a capital, in a line of labels. */
function isInForm(window: Window, nameStart: number, end: number): boolean {
  const { text, floor, recent } = window;
  const start = fieldStart(window, nameStart);
  const isBehindName = start - NEXT_CELL.length === floor && recent[0] === PERSON_TYPE;
  return (
    isKind(text, start, KIND.upper) &&
    text.startsWith(NEXT_CELL, end) &&
    // What was replaced there could have been a part of the name.
    text.charAt(end + NEXT_CELL.length) !== '[' &&
    (isLineStart(window, start) || (isBehindName && text.startsWith(NEXT_CELL, floor)))
  );
}

/** `last_name: van der berg`, where name and value are all of a line. */
function matchLine(window: Window, nameStart: number, enclosure: Enclosure): Verdict | undefined {
  const { text } = window;
  if (enclosure.statement !== undefined || enclosure.isSpaced === true || text.charAt(enclosure.start) === '[') {
    return undefined;
  }
  const line = { ...enclosure, stop: KIND.lineEnd, isLine: true };
  const field = fieldStart(window, nameStart);
  if (isLineStart(window, field)) {
    return matchValue(window, line, PERSON_TYPE, isNameLine);
  }
  const isBegun = text.charAt(field - 1) === ' ' && isLineStart(window, fieldStart(window, field - 1));
  return isBegun ? matchValue(window, line, PERSON_TYPE, isGivenLine) : undefined;
}

function fieldStart({ text, floor }: Window, nameStart: number): number {
  return runStart(text, KIND.name, nameStart, Math.max(floor, nameStart - MAX_FIELD));
}

function isNameLine(sample: string, { after }: ValueContext): boolean {
  return !GOES_ON.includes(after.charAt(0) || ' ') && (isStatedName(sample) || isNamesake(sample));
}

/** `full name: jane doe`: sentences stand behind such words too. */
function isGivenLine(sample: string, context: ValueContext): boolean {
  const words = sample.trim().split(' ');
  return words.length > 1 && words.length <= MOST_GIVEN && isGivenName(words[0] ?? '') && isNameLine(sample, context);
}

function isNameValue(sample: string, context: ValueContext): boolean {
  return (isPersonName(sample) && isValue(sample, context)) || isStatedName(sample) || isNamesake(sample);
}
