import { KIND } from './characters.js';
import type { Window } from './detector.js';
import { type Found, MORE, NONE } from './take-while.js';
import type { Enclosure } from './value-enclosure.js';

const MAX_SPACES = 40;
const LEAST_ITEM = 12;
const LIST_OPENING = /^\[\s{0,24}(?:["']|(\{))/;

/** `["hunter2", "abc"]`, and the bracket of the first object in a list. */
export function openList({ text, isFinal }: Window, start: number): Found<Enclosure> {
  const behind = text.slice(start, start + MAX_SPACES);
  if (behind.length < MAX_SPACES && !isFinal && /^\[\s*$/.test(behind)) {
    return MORE;
  }
  const opening = LIST_OPENING.exec(behind);
  if (opening === null) {
    return NONE;
  }
  return opening[1] === undefined
    ? { start: start + 1, close: ']', escapes: 0, stop: 0, statement: 'list' }
    : { start: start + opening[0].length - 1, close: '', escapes: 0, stop: KIND.stop };
}

/** `[sk1, sk2]`, where what stands first is as long as no word is. */
export function openPlainList(window: Window, start: number): Found<Enclosure> {
  const { text, isFinal } = window;
  const quoted = '"\''.includes(text.charAt(start + 1) || ' ') ? 1 : 0;
  const from = start + 1 + quoted;
  const end = window.run(KIND.alphanumeric, from, from + LEAST_ITEM);
  if (end >= text.length && end < from + LEAST_ITEM && !isFinal) {
    return MORE;
  }
  return end < from + LEAST_ITEM
    ? NONE
    : { start: start + 1, close: ']', escapes: 0, stop: KIND.lineEnd, statement: 'list' };
}
