import { isSign, SIGN } from '../lex/character-sets.js';
import { behindColours } from '../lex/colours.js';
import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { isInString, openBare, openDoubled, openQuoted, skipCloser } from '../lex/value-opening.js';
import { COMMA, isKind, KIND, PERCENT, runEnd } from '../pattern/characters.js';
import { needs, partOf, pattern } from '../pattern/coming-text.js';
import { openBlock } from './block.js';
import { openList, openPlainList, orBracketed } from './bracketed.js';
import { behindOldValue } from './change.js';
import { type Name, SPACES } from './links.js';
import { openElement, tagStart } from './markup.js';
import { openPrinted } from './printed-member.js';
import { isBetweenWords, withoutSeparator } from './statement.js';
import { openOwnLine } from './value-on-own-line.js';

const MAX_SPACES = 40;
/** Of `%3d`. */
const ESCAPE_LENGTH = 3;
/** `:::=` of makefiles. */
const LONGEST_SEPARATOR = 4;
/** A quote behind its backslashes, and what follows it. */
const LONGEST_CLOSER = 10;
const PERCENT_ENCODED = /^%3[da]$/i;
/** Comparisons and defaults, and what adds to a value or gives one only if there is none: before a string only. */
const OPERATOR = pattern(/(?:\|\||\?\?)=?|&&=|!==?|\?:|<<?-|[.+]=/);
/** What makefiles and shells write between a name and a value without quotes. */
const ADDED = pattern(/[?+]=(?!=)/);
const CHOSEN = pattern(new RegExp(` : ${SPACES}{0,39}(?![\\w.-]{0,39}\\d)`));
const MARK = /^(?:!!?[\w/.:-]*[ \t]+|&[\w-]+[ \t]+){1,2}/;
const MAX_MARK = 40;
const MAX_BLANK = 12;
const MAX_BELOW = 80;
const MAX_APART = 130;
/** Tags of templates: what stands behind them is a name. */
const REFERENCE_MARK = /^!(?:Ref|GetAtt|ImportValue|Sub|Join|FindInMap|Select|reference|secret)\b/;

/**
 * How the value of a name is enclosed, when the name is followed by one: behind `=`, `:`, `=>`, `:=`, a command line
 * option's space, or as the content of an XML element.
 */
export function findEnclosure(window: Window, nameStart: number, nameEnd: number): Opened {
  const { text } = window;
  const printed = isSign(text, nameEnd, SIGN.printed) ? openPrinted(window, nameStart, nameEnd) : undefined;
  if (printed !== undefined || !isSign(text, nameEnd, SIGN.follower) || isBetweenWords(window, nameStart, nameEnd)) {
    return printed ?? (text.charCodeAt(nameEnd) === COMMA ? openOwnLine(window, nameStart, nameEnd) : NONE);
  }
  if (isSign(text, nameEnd, SIGN.escape)) {
    needs(window, nameEnd, LONGEST_CLOSER);
  }
  const tag = isSign(text, nameEnd, SIGN.tag) ? tagStart(window, nameStart) : -1;
  return tag >= 0 ? inElement(window, tag, nameEnd) : behindCloser(window, nameStart, nameEnd);
}

/** Behind what closes the name: a quote, colours, space. */
function behindCloser(window: Window, nameStart: number, nameEnd: number): Opened {
  const { text } = window;
  const uncoloured = behindColours(window, nameEnd);
  const closer = skipCloser(text, uncoloured);
  const closed = closer === uncoloured ? nameEnd : closer;
  const spaced = behindSpace(window, closer);
  // Of an escaped sign, or of the second of two quotes, more has to be seen.
  needs(window, spaced, '%"'.includes(text.charAt(spaced)) ? ESCAPE_LENGTH : 1);
  return spaced >= text.length ? NONE : behindName(window, { nameStart, nameEnd, closed, spaced });
}

/** In `postgres://app:<password>@db/` it is no element, but stands for a password in a URL. */
function inElement(window: Window, tag: number, nameEnd: number): Opened {
  const { text, floor } = window;
  const isTemplate = tag > floor && text.charAt(tag - 1) === ':' && text.startsWith('>@', nameEnd);
  return isTemplate ? NONE : openElement(window, tag, nameEnd);
}

/** Behind spaces and what sets colours among them. */
function behindSpace(window: Window, from: number): number {
  const { text } = window;
  const plain = runEnd(text, KIND.space, from, from + MAX_SPACES);
  const uncoloured = behindColours(window, plain);
  return uncoloured <= plain
    ? uncoloured
    : behindColours(window, runEnd(text, KIND.space, uncoloured, uncoloured + MAX_SPACES));
}

function behindName(window: Window, name: Name): Opened {
  const { text } = window;
  const { nameStart, nameEnd, closed, spaced } = name;
  const separated = skipSeparator(text, spaced);
  if (separated === spaced + 2 && spaced === nameEnd && isPadding(text, spaced)) {
    return NONE;
  }
  if (separated > spaced) {
    return behindSeparator(window, name, separated);
  }
  const isOption = closed === nameEnd && spaced > closed && text.startsWith('--', nameStart);
  if (isOption) {
    return text.charAt(spaced) === '-' ? NONE : behindSeparator(window, name, spaced);
  }
  if (isSign(text, spaced, SIGN.operator)) {
    const added = ADDED.at(window, spaced)?.[0].length ?? 0;
    if (added > 0) {
      return behindSeparator(window, name, spaced + added);
    }
    const operator = OPERATOR.at(window, spaced)?.[0].length ?? 0;
    if (operator > 0) {
      return behindOperator(window, name, spaced + operator);
    }
  }
  return withoutSeparator(window, name);
}

