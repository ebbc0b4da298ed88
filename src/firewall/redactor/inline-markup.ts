import { isKind, KIND } from './characters.js';
import { type Found, MORE, NONE } from './take-while.js';
import type { Enclosure } from './value-enclosure.js';

const LESS = 0x3c;
const TAG = /^<(?:code|kbd|tt|samp|mark|span|b|strong|i|em|u)(?:\s[^<>]{0,56})?>[ \t]{0,4}/i;
const PART = /^<[a-z]{0,6}(?:\s[^<>]{0,56})?$/i;
const MAX_TAG = 72;
const STARS = '**';

/** A value that is marked up behind its name: `API key: <code>…</code>`, `Password: **…**`. */
export function openInline(text: string, from: number, isFinal: boolean): Found<Enclosure> {
  if (text.charCodeAt(from) === LESS) {
    return openElement(text, from, isFinal);
  }
  return text.startsWith(STARS, from) && isKind(text, from + STARS.length, KIND.alphanumeric)
    ? { start: from + STARS.length, close: STARS, escapes: 0, stop: 0, statement: 'call' }
    : NONE;
}

function openElement(text: string, from: number, isFinal: boolean): Found<Enclosure> {
  const behind = text.slice(from, from + MAX_TAG);
  const length = TAG.exec(behind)?.[0].length ?? 0;
  if (length === 0) {
    return behind.length < MAX_TAG && !isFinal && PART.test(behind) ? MORE : NONE;
  }
  // Spaces behind the tag may go on.
  return from + length >= text.length && !isFinal
    ? MORE
    : { start: from + length, close: '<', escapes: 0, stop: KIND.lineEnd, statement: 'call' };
}
