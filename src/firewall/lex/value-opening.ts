import { BACKSLASH, isKind, KIND, runStart, skipBackslashes } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';
import { isSign, SIGN } from './character-sets.js';
import type { Enclosure, Statement, Window } from './detector.js';

const MAX_ESCAPES = 7;
const ITEM_BEFORE = '[, \n\t';
const MAX_STRING = 100;
const MAX_SPACES = 40;
/** Behind so much that is no space a colour begins. */
const LEAST_COLOUR = 2;
const STAR = 0x2a;
const QUOTE_ENTITY = '&quot;';
const DOUBLED = '""';

/** So many characters have to be seen to know how a value opens. */
const LONGEST_OPENING = MAX_ESCAPES + 3;

/** The quote or the bold print's stars behind a name, with its backslashes, and the bracket behind that. */
export function skipCloser(text: string, from: number): number {
  if (text.charCodeAt(from) === STAR) {
    return behindStars(text, from);
  }
  let index = skipBackslashes(text, from);
  if (!isQuote(text, index)) {
    return text.startsWith(QUOTE_ENTITY, from) ? from + QUOTE_ENTITY.length : from;
  }
  index += 1;
  return text.charAt(index) === ']' || text.startsWith('":', index) ? index + 1 : index;
}

/** `**password** `, `*password*: ` */
function behindStars(text: string, from: number): number {
  if (text.charCodeAt(from + 1) === STAR) {
    return from + 2;
  }
  return text.charAt(from + 1) === ':' ? from + 1 : from;
}

/** A value in a cell of a table whose quotes are written twice, as those around its name are. */
export function openDoubled(text: string, nameEnd: number, start: number): Enclosure | undefined {
  return text.startsWith(DOUBLED, nameEnd) && text.startsWith(DOUBLED, start)
    ? { start: start + DOUBLED.length, close: DOUBLED, escapes: 0, stop: KIND.lineEnd }
    : undefined;
}

/**
 * A value in quotes of any kind, also in three of them, and what is known about it already: put together here, as to copy
 * an object to add to it takes as long as all the rest.
 */
export function openQuoted(
  window: Window,
  from: number,
  statement?: Statement,
  couldBeInString?: number,
): Enclosure | undefined {
  const { text } = window;
  const isEnd = from >= text.length;
  if (!isEnd && !isSign(text, from, SIGN.opening)) {
    return undefined;
  }
  needs(window, from, LONGEST_OPENING);
  if (isEnd) {
    return undefined;
  }
  if (text.startsWith(QUOTE_ENTITY, from)) {
    const start = from + QUOTE_ENTITY.length;
    return { start, close: QUOTE_ENTITY, escapes: 0, stop: KIND.lineEnd, statement, couldBeInString };
  }
  const isPrefixed = isSign(text, from, SIGN.prefix) && isQuote(text, from + 1);
  const quoted = isPrefixed ? from + 1 : skipBackslashes(text, from);
  if (!isQuote(text, quoted)) {
    return undefined;
  }
  const quote = text.charAt(quoted);
  const isFence = text.startsWith(quote + quote, quoted + 1);
  const escapes = isPrefixed ? 0 : quoted - from;
  return isFence && escapes === 0
    ? { start: quoted + 3, close: quote.repeat(3), escapes: 0, stop: 0, statement, couldBeInString }
    : { start: quoted + 1, close: quote, escapes, stop: KIND.lineEnd, statement, couldBeInString };
}

/** A value without quotes, behind a separator that ends at `separated`. */
export function openBare(
  window: Window,
  nameStart: number,
  nameEnd: number,
  separated: number,
  start: number,
): Enclosure {
  const { text } = window;
  const item = itemQuote(window, nameStart, nameEnd, separated);
  if (item !== '') {
    return { start, close: item, escapes: 0, stop: KIND.lineEnd };
  }
  const isData = isDataLine(window, nameStart, nameEnd, separated);
  const isLine = !isData && (text.startsWith('--', nameStart) || isOwnLine(window, nameStart));
  return {
    start,
    close: '',
    escapes: 0,
    stop: isData || isLine ? KIND.pause : KIND.stop,
    isData,
    isLine,
    inner: isData || isLine ? 'line' : 'word',
    isSpoken:
      (isKind(text, start - 1, KIND.space) || start > separated + LEAST_COLOUR) && text.charAt(separated - 1) !== '=',
    isSpaced: start > separated && text.charAt(separated - 1) === '=',
    isOpenEnded: isBehindStar(text, nameEnd, separated),
    nameStart,
    nameEnd,
  };
}

