import { isSign, SIGN } from '../lex/character-sets.js';
import type { Enclosure, Window } from '../lex/detector.js';
import { pairAt } from '../lex/take-while.js';
import { isInString } from '../lex/value-opening.js';
import { AMPERSAND, isKind, KIND, SEMICOLON } from '../pattern/characters.js';

const IN_LINE: ReadonlySet<string> = new Set(['verb', 'space']);
const MAX_LIST = 56;
const QUESTION = 0x3f;
const MAX_URL = 120;
const QUOTES = '"\'`';
const URL_START = /[\s"'`<>(]/;
/** Before a URL, or the part of one that begins with its path or query. */
const BRACKET_BEFORE = /\((?:\w{2,10}:\/|[/?.#])[^\s"'`<>]*$/;

/**
 * Which signs a value without quotes may hold, as far as that depends on what stands around it: those that are left in
 * the parameters of a URL; in a text those within a word, if it looks like a password to its end.
 */
export function withInnerSigns(window: Window, enclosure: Enclosure): Enclosure {
  const { text } = window;
  const { start, close, stop, statement, inner, nameStart = 0, nameEnd = -1 } = enclosure;
  if (close !== '' || stop !== KIND.stop || isKind(text, start, KIND.stop)) {
    return enclosure;
  }
  const end = window.next(stop, start, start + MAX_LIST);
  const sign = text.charAt(end);
  if (start === nameEnd + 1 && isParameter(text, nameStart)) {
    return inQuery(window, enclosure, nameStart, sign);
  }
  if (!isSign(text, end, SIGN.inner | SIGN.list)) {
    return enclosure;
  }
  if (statement !== undefined) {
    return IN_LINE.has(statement) && !isKind(text, end + 1, KIND.space | KIND.lineEnd)
      ? { ...enclosure, stop: KIND.pause, isLine: true, inner: 'line' }
      : enclosure;
  }
  return inner === 'word' && isClosing(window, nameStart, sign) ? { ...enclosure, inner: 'none' } : enclosure;
}

/** The quote of the string that the name stands in. */
function isClosing(window: Window, nameStart: number, sign: string): boolean {
  return QUOTES.includes(sign) && isInString(window, nameStart, sign);
}

/** `?name=`, `&name=`; but not `&&name=`. */
function isParameter(text: string, nameStart: number): boolean {
  const before = text.charCodeAt(nameStart - 1);
  return (before === AMPERSAND || before === QUESTION) && text.charCodeAt(nameStart - 2) !== before;
}

function inQuery(window: Window, enclosure: Enclosure, nameStart: number, sign: string): Enclosure {
  if (sign !== "'" && sign !== ')') {
    return { outer: "')", ...enclosure, inner: 'query' };
  }
  const { text, floor, origin } = window;
  const lowest = Math.max(floor, nameStart - MAX_URL);
  const before = text.slice(lowest, nameStart);
  // How the URL begins has to be seen; what stands before the floor is replaced.
  const isWhole = lowest === origin || URL_START.test(before);
  const bracket = BRACKET_BEFORE.test(before) ? ')' : '';
  const outer = isInString(window, nameStart, "'") ? "'" : bracket;
  return { outer, ...enclosure, inner: isWhole ? 'query' : 'word' };
}

/** `password=a&b;c d`: these signs are a part of the value, unless a list of assignments goes on behind them. */
export function withAmpersands(window: Window, enclosure: Enclosure): Enclosure {
  const { close, stop, statement, isSpaced } = enclosure;
  if (close !== '' || stop !== KIND.stop || isSpaced === true || (statement !== undefined && !IN_LINE.has(statement))) {
    return enclosure;
  }
  const code = window.text.charCodeAt(behindSigns(window, enclosure));
  return code === AMPERSAND || code === SEMICOLON ? { ...enclosure, stop: KIND.pause, isLine: true } : enclosure;
}

/** The first sign that ends the value, and not one that others stand behind as parts of it: `a<B:&S`. */
function behindSigns(window: Window, enclosure: Enclosure): number {
  const { start, stop } = enclosure;
  const limit = start + MAX_LIST;
  let end = window.next(stop, start, limit);
  for (let more = 1; more > 0 && end > start && end < limit && isSign(window.text, end, SIGN.inner); ) {
    more = pairAt(window, end, enclosure);
    end = more > 0 ? window.next(stop, end + more, limit) : end;
  }
  return end;
}
