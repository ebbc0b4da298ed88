import { isEastern, isEasternName } from '../judge/east.js';
import { fieldRule } from '../judge/field-names.js';
import { isGivenPerson, isLikelyPerson, isOfThings, isPersonDetail, isPhoneBegun } from '../judge/given-person.js';
import { isPersonName } from '../judge/person.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import { found, type Verdict, type Window } from '../lex/detector.js';
import { BACKSLASH, isKind, KIND, LAST_ASCII } from '../pattern/characters.js';
import { searched } from '../pattern/coming-text.js';
import { COLON, hasMemberBefore, hasMemberBehind, hasOwner, MAX_BEHIND } from './json-members.js';
import { PERSON_TYPE } from './person-field.js';
import { isFactOfPeople } from './person-fields.js';

const NEXT_MEMBER = /^"\s*,\s*"$/;
/** Between the name and the first letter of its value. */
const MAX_SIGNS = 24;
const MAX_NAME = 72;

/** `"name": "Jane Doe"` in an object that is a customer or the like, or that has an e-mail address or a birth date. */
export function matchPersonMember(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const signsEnd = behindSigns(text, end);
  const from = searched(window, signsEnd, signsEnd + 1);
  if (!isLetter(text, from) || !isSign(text, from - 1, SIGN.quote)) {
    return undefined;
  }
  const to = contentEnd(window, from);
  const name = text.slice(from, to);
  if (to === from || !isName(name)) {
    return undefined;
  }
  const isPerson =
    hasOwner(text, window.floor, start) ||
    hasFactBefore(window, start, name) ||
    hasFactBehind(window, to, name) ||
    (isGivenPerson(name) && !isThing(window, start, to));
  return isPerson ? found(from, to, PERSON_TYPE) : undefined;
}

/** Whether another member of the object says that it is a thing: asked when all of it was seen, or enough. */
function isThing({ text, floor }: Window, start: number, end: number): boolean {
  return hasMemberBefore(text, { floor, at: start }, isOfThings) || hasMemberBehind(text, end, isOfThings) === true;
}

function isName(value: string): boolean {
  return isEastern(value, 0) ? isEasternName(value) : isPersonName(value);
}

function isLetter(text: string, index: number): boolean {
  return isKind(text, index, KIND.upper) || text.charCodeAt(index) > LAST_ASCII;
}

/** Behind the quotes, the colon and the blanks that follow a key; the same place when there is no colon. */
function behindSigns(text: string, from: number): number {
  let at = from;
  let colons = 0;
  while (at < from + MAX_SIGNS && isBetween(text, at)) {
    colons += text.charCodeAt(at) === COLON ? 1 : 0;
    at += 1;
  }
  return colons === 1 || at === text.length ? at : from;
}

function isBetween(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === COLON || code === BACKSLASH || isSign(text, at, SIGN.quote) || isKind(text, at, KIND.space);
}

/** Where a value of several words ends, before the quote that closes it; its beginning when it cannot be a name. */
function contentEnd(window: Window, from: number): number {
  const { text } = window;
  const stops = `${text.charAt(from - 1)}\\\n`;
  const limit = Math.min(text.length, from + MAX_NAME);
  let at = from;
  while (at < limit && !stops.includes(text.charAt(at)) && !isKind(text, at, KIND.digit)) {
    at += 1;
  }
  if (at === limit) {
    searched(window, at, from + MAX_NAME + 1);
  }
  const isEnd = at === limit ? at === text.length : !isKind(text, at, KIND.digit);
  return isEnd && (isEastern(text, from) || text.slice(from, at).includes(' ')) ? at : from;
}

/** Whether a member before the name is one that only people have, as far as it may be seen, or was one that was hidden. */
function hasFactBefore(window: Window, start: number, name: string): boolean {
  const { text, floor } = window;
  return (
    hasMemberBefore(text, { floor, at: start }, isFactOf(text, name)) ||
    window.isPersonAt(start) ||
    (isBehindDetail(window, start) && isLikelyPerson(name))
  );
}

/** Whether a member behind the name is one that only people have. */
function hasFactBehind(window: Window, from: number, name: string): boolean {
  const { text } = window;
  const isFound = hasMemberBehind(text, from, isFactOf(text, name));
  if (isFound === undefined) {
    // What stands behind the last key has to be seen too.
    searched(window, text.length, from + MAX_BEHIND + MAX_SIGNS + 1);
  }
  return isFound === true;
}

function isFactOf(text: string, name: string): (key: string, colon: number) => boolean {
  return (key, colon) => {
    const rule = fieldRule(key);
    const isDetail = isPersonDetail(key, rule) && isFilled(text, colon, rule?.type) && isLikelyPerson(name);
    return isFactOfPeople(rule?.type) || isDetail;
  };
}

/** The value of a phone begins with a digit or its sign. */
function isFilled(text: string, colon: number, type: string | undefined): boolean {
  return type !== 'phone' || isPhoneBegun(text.charAt(behindSigns(text, colon)));
}

/** A phone was found as the value of the member before. */
function isBehindDetail({ text, floor, recent }: Window, start: number): boolean {
  return recent[0] === 'phone' && start - floor < MAX_SIGNS && NEXT_MEMBER.test(text.slice(floor, start));
}