/** `*PIN*: 1234`, `*PIN:* 1234` */
function isBehindStar(text: string, nameEnd: number, separated: number): boolean {
  return (
    (text.charCodeAt(nameEnd) === STAR && text.charCodeAt(nameEnd + 1) !== STAR) ||
    (text.startsWith('* ', separated) && text.charAt(separated - 1) === ':')
  );
}

/**
 * Whether the name stands in a string of the same quotes, as in `ask("Password: ")`: then the quote behind it closes that
 * string. An apostrophe between letters is no quote.
 */
export function isInString({ text, floor, origin }: Window, nameStart: number, quote: string): boolean {
  let count = 0;
  const lowest = nameStart - MAX_STRING;
  for (let index = nameStart - 1; index >= floor && !isKind(text, index, KIND.lineEnd); index -= 1) {
    // Too far from where the line began, it is not known; then what follows is hidden as a value.
    if (index < lowest) {
      return false;
    }
    // What stands before the floor is replaced, and not to be read the next time.
    const isEscaped = index > floor && (text.charCodeAt(index - 1) === BACKSLASH || isApostrophe(text, index));
    if (text.charAt(index) === quote && !isEscaped) {
      count += 1;
      // Right behind something replaced it may open a string, or close the one which that was.
      if (index === floor && floor !== origin) {
        return false;
      }
    }
  }
  return count % 2 === 1;
}

export function isQuote(text: string, index: number): boolean {
  return isSign(text, index, SIGN.quote);
}

function isApostrophe(text: string, index: number): boolean {
  return isKind(text, index - 1, KIND.alphanumeric) && isKind(text, index + 1, KIND.alphanumeric);
}

/** `PASSWORD=p@ss,w0rd` in an environment file: only white space ends the value. */
function isDataLine(window: Window, nameStart: number, nameEnd: number, separated: number): boolean {
  const { text } = window;
  if (separated !== nameEnd + 1 || text.charAt(nameEnd) !== '=' || !isVariable(text, nameStart, nameEnd)) {
    return false;
  }
  return isOwnLine(window, text.endsWith('export ', nameStart) ? nameStart - 7 : nameStart);
}

/** The quote around `"PASSWORD=p@ss,w0rd"` in a list of variables. */
function itemQuote({ text, floor }: Window, nameStart: number, nameEnd: number, separated: number): string {
  const quote = nameStart - 1 > floor ? text.charAt(nameStart - 1) : '';
  const isItem = (quote === '"' || quote === "'") && ITEM_BEFORE.includes(text.charAt(nameStart - 2));
  return isItem && separated === nameEnd + 1 && text.charAt(nameEnd) === '=' && isVariable(text, nameStart, nameEnd)
    ? quote
    : '';
}

/** Capitals, digits and `_`. */
function isVariable(text: string, start: number, end: number): boolean {
  let index = start;
  while (index < end && (isKind(text, index, KIND.upperOrDigit) || text.charAt(index) === '_')) {
    index += 1;
  }
  return index === end;
}

/** Only indentation, the hyphen of a list, or the sign of an added line stands before the index. */
function isOwnLine(window: Window, index: number): boolean {
  const { text, floor } = window;
  const lowest = Math.max(floor, index - MAX_SPACES);
  let start = runStart(text, KIND.space, index, lowest);
  const before = start > lowest ? text.charAt(start - 1) : '';
  if (before === '-' || before === '+') {
    start = runStart(text, KIND.space, start - 1, lowest);
  }
  return isLineStart(window, start);
}

/** Whether a line begins at an index, so far as it can be told. */
export function isLineStart({ text, floor, origin }: Window, index: number): boolean {
  return index === origin || (index > floor && isKind(text, index - 1, KIND.lineEnd));
}
