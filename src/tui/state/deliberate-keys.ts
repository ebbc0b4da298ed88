import type { Key } from '../terminal/keys.js';

/** Nobody reads a question and answers it within this time, and nobody types with longer pauses than this. */
export const PAUSE_MS = 500;

/**
 * Tells a key that answers a question from one that was on its way when the question came: it comes alone, after a pause in
 * which the question was there and nothing was typed.
 */
export interface DeliberateKeys {
  /** A question is there from now on. */
  readonly ask: () => void;
  /** To be told every key; whether this one can be an answer. */
  readonly take: (key: Key) => boolean;
}

/** `now` in milliseconds. */
export function createDeliberateKeys(now: () => number): DeliberateKeys {
  let quietSince = Number.NEGATIVE_INFINITY;
  return {
    ask() {
      quietSince = now();
    },
    take(key) {
      const at = now();
      const isQuiet = at - quietSince >= PAUSE_MS;
      quietSince = at;
      return isQuiet && key.isTogether !== true;
    },
  };
}
