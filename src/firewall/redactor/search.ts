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
}

export function createSearch(find: Find): Search {
  const known = new Map<CharacterKind, { from: number; end: number }>();
  return {
    find: (text, kind, from, limit) => {
      const stretch = known.get(kind);
      if (stretch === undefined) {
        const end = find(text, kind, from, limit);
        known.set(kind, { from, end });
        return end;
      }
      if (from < stretch.from || from > stretch.end) {
        stretch.from = from;
        stretch.end = find(text, kind, from, limit);
      } else if (stretch.end < limit) {
        stretch.end = find(text, kind, stretch.end, limit);
      }
      return Math.min(stretch.end, limit);
    },
    shift: (count) => {
      for (const stretch of known.values()) {
        stretch.from -= count;
        stretch.end -= count;
      }
    },
  };
}
