import type { CharacterKind } from '../pattern/characters.js';

type Find = (text: string, kind: CharacterKind, from: number, limit: number) => number;

/**
 * Remembers how far a search has come, so that many anchors in one long run do not each walk along it: an answer from
 * further on in the same stretch is the same answer.
 */
export interface Search {
  readonly find: Find;
  /** The first characters of the text were dropped. */
  shift(count: number): void;
  /** The text is another one. */
  reset(): void;
}

export function createSearch(find: Find): Search {
  // By the position of the kind's bit: a list is quicker than a map, and every kind is one bit.
  const known = Array.from({ length: 32 }, () => ({ text: -1, from: 0, end: 0 }));
  // What is known of another text is not cleared: texts are many, and most of them are short.
  let current = 0;
  return {
    find: (text, kind, from, limit) => {
      const stretch = known[31 - Math.clz32(kind)];
      if (stretch === undefined) {
        return find(text, kind, from, limit);
      }
      if (stretch.text !== current || from < stretch.from || from > stretch.end) {
        stretch.text = current;
        stretch.from = from;
        stretch.end = find(text, kind, from, limit);
      } else if (stretch.end < limit) {
        stretch.end = find(text, kind, stretch.end, limit);
      }
      return Math.min(stretch.end, limit);
    },
    shift: (count) => {
      for (const stretch of known) {
        if (stretch.end < count) {
          stretch.text = -1;
        }
        stretch.from -= count;
        stretch.end -= count;
      }
    },
    reset: () => {
      current += 1;
    },
  };
}
