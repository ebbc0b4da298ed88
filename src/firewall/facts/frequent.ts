import { ownCopy } from '../lex/own-copy.js';

/**
 * Which texts come most often when there are too many to count each. A text has one place, by its hash, and shares it
 * with few others: the one that comes more often than all of them together keeps it (Boyer and Moore's majority vote),
 * so that any text that is more than a few in a hundred of all is found.
 */
export interface Frequent {
  /** All of them, and of those that had no place at first what was counted since they had one. */
  readonly counts: Float64Array;
  /** How many others have to come before a place is given to one of them. */
  readonly votes: Float64Array;
  readonly hashes: Int32Array;
  /** From the second time on that a text comes. */
  readonly texts: (string | undefined)[];
  /** Whether it was counted from the beginning. */
  readonly isExact: Uint8Array;
}

export interface Often {
  readonly text: string;
  readonly count: number;
  readonly isExact: boolean;
}

const PLACES = 128;
/** HyperLogLog uses the bits below. */
const SHIFT = 12;
const LONGEST = 64;
/** Rarer ones are not told. */
const LEAST_PERCENT = 2;
const FEWEST = 8;
const MOST_TOLD = 5;

export function createFrequent(): Frequent {
  return {
    counts: new Float64Array(PLACES),
    votes: new Float64Array(PLACES),
    hashes: new Int32Array(PLACES),
    texts: new Array<string | undefined>(PLACES).fill(undefined),
    isExact: new Uint8Array(PLACES),
  };
}

/** Texts that were counted from the beginning on. */
export function seedFrequent(frequent: Frequent, text: string, { hash, count }: { hash: number; count: number }): void {
  const { counts, votes, hashes, texts, isExact } = frequent;
  const at = (hash >>> SHIFT) % PLACES;
  if (text.length <= LONGEST && count > (counts[at] ?? 0)) {
    hashes[at] = hash;
    texts[at] = text;
    counts[at] = count;
    votes[at] = count;
    isExact[at] = 1;
  }
}

export function addFrequent({ counts, votes, hashes, texts, isExact }: Frequent, text: string, hash: number): void {
  const at = (hash >>> SHIFT) % PLACES;
  if (hashes[at] === (hash | 0) && text.length <= LONGEST) {
    const known = texts[at];
    if (known === undefined) {
      texts[at] = ownCopy(text);
      counts[at] = 1;
      votes[at] = 1;
      return;
    }
    if (known === text) {
      counts[at] = (counts[at] ?? 0) + 1;
      votes[at] = (votes[at] ?? 0) + 1;
      return;
    }
  }
  const left = votes[at] ?? 0;
  if (left > 0) {
    votes[at] = left - 1;
    return;
  }
  hashes[at] = hash;
  texts[at] = undefined;
  counts[at] = 0;
  isExact[at] = 0;
}

/** Those that are at least two in a hundred of all, the most frequent first. */
export function mostFrequent({ counts, texts, isExact }: Frequent, all: number): readonly Often[] {
  const found = texts.flatMap((text, at): Often[] =>
    text === undefined ? [] : [{ text, count: counts[at] ?? 0, isExact: isExact[at] === 1 }],
  );
  return found
    .filter(({ count }) => count >= FEWEST && count * 100 >= all * LEAST_PERCENT)
    .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
    .slice(0, MOST_TOLD);
}
