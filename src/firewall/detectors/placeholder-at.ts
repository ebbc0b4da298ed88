import type { Window } from '../redactor/detector.js';
import { placeholderEnd } from '../redactor/placeholder.js';

/** The index behind a placeholder that begins at an index; -1 when there is none. `since` is as for patterns. */
export function endOfPlaceholder(window: Window, start: number, since = start): number {
  const end = placeholderEnd(window.text, start, window.isFinal);
  if (end === undefined) {
    window.wait(since);
  }
  return end ?? -1;
}

/** Whether a placeholder follows: what touches a finding does not end there, and not before the placeholder of one either. */
export function isPlaceholderAt(window: Window, index: number, since = index): boolean {
  return endOfPlaceholder(window, index, since) > index;
}
