import { type ComingText, needs } from '../pattern/coming-text.js';
import type { Window } from './detector.js';
import { isBegun, PLACEHOLDER_START, placeholderEnd } from './placeholder.js';

/** The index behind a placeholder that begins at an index; -1 when there is none. `since` is as for patterns. */
export function endOfPlaceholder(coming: ComingText, start: number, since = start): number {
  return isPlaceholderOpen(coming, start, since) ? -1 : placeholderEnd(coming.text, start);
}

/** Whether a placeholder follows: what touches a finding does not end there, and not before the placeholder of one either. */
export function isPlaceholderAt(coming: ComingText, index: number, since = index): boolean {
  return endOfPlaceholder(coming, index, since) > index;
}

/** Whether more text is needed to say if a placeholder begins at an index; the text is told to wait for it. */
export function isPlaceholderOpen(coming: ComingText, start: number, since = start): boolean {
  return isBegun(coming.text, start) && needs(coming, coming.text.length, 1, since);
}

/** Whether an index lies in a placeholder, whose first word is met before the placeholder as a whole. */
export function isInPlaceholder(window: Window, index: number): boolean {
  const lowest = Math.max(window.floor, index - PLACEHOLDER_START.length);
  const opening = window.text.slice(lowest, index + 1).lastIndexOf('[');
  return opening >= 0 && endOfPlaceholder(window, lowest + opening, index) > index;
}
