import { beginsWithGivenName, personWords } from '../judge/given-person.js';
import { isPersonName } from '../judge/person.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import { found, type Verdict, type Window } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { pattern, searched } from '../pattern/coming-text.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { formValue } from './form-value.js';
import { nameBehind } from './name-behind.js';
import { matchPersonField, onlyIf, PERSON_TYPE } from './person-field.js';
import { isFactOfPeople, isPersonKey, namesFactOfPeople } from './person-fields.js';
import { isBehindSign, isFirst } from './person-parameter.js';

/** All of the query behind the sign of the field; the fields in it. */
const QUERY = /^[^\s"'<>`\\]*/;
const MAX_BEHIND = 512;
const NEXT = '&';
const ENTITY = /^amp;/;
/** A capital, or a letter beyond ASCII. */
const BEGIN = letterPattern(String.raw`^(?:\p{Lu}|%[c-fC-F])`);
const JOINED = /\+|%20/;
const ESCAPE = 3;
/** What has fewer signs is a switch, not a fact. */
const FIELD = /^([\w.[\]-]{1,40})=.{6}/;
/** Between the fact that was found before and this field. */
const BETWEEN = /^(?:&(?:amp;)?[\w.[\]-]{1,40}=[\w%+.~-]{0,40}){0,2}&(?:amp;)?$/;
const MAX_BETWEEN = 120;

/** `?name=Jane+Doe&email=…`: a bare name, which things have too, beside what only people have. */
export function matchQueryName(window: Window, nameStart: number, nameEnd: number): Verdict | undefined {
  const { text } = window;
  if (text.charAt(nameEnd) !== '=' || (!isBehindSign(window, nameStart) && !isFirst(window, nameStart))) {
    return undefined;
  }
  const start = nameEnd + 1;
  const sample = text.slice(start, start + MAX_BEHIND);
  const query = QUERY.exec(sample)?.[0] ?? '';
  const [value = '', ...others] = query.split(NEXT);
  if (!mayBeName(value, others.length > 0)) {
    return undefined;
  }
  if (query.length === sample.length) {
    searched(window, text.length, start + MAX_BEHIND);
  }
  return isName(value) && (others.some(isFact) || isBehindFact(window, nameStart))
    ? found(start, start + value.length, 'person_name')
    : undefined;
}

/** Of a value that goes on so much as has come. */
function mayBeName(value: string, isWhole: boolean): boolean {
  return (BEGIN.test(value) || value.length < ESCAPE) && (!isWhole || isName(value));
}

function isName(value: string): boolean {
  const name = JOINED.test(value) ? formValue(value) : '';
  return name.includes(' ') && isPersonName(name) && personWords(name) !== undefined;
}

function isFact(field: string): boolean {
  const name = FIELD.exec(field.replace(ENTITY, ''))?.[1];
  return name !== undefined && namesFactOfPeople(name);
}

/** `?email=…&name=Jane+Doe` */
function isBehindFact({ text, floor, recent }: Window, nameStart: number): boolean {
  return isFactOfPeople(recent[0]) && nameStart - floor < MAX_BETWEEN && BETWEEN.test(text.slice(floor, nameStart));
}

/** The element around that of the name, up to which nothing but blanks stands. */
const OWNER = /<(?:\w{1,16}:)?([A-Za-z_][\w.-]{1,31})(?:\s[^<>]{0,48})?>\s{0,24}<$/;
const MAX_BEFORE = 140;

/** `<customer><name>Jane Doe</name>`: in the element of somebody, as in an object of that name. */
export const matchPersonElement = nameBehind({
  at: ({ text, floor }, start) =>
    isPersonKey(OWNER.exec(text.slice(Math.max(floor, start - MAX_BEFORE), start))?.[1] ?? ''),
  between: pattern(/>/),
  least: 2,
  behind: pattern(/<\//),
});

/** Of `fname` and `lname`. */
const INITIALS = 'fFlL';
/** Between the two of them. */
const MAX_APART = 24;
const CAPITALS = /^[A-Z]+$/;

/** Whether the word before is nothing but an initial. */
export function isShortName({ text, floor }: Window, start: number): boolean {
  const isInWord = start - 1 > floor && isKind(text, start - 2, KIND.alphanumeric);
  return start > floor && INITIALS.includes(text.charAt(start - 1)) && !isInWord;
}

/**
 * `"fname": "Jane"`, `fname=Jane&lname=Roe`. In programs it is the name of a file, so that the value must be a given name,
 * stand behind a name, or have a capital and a key in quotes before it.
 */
export function matchShortName(window: Window, start: number, end: number): Verdict | undefined {
  return onlyIf(matchPersonField(window, start, end), (verdict) => {
    const { text, floor, recent } = window;
    const value = text.slice(verdict.start, verdict.end);
    const isMember = isSign(text, end, SIGN.quote) && isPersonName(value) && !CAPITALS.test(value);
    const isBehindName = recent[0] === PERSON_TYPE && start - floor < MAX_APART;
    return isMember || isBehindName || beginsWithGivenName(value);
  });
}
