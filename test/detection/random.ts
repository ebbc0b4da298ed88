/** Numbers that look random and are the same in every run. */
export interface Random {
  /** A whole number from 0 to `below - 1`. */
  int(below: number): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  chars(alphabet: string, length: number): string;
  digits(length: number): string;
}

export const LOWER = 'abcdefghijklmnopqrstuvwxyz';
export const UPPER = LOWER.toUpperCase();
export const DIGITS = '0123456789';
export const HEX = `${DIGITS}abcdef`;

/** A generator of its own for each seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  const chars = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet.charAt(int(alphabet.length))).join('');
  return {
    int,
    between: (least, most) => least + int(most - least + 1),
    pick: (items) => {
      const item = items[int(items.length)];
      if (item === undefined) {
        throw new Error('nothing to pick from');
      }
      return item;
    },
    chance: (probability) => next() < probability,
    chars,
    digits: (length) => chars(DIGITS, length),
  };
}

/** A number between 0 and 2 ** 31 that is always the same for one text. */
export function seedOf(text: string): number {
  let seed = 7;
  for (const character of text) {
    seed = (Math.imul(seed, 31) + (character.codePointAt(0) ?? 0)) & 0x7fffffff;
  }
  return seed;
}
