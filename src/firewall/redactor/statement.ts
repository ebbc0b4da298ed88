import { isKind, KIND, runEnd } from './characters.js';
import type { Window } from './detector.js';
import { isInString, isQuote, openQuoted } from './opening.js';
import { findPair } from './pair.js';
import { type Enclosure, type Found, MORE, NONE } from './until.js';

const MAX_WORD = 24;
const MAX_VERB = 40;
const MAX_VERB_WORD = 3;
const LETTER = KIND.upper | KIND.lower;
/** `is`, a dash, the border of a table's cell, a remark in brackets. */
const VERB = /^(?:(?:is|was|by|to)(?:: ?| )|[-–] |-> |\| ?|\([^()\n]{1,24}\): )/i;
/** What sets a variable that it names. */
const SETTER = /(?:^|\s)(?:setx?|ENV|ARG) (?:\/\S{1,80}:)?$/;
const MAX_SETTER = 90;
const GETTER =
  /(?:^|\.)(?:get|is|has|check|validate|verify|generate|fetch|find|read|load|hash|encode|encrypt|decrypt|decode|test|ask|prompt|show|require|assert|expect|reset|forgot|lookup|delete|remove|resolve|label)/i;

/** A name, and where its closing quote and the space behind it end. */
export interface Name {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly closed: number;
  readonly spaced: number;
}

/** Values without a separator: `{"name":"password","value":"…"}`, `password is …`, `password …`, `setPassword("…")`. */
export function withoutSeparator(window: Window, name: Name): Found<Enclosure> {
  const pair = findPair(window, name.nameStart, name.nameEnd);
  if (pair !== NONE) {
    return pair;
  }
  const { text } = window;
  if (name.closed !== name.nameEnd) {
    return text.charAt(name.spaced) === ',' ? secondArgument(window, name) : inTable(window, name);
  }
  if (text.charAt(name.closed) === '(') {
    return onlyArgument(window, name);
  }
  return name.spaced === name.closed || isPlainWord(text, name.spaced) ? NONE : stated(window, name);
}

/** Most words behind a name are ordinary ones; a verb is short. */
function isPlainWord(text: string, from: number): boolean {
  const end = runEnd(text, LETTER, from, from + MAX_WORD);
  if (end === from || end === text.length || isKind(text, end, KIND.word)) {
    return false;
  }
  const isVerb = end - from <= MAX_VERB_WORD && 'iwbtIWBT'.indexOf(text.charAt(from)) >= 0;
  return !isVerb && ' ,.;:\n'.indexOf(text.charAt(end)) >= 0;
}

function stated(window: Window, { nameStart, spaced }: Name): Found<Enclosure> {
  const { text, floor, isFinal } = window;
  const behind = text.slice(spaced, spaced + MAX_VERB);
  if (behind.length < MAX_VERB && !isFinal && !/[^\n]\n/.test(behind)) {
    return MORE;
  }
  const verb = VERB.exec(behind)?.[0].length ?? 0;
  const start = spaced + verb;
  const quoted = openQuoted(text, start);
  if (quoted !== undefined && ((quoted.close === '`' && verb === 0) || isInString(window, nameStart, quoted.close))) {
    return NONE;
  }
  const isSet = verb > 0 || SETTER.test(text.slice(Math.max(floor, nameStart - MAX_SETTER), nameStart));
  return { ...(quoted ?? { start, close: '', escapes: 0, stop: KIND.stop }), statement: isSet ? 'verb' : 'space' };
}

/** `| password | hunter2 |`, with the name in quotes. */
function inTable(window: Window, { spaced }: Name): Found<Enclosure> {
  const { text, isFinal } = window;
  if (text.charAt(spaced) !== '|') {
    return NONE;
  }
  const start = runEnd(text, KIND.space, spaced + 1, spaced + MAX_WORD);
  if (start + 3 > text.length && !isFinal) {
    return MORE;
  }
  return { ...(openQuoted(text, start) ?? { start, close: '', escapes: 0, stop: KIND.stop }), statement: 'verb' };
}

/** `define('DB_PASSWORD', 'hunter2')`: the name is the first argument of a call. */
function secondArgument(window: Window, { nameStart, spaced }: Name): Found<Enclosure> {
  const { text, isFinal } = window;
  if (nameStart < 2 || text.charAt(nameStart - 2) !== '(') {
    return NONE;
  }
  const start = runEnd(text, KIND.space, spaced + 1, spaced + MAX_WORD);
  if (start + 3 > text.length && !isFinal) {
    return MORE;
  }
  const quoted = openQuoted(text, start);
  return quoted === undefined ? NONE : { ...quoted, statement: 'call' };
}

/** `setPassword("hunter2")`, `PASSWORD('hunter2')` */
function onlyArgument(window: Window, { nameStart, nameEnd, closed }: Name): Found<Enclosure> {
  const { text, isFinal } = window;
  if (closed + 4 > text.length && !isFinal) {
    return MORE;
  }
  const quoted = isQuote(text, closed + 1) || isQuote(text, closed + 2) ? openQuoted(text, closed + 1) : undefined;
  return quoted === undefined || GETTER.test(text.slice(nameStart, nameEnd)) ? NONE : { ...quoted, statement: 'call' };
}
