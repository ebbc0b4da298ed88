import { ownCopy } from '../lex/own-copy.js';
import type { KeptLine } from './kept-line.js';
import type { LineClass } from './text-line.js';

/** How often lines of one template came, and where. */
export interface KeyCount {
  readonly key: number;
  readonly countedAs: LineClass;
  readonly sample: string;
  /** Of the first line. */
  readonly row: number;
  count: number;
  /** Places among all lines. */
  readonly first: number;
  last: number;
}

/** Counts templates in bounded memory: when it is full, the ones that came once and longest ago make room. */
export interface KeyTable {
  readonly add: (key: number, line: Pick<KeptLine, 'order' | 'row' | 'text' | 'countedAs'>) => KeyCount;
  readonly get: (key: number) => KeyCount | undefined;
  /** The most frequent ones, ties in the order of the text. */
  readonly frequent: (most: number) => readonly KeyCount[];
  /** How many templates of a class are known. */
  readonly kindsOf: (lineClass: LineClass) => number;
  /** Templates that were forgotten: there may be more than are known, and new ones may have been seen before. */
  readonly forgotten: () => number;
}

const MOST_KEYS = 4096;
const SAMPLE_CHARS = 400;

export function createKeyTable(): KeyTable {
  const keys = new Map<number, KeyCount>();
  let forgotten = 0;

  function makeRoom(): void {
    const once = [...keys.values()].filter(({ count }) => count === 1).slice(0, MOST_KEYS / 2);
    const leaving =
      once.length > 0 ? once : [...keys.values()].sort((a, b) => a.count - b.count).slice(0, MOST_KEYS / 4);
    for (const { key } of leaving) {
      keys.delete(key);
    }
    forgotten += leaving.length;
  }

  return {
    add(key, { order, row, text, countedAs }) {
      const known = keys.get(key);
      if (known !== undefined) {
        known.count += 1;
        known.last = order;
        return known;
      }
      if (keys.size >= MOST_KEYS) {
        makeRoom();
      }
      const made = {
        key,
        countedAs,
        row,
        sample: ownCopy(text.trim().slice(0, SAMPLE_CHARS)),
        count: 1,
        first: order,
        last: order,
      };
      keys.set(key, made);
      return made;
    },
    get: (key) => keys.get(key),
    frequent: (most) => [...keys.values()].sort((a, b) => b.count - a.count || a.first - b.first).slice(0, most),
    kindsOf: (lineClass) => [...keys.values()].filter((each) => each.countedAs === lineClass).length,
    forgotten: () => forgotten,
  };
}
