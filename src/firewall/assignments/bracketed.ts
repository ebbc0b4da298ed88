import type { Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { NONE, type Opened } from '../lex/take-while.js';
import type { Enclosure } from '../lex/value-enclosure.js';
import { openQuoted } from '../lex/value-opening.js';
import { isKind, KIND } from '../pattern/characters.js';
import { openInline } from './inline-markup.js';

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
    return quoted.close.length === 1 && quoted.escapes === 0 ? { ...quoted, endTag: `${quoted.close}${close}` } : NONE;
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
