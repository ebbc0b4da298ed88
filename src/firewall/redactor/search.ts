import type { CharacterKind } from './characters.js';

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
  const known = Array.from({ length: 32 }, () => ({ from: 0, end: -1 }));
  let isUsed = false;
  return {
    find: (text, kind, from, limit) => {
      const stretch = known[31 - Math.clz32(kind)];
      if (stretch === undefined) {
        return find(text, kind, from, limit);
      }
      isUsed = true;
      if (stretch.end < 0 || from < stretch.from || from > stretch.end) {
        stretch.from = from;
        stretch.end = find(text, kind, from, limit);
      } else if (stretch.end < limit) {
        stretch.end = find(text, kind, stretch.end, limit);
      }
      return Math.min(stretch.end, limit);
    },
    shift: (count) => {
      for (const stretch of known) {
        stretch.from -= count;
        stretch.end -= count;
      }
    },
    reset: () => {
      if (isUsed) {
        known.forEach((stretch) => {
          stretch.end = -1;
        });
        isUsed = false;
      }
    },
  };
}
