import { BACKSLASH, isKind, KIND, runEnd, runStart } from './characters.js';
import type { Window } from './detector.js';
import { findPair, MORE } from './pair.js';
import type { Enclosure } from './until.js';

/** No assignment. */
export const NONE = 'none';

type Found<T> = T | typeof NONE | typeof MORE;

const VERB = 'is ';

const MAX_SPACES = 40;
const MAX_ESCAPES = 7;
const MAX_STRING = 100;
const QUOTES = '"\'`';
/** Also in full width, as East Asian keyboards write them. */
const SEPARATORS = '=:>\uff1d\uff1a';
const PERCENT = 0x25;
const PERCENT_ENCODED = /^%3[da]$/i;
/** Letters that some languages put before a string. */
const STRING_PREFIXES = 'bBrRfFuU@$';

/**
 * How the value of a name is enclosed, when the name is followed by one: behind `=`, `:`, `=>`, `:=`, a command line
 * option's space, or as the content of an XML element.
 */
export function findEnclosure(window: Window, nameStart: number, nameEnd: number): Found<Enclosure> {
  const { text, floor, isFinal } = window;
  if (nameEnd + MAX_ESCAPES + 2 > text.length && !isFinal && '\\&%'.includes(text.charAt(nameEnd))) {
    return MORE;
  }
  const closed = skipCloser(text, nameEnd);
  const spaced = runEnd(text, KIND.space, closed, closed + MAX_SPACES);
  if (spaced >= text.length) {
    return isFinal ? NONE : MORE;
  }
  if (text.charAt(closed) === '>' && nameStart > floor && text.charAt(nameStart - 1) === '<') {
    const endTag = `</${text.slice(nameStart, nameEnd)}`;
    return { start: closed + 1, close: '<', escapes: 0, stop: KIND.lineEnd, endTag };
  }
  return behindSeparator(window, { nameStart, nameEnd, closed, spaced });
}

/** A name, and where its closing quote and the space behind it end. */
interface Name {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly closed: number;
  readonly spaced: number;
}

function behindSeparator(window: Window, name: Name): Found<Enclosure> {
  const { text, isFinal } = window;
  const { nameStart, nameEnd, closed, spaced } = name;
  const separated = skipSeparator(text, spaced);
  const isOption = separated === spaced && closed === nameEnd && spaced > closed && text.startsWith('--', nameStart);
  if (separated === spaced && !isOption) {
    return withoutSeparator(window, name);
  }
  const start = runEnd(text, KIND.space, separated, separated + MAX_SPACES);
  if (start + MAX_ESCAPES + 2 > text.length && !isFinal && couldOpen(text, start)) {
    return MORE;
  }
  const quoted = openQuoted(text, start);
  if (quoted !== undefined) {
    return closed === nameEnd && isInString(window, nameStart, quoted.close) ? NONE : quoted;
  }
  return isOption && text.charAt(start) === '-' ? NONE : openBare(window, nameStart, nameEnd, separated, start);
}

/** `{"name":"password","value":"hunter2"}`, `password is hunter2`, `password hunter2`. */
function withoutSeparator(window: Window, name: Name): Found<Enclosure> {
  const { text, isFinal } = window;
  const pair = findPair(window, name.nameStart, name.nameEnd);
  if (pair === MORE) {
    return MORE;
  }
  if (pair > 0) {
    return openQuoted(text, pair) ?? { start: pair, close: '', escapes: 0, stop: KIND.stop };
  }
  if (name.closed !== name.nameEnd || name.spaced === name.closed) {
    return NONE;
  }
  const isVerb = text.startsWith(VERB, name.spaced);
  const start = isVerb ? name.spaced + VERB.length : name.spaced;
  if (text.length < start + VERB.length && !isFinal) {
    return MORE;
  }
  const quoted = openQuoted(text, start);
  if (quoted !== undefined && (quoted.close === '`' || isInString(window, name.nameStart, quoted.close))) {
    return NONE;
  }
  return { ...(quoted ?? { start, close: '', escapes: 0, stop: KIND.stop }), statement: isVerb ? 'verb' : 'space' };
}

/** The quote behind a quoted name, with its backslashes, and the bracket behind that. */
function skipCloser(text: string, from: number): number {
  let index = skipBackslashes(text, from);
  if (!isQuote(text, index)) {
    return text.startsWith('&quot;', from) ? from + 6 : from;
  }
  index += 1;
  return text.charAt(index) === ']' ? index + 1 : index;
}