/** The end of base64 in a list: `pw== `. */
function isPadding(text: string, at: number): boolean {
  return text.startsWith('==', at) && isKind(text, at + 2, KIND.space | KIND.lineEnd);
}

/** `process.env.PASSWORD || 'hunter2'` */
function behindOperator(window: Window, name: Name, from: number): Opened {
  const start = runEnd(window.text, KIND.space, from, from + MAX_SPACES);
  const quoted = openQuoted(window, start);
  return quoted === undefined || isInString(window, name.nameStart, quoted.close.charAt(0)) ? NONE : quoted;
}

function behindSeparator(window: Window, name: Name, separated: number): Opened {
  const { text } = window;
  const { nameStart, nameEnd, closed } = name;
  if (isParameterTest(text, nameStart, separated)) {
    return NONE;
  }
  const opening = openingOf(text, nameStart, separated);
  const start = behindOldValue(window, behindSpace(window, opening));
  const isClosed = closed !== nameEnd;
  const quoted =
    (isClosed ? openDoubled(text, nameEnd, start) : undefined) ??
    openQuoted(window, start, undefined, isClosed ? undefined : nameStart);
  return quoted ?? (isChosen(window, name) ? NONE : withoutQuotes(window, name, separated, start));
}

/** `isOpen ? SECRET : PASSWORD`: behind the colon stands the name of another variable, without digits. */
function isChosen(window: Window, { nameStart, nameEnd }: Name): boolean {
  return nameStart - 3 >= window.floor && window.text.startsWith(' ? ', nameStart - 3) && CHOSEN.fits(window, nameEnd);
}

function withoutQuotes(window: Window, name: Name, separated: number, start: number): Opened {
  const { text } = window;
  const { nameStart, nameEnd, closed } = name;
  const isClosed = closed !== nameEnd;
  const first = text.charAt(start);
  if (isSign(text, start, SIGN.block) && text.charAt(separated - 1) === ':') {
    return isClosed ? openBelow(window, nameStart, start) : openNextLine(window, nameStart, start);
  }
  if (first === '[' && isClosed) {
    return openList(window, start);
  }
  if (first === '[' && start > separated && text.charAt(separated - 1) === ':') {
    const list = openPlainList(window, start);
    if (list !== NONE) {
      return list;
    }
  }
  if ((first === '!' || first === '&') && start > separated) {
    return behindMark(window, name, separated, start);
  }
  const bare = openBare(window, nameStart, nameEnd, separated, start);
  return isClosed ? bare : orBracketed(window, bare);
}

/** `${PASSWORD:?is not set}`, `${PASSWORD:+yes}`: what stands behind is no value of it. */
function isParameterTest(text: string, nameStart: number, separated: number): boolean {
  return '?+'.indexOf(text.charAt(separated)) >= 0 && separated < text.length && text.startsWith('${', nameStart - 2);
}

/** Behind the separator, and what ends bold print: `**Password:** hunter2`, `*Password:* hunter2`, `${PASSWORD:-hunter2}`. */
function openingOf(text: string, nameStart: number, separated: number): number {
  if (text.charAt(separated) === '-' && text.startsWith('${', nameStart - 2)) {
    return separated + 1;
  }
  if (text.startsWith('**', separated)) {
    return separated + 2;
  }
  return text.startsWith('* ', separated) && text.charAt(separated - 1) === ':' ? separated + 1 : separated;
}

/** The string that begins the next line, as JSON may have it behind a key; no key itself. */
function openBelow(window: Window, nameStart: number, from: number): Opened {
  const start = runEnd(window.text, KIND.lineEnd | KIND.space, from, from + MAX_BELOW);
  const quoted = openQuoted(window, start);
  return quoted === undefined ? openNextLine(window, nameStart, from) : { isBelow: true, ...quoted };
}

/** A block, or the word that is all of the next line or of that behind a blank one. */
function openNextLine(window: Window, nameStart: number, from: number): Opened {
  const block = openBlock(window, nameStart, from);
  if (block !== NONE) {
    return block;
  }
  const { text } = window;
  const start = runEnd(text, KIND.lineEnd | KIND.space, from, from + MAX_BLANK);
  const end = window.next(KIND.pause, start, start + MAX_APART);
  const isLong = end === start + MAX_APART;
  if (!isLong) {
    needs(window, start, end + 1 - start);
  }
  const isAlone = isLong || end >= text.length || isKind(text, end, KIND.lineEnd);
  const isLine = isAlone && isKind(text, from, KIND.lineEnd);
  return isLine ? { start, close: '', escapes: 0, stop: KIND.lineEnd, statement: 'apart' } : NONE;
}

/** A YAML tag or anchor before the value: `!!str hunter2`. */
function behindMark(window: Window, { nameStart, nameEnd }: Name, separated: number, start: number): Opened {
  const behind = partOf(window, start, MAX_MARK);
  if (REFERENCE_MARK.test(behind)) {
    return NONE;
  }
  const valueStart = start + (MARK.exec(behind)?.[0].length ?? 0);
  return openQuoted(window, valueStart) ?? openBare(window, nameStart, nameEnd, separated, valueStart);
}

function skipSeparator(text: string, from: number): number {
  if (text.charCodeAt(from) === PERCENT && PERCENT_ENCODED.test(text.slice(from, from + 3))) {
    return from + 3;
  }
  let index = from;
  while (index < from + LONGEST_SEPARATOR && isSign(text, index, SIGN.separator)) {
    index += 1;
  }
  return text.charAt(from) === '>' ? from : index;
}
