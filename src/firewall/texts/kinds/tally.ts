import { ownCopy } from '../../lex/own-copy.js';

/** Counts by name in bounded memory; what comes too late to get a name of its own is counted together. */
export interface Tally {
  readonly add: (name: string, amount?: number) => void;
  /** How often the name came before. */
  readonly of: (name: string) => number;
  /** `src=41 test=12`, the most frequent first; `(9 more: 20)` for those left out, which may be rarer than `fewest`. */
  readonly sentence: (most: number, fewest?: number) => string;
  readonly size: () => number;
  /** How much came under names that came so often. */
  readonly atLeast: (times: number) => number;
  /** How much came under the most frequent names, so many of them. */
  readonly ofFirst: (most: number) => number;
  /** `at least 4096` where there may be more names than were counted apart. */
  readonly sizeText: () => string;
  /** Names that came once, the last of them; none where not all are known. */
  readonly once: (most: number) => readonly string[];
}

const MOST_NAMES = 4096;

export function createTally(): Tally {
  const counts = new Map<string, number>();
  let others = 0;
  return {
    add(name, amount = 1) {
      const known = counts.get(name);
      if (known === undefined && counts.size >= MOST_NAMES) {
        others += amount;
        return;
      }
      counts.set(known === undefined ? ownCopy(name) : name, (known ?? 0) + amount);
    },
    of: (name) => counts.get(name) ?? 0,
    sentence(most, fewest = 0) {
      const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const told = sorted.slice(0, most).filter(([, count]) => count >= fewest);
      const shown = told.map(([name, count]) => `${name}=${count}`);
      const left = sorted.slice(told.length);
      const rest = left.reduce((sum, [, count]) => sum + count, others);
      const named = left.length > 0 ? `(${left.length} more: ${rest})` : rest > 0 ? `(others: ${rest})` : '';
      return [...shown, named].filter((part) => part !== '').join(' ');
    },
    size: () => counts.size,
    atLeast: (times) => [...counts.values()].reduce((sum, count) => sum + (count >= times ? count : 0), 0),
    ofFirst: (most) =>
      [...counts.values()]
        .sort((a, b) => b - a)
        .slice(0, most)
        .reduce((sum, count) => sum + count, 0),
    sizeText: () => (others > 0 ? `at least ${counts.size}` : String(counts.size)),
    once: (most) =>
      others > 0
        ? []
        : [...counts]
            .filter(([, count]) => count === 1)
            .slice(-most)
            .map(([name]) => name),
  };
}
