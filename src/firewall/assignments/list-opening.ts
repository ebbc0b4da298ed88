import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { KIND } from '../pattern/characters.js';
import { runOf } from '../pattern/coming-text.js';
import { pattern } from '../pattern/pattern.js';

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
