import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { isKind, KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/pattern.js';

const LESS = 0x3c;
const TAG = pattern(/<(?:code|kbd|tt|samp|mark|span|b|strong|i|em|u)(?:\s[^<>]{0,56})?>[ \t]{0,4}/i);
const STARS = '**';

/** A value that is marked up behind its name: `API key: <code>…</code>`, `Password: **…**`. */
export function openInline(window: Window, from: number): Opened {
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