function skipBackslashes(text: string, from: number): number {
  let index = from;
  while (index < from + MAX_ESCAPES && text.charCodeAt(index) === BACKSLASH) {
    index += 1;
  }
  return index;
}

function skipSeparator(text: string, from: number): number {
  if (text.charCodeAt(from) === PERCENT && PERCENT_ENCODED.test(text.slice(from, from + 3))) {
    return from + 3;
  }
  let index = from;
  while (index < from + 3 && SEPARATORS.includes(text.charAt(index)) && index < text.length) {
    index += 1;
  }
  return text.charAt(from) === '>' ? from : index;
}

/** Only what can be part of an opening needs to be seen as a whole. */
function couldOpen(text: string, from: number): boolean {
  return from >= text.length || '\\&=:>'.includes(text.charAt(from)) || STRING_PREFIXES.includes(text.charAt(from));
}

function openQuoted(text: string, from: number): Enclosure | undefined {
  if (text.startsWith('&quot;', from)) {
    return { start: from + 6, close: '', escapes: 0, stop: KIND.stop };
  }
  const first = text.charAt(from);
  const isPrefixed = STRING_PREFIXES.includes(first) && isQuote(text, from + 1);
  const quoted = isPrefixed ? from + 1 : skipBackslashes(text, from);
  return isQuote(text, quoted)
    ? { start: quoted + 1, close: text.charAt(quoted), escapes: isPrefixed ? 0 : quoted - from, stop: KIND.lineEnd }
    : undefined;
}

/**
 * Whether the name stands in a string of the same quotes, as in `ask("Password: ")`: then the quote behind it closes that
 * string. An apostrophe between letters is no quote.
 */
function isInString({ text, floor }: Window, nameStart: number, quote: string): boolean {
  let count = 0;
  for (let index = nameStart - 1; index >= Math.max(floor, nameStart - MAX_STRING); index -= 1) {
    if (isKind(text, index, KIND.lineEnd)) {
      break;
    }
    const isApostrophe = isKind(text, index - 1, KIND.alphanumeric) && isKind(text, index + 1, KIND.alphanumeric);
    if (text.charAt(index) === quote && !isApostrophe && text.charCodeAt(index - 1) !== BACKSLASH) {
      count += 1;
    }
  }
  return count % 2 === 1;
}

function isQuote(text: string, index: number): boolean {
  return index < text.length && QUOTES.includes(text.charAt(index));
}

function openBare(window: Window, nameStart: number, nameEnd: number, separated: number, start: number): Enclosure {
  const { text } = window;
  const isData = isDataLine(window, nameStart, nameEnd, separated);
  const isLine = !isData && (text.startsWith('--', nameStart) || isLineStart(window, nameStart));
  return {
    start,
    close: '',
    escapes: 0,
    stop: isData || isLine ? KIND.pause : KIND.stop,
    isData,
    isLine,
    isSpoken: isKind(text, start - 1, KIND.space) && text.charAt(separated - 1) !== '=',
    isSpaced: start > separated && text.charAt(separated - 1) === '=',
    name: text.slice(nameStart, nameEnd),
  };
}

/** `PASSWORD=p@ss,w0rd` in an environment file: only white space ends the value. */
function isDataLine(window: Window, nameStart: number, nameEnd: number, separated: number): boolean {
  const { text } = window;
  if (separated !== nameEnd + 1 || text.charAt(nameEnd) !== '=' || /[a-z.-]/.test(text.slice(nameStart, nameEnd))) {
    return false;
  }
  return isLineStart(window, text.endsWith('export ', nameStart) ? nameStart - 7 : nameStart);
}

/** Only indentation, or the hyphen of a list, stands before the index. */
function isLineStart({ text, floor, origin }: Window, index: number): boolean {
  const lowest = Math.max(floor, index - MAX_SPACES);
  let start = runStart(text, KIND.space, index, lowest);
  if (start < index && start > lowest && text.charAt(start - 1) === '-') {
    start = runStart(text, KIND.space, start - 1, lowest);
  }
  return start === origin || (start > floor && isKind(text, start - 1, KIND.lineEnd));
}
