import { beginsWithGivenName } from '../judge/given-names.js';
import { isPersonName } from '../judge/person.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import type { Verdict, Window } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { matchPersonField, onlyIf, PERSON_TYPE } from './person-field.js';

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
