import type { Enclosure, Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { isKind, KIND, LESS } from '../pattern/characters.js';
import { pattern, runOf } from '../pattern/coming-text.js';

const OPENING = '([{<';
const CLOSING = ')]}>';

/** A value in brackets behind a name, as in `client secret (8sF…)`; in quotes within them too. */
export function openBracketed(window: Window, from: number): Opened {
  const { text } = window;
  const bracket = from < text.length ? OPENING.indexOf(text.charAt(from)) : -1;
  // What only looks like a placeholder is no value in brackets, but one itself.
  if (bracket < 0 || text.startsWith(PLACEHOLDER_START, from)) {
    return NONE;
  }
  const start = from + 1;
  const close = CLOSING.charAt(bracket);
  const quoted = openQuoted(window, start, 'bracket');
  if (quoted !== undefined) {
    return quoted.close.length === 1 && quoted.escapes === 0 ? { endTag: `${quoted.close}${close}`, ...quoted } : NONE;
  }
  return isKind(text, start, KIND.alphanumeric)
    ? { start, close, escapes: 0, stop: KIND.pause, endTag: close, statement: 'bracket' }
    : NONE;
}

/** The same of a value behind a sign, also of one that is marked up, unless it is the data of a variable. */
export function orBracketed(window: Window, bare: Enclosure): Enclosure {
  if (bare.isData === true || bare.close !== '') {
    return bare;
  }
  const inline = openInline(window, bare.start);
  const bracketed = inline === NONE ? openBracketed(window, bare.start) : inline;
  if (bracketed === NONE) {
    return bare;
  }
  return isOfMap(window.text, bare) ? { ...bracketed, statement: 'call' } : bracketed;
}

const MAP = /[{,] ?$/;

/** `{user=[ada], password=[hunter2]}`: a map of lists, as programs print it. */
function isOfMap(text: string, { start, nameStart = 0, nameEnd = -1 }: Enclosure): boolean {
  return (
    text.charAt(start) === '[' && start === nameEnd + 1 && MAP.test(text.slice(Math.max(0, nameStart - 2), nameStart))
  );
}

const TAG = pattern(/<(?:code|kbd|tt|samp|mark|span|b|strong|i|em|u)(?:\s[^<>]{0,56})?>[ \t]{0,4}/i);
const STARS = '**';

/** A value that is marked up behind its name: `API key: <code>…</code>`, `Password: **…**`. */
function openInline(window: Window, from: number): Opened {
  const { text } = window;
  if (text.charCodeAt(from) === LESS) {
    return openElement(window, from);
  }
  return text.startsWith(STARS, from) && isKind(text, from + STARS.length, KIND.alphanumeric)
    ? { start: from + STARS.length, close: STARS, escapes: 0, stop: 0, statement: 'call' }
    : NONE;
}

function openElement(window: Window, from: number): Opened {
  const tag = TAG.at(window, from)?.[0];
  return tag === undefined
    ? NONE
    : { start: from + tag.length, close: '<', escapes: 0, stop: KIND.lineEnd, statement: 'call' };
}

const LEAST_ITEM = 12;
const LIST_OPENING = pattern(/\[\s{0,24}(?:["']|(\{))/);

/** `["hunter2", "abc"]`, and the bracket of the first object in a list. */
export function openList(window: Window, start: number): Opened {
  const opening = LIST_OPENING.at(window, start);
  if (opening === undefined) {
    return NONE;
  }
  return opening[1] === undefined
    ? { start: start + 1, close: ']', escapes: 0, stop: 0, statement: 'list' }
    : { start: start + opening[0].length - 1, close: '', escapes: 0, stop: KIND.stop };
}

/** `[sk1, sk2]`, where what stands first is as long as no word is. */
export function openPlainList(window: Window, start: number): Opened {
  const quoted = '"\''.includes(window.text.charAt(start + 1) || ' ') ? 1 : 0;
  const from = start + 1 + quoted;
  const end = runOf(window, KIND.alphanumeric, from, LEAST_ITEM);
  return end < from + LEAST_ITEM
    ? NONE
    : { start: start + 1, close: ']', escapes: 0, stop: KIND.lineEnd, statement: 'list' };
}
