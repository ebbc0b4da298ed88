import { isSign, SIGN } from '../lex/character-sets.js';
import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { BLANK, COLON, COMMA, firstOf, isKind, KIND, LETTER, runEnd, SPACE } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { openBracketed } from './bracketed.js';
import { type Name, openLinked } from './links.js';
import { findPair } from './pair.js';
import { openOwnLine } from './value-on-own-line.js';

const MAX_WORD = 24;
const MAX_VERB_WORD = 3;
/** A shorter value is taken for one only behind a sign or a verb, unless it is a number. */
const LEAST_STATED = 6;
/** What is longer can be a key of nothing but these. */
const LONGEST_CONSTANT = 31;
/** `is`, `for staging is`, a dash or an arrow, the border of a table's cell, a remark in brackets. */
const VERB = pattern(
  /(?:(?:is|was|by|to)(?:: ?| )|for (?:[\w@.+'-]{1,24}|\[REDACTED:[\w:]{1,36}\])(?: [\w@.+'-]{1,16})? (?:is|was)(?:: ?| )|[-–] |(?:->|→) |\| ?|\([^()[\n]{1,24}\): |\((?:hex|base64|der|wif|raw)\) )/i,
);
/** What sets a variable that it names. */
const SETTER = /(?:^|\s)(?:setx?|ENV|ARG) (?:\/\S{1,80}:)?$/;
const MAX_SETTER = 90;

/** Values without a separator: `{"name":"password","value":"…"}`, `password is …`, `password …`, `setPassword("…")`. */
export function withoutSeparator(window: Window, name: Name): Opened {
  const pair = findPair(window, name.nameStart, name.nameEnd);
  if (pair !== NONE) {
    return pair;
  }
  const linked = openLinked(window, name);
  if (linked !== NONE) {
    return linked;
  }
  const { text } = window;
  if (name.closed !== name.nameEnd) {
    return text.charCodeAt(name.spaced) === COMMA ? openOwnLine(window, name.nameStart, name.nameEnd) : NONE;
  }
  if (name.spaced === name.closed) {
    return NONE;
  }
  const ownLine = couldBeOwnLine(text, name.nameStart) ? openOwnLine(window, name.nameStart, name.nameEnd) : NONE;
  if (ownLine !== NONE) {
    return ownLine;
  }
  return isPlainWord(text, name.spaced) || isConstant(window, name.nameStart, name.spaced)
    ? NONE
    : stated(window, name);
}

/**
 * A quick no for most names in sentences and lines of logs, as `withoutSeparator` would say it: the name stands between
 * words, and the one behind it is an ordinary word or a constant.
 */
export function isBetweenWords(window: Window, nameStart: number, nameEnd: number): boolean {
  const { text, floor } = window;
  const spaced = nameEnd + 1;
  if (
    text.charCodeAt(nameEnd) !== SPACE ||
    !isKind(text, spaced, LETTER) ||
    nameStart - 2 < floor ||
    text.charCodeAt(nameStart - 1) !== SPACE ||
    !isKind(text, nameStart - 2, KIND.alphanumeric) ||
    !isKind(text, nameStart, LETTER) ||
    couldBeOwnLine(text, nameStart) ||
    // Of SQL: `identified by`.
    text.charCodeAt(nameEnd - 3) === SPACE
  ) {
    return false;
  }
  return isPlainWord(text, spaced)
    ? text.charCodeAt(runEnd(text, LETTER, spaced, spaced + MAX_WORD)) !== COLON
    : isConstant(window, nameStart, spaced);
}

/** A cheap question: whether a line begins with the name. */
function couldBeOwnLine(text: string, nameStart: number): boolean {
  return nameStart === 0 || text.charCodeAt(nameStart - 1) < SPACE;
}

/** Most words behind a name are ordinary ones, or short; a verb is short. */
function isPlainWord(text: string, from: number): boolean {
  const end = runEnd(text, KIND.word, from, from + MAX_WORD);
  if (end === from || end === text.length || !isSign(text, end, SIGN.pause)) {
    return false;
  }
  const isVerb = end - from <= MAX_VERB_WORD && isSign(text, from, SIGN.verb) && couldBeVerb(text, end);
  return !isVerb && (isOfLetters(text, from, end) || (end - from < LEAST_STATED && !isKind(text, from, KIND.digit)));
}

/** `access key AKIA…`: behind a blank, capitals and digits are a constant, or a key that others know. */
function isConstant(window: Window, nameStart: number, spaced: number): boolean {
  const { text, floor } = window;
  const end = runEnd(text, KIND.upperOrDigit, spaced, spaced + LONGEST_CONSTANT);
  const isOne =
    isKind(text, spaced, KIND.upper) && isKind(text, end, BLANK) && firstOf(text, KIND.digit, spaced, end) < end;
  return isOne && !isSet(text, floor, nameStart);
}

/** `is`, `was`, `by`, `to`, `for`; with other signs behind it than a space or comma, any short word. */
function couldBeVerb(text: string, end: number): boolean {
  const follower = text.charCodeAt(end);
  return 'syorSYOR'.includes(text.charAt(end - 1)) || (follower !== SPACE && follower !== COMMA);
}

function isOfLetters(text: string, from: number, end: number): boolean {
  return runEnd(text, LETTER, from, end) === end;
}

function stated(window: Window, { nameStart, spaced }: Name): Opened {
  const { text, floor } = window;
  const verb = isSign(text, spaced, SIGN.verb) ? (VERB.at(window, spaced)?.[0].length ?? 0) : 0;
  const start = spaced + verb;
  const statement = verb > 0 || isSet(text, floor, nameStart) ? 'verb' : 'space';
  const quoted = openQuoted(window, start, statement, nameStart);
  if (quoted?.close === '`' && verb === 0) {
    return { ...quoted, statement: 'bracket', couldBeInString: undefined };
  }
  const bracketed = quoted === undefined ? openBracketed(window, start) : NONE;
  if (bracketed !== NONE) {
    return bracketed;
  }
  return quoted ?? { start: behindStars(text, start, verb), close: '', escapes: 0, stop: KIND.stop, statement };
}

/** Behind the stars of bold print; those at its end are hidden with the value. */
function behindStars(text: string, start: number, verb: number): number {
  const stars = text.startsWith('**', start) ? 2 : 1;
  return verb > 0 && text.charAt(start) === '*' ? start + stars : start;
}

/** A cheap question before the pattern: what it ends with. */
function isSet(text: string, floor: number, nameStart: number): boolean {
  const isAfterWord = isKind(text, nameStart - 1, KIND.space) && 'txVG'.indexOf(text.charAt(nameStart - 2)) >= 0;
  return (
    (isAfterWord || text.charAt(nameStart - 1) === ':') &&
    SETTER.test(text.slice(Math.max(floor, nameStart - MAX_SETTER), nameStart))
  );
}
