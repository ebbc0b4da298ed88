import type { KeptLine } from './kept-line.js';

/** Lines around one that tells of something, in the order of the text; itself not among them. */
export interface Block {
  readonly line: KeptLine;
  readonly context: KeptLine[];
  /** The last heading before it: which step, which file, which target. */
  readonly heading: KeptLine | undefined;
}

export interface StoreLimits {
  /** Of each template the first line is kept, and so many of the last ones. */
  readonly lastOfKey: number;
  readonly most: number;
}

/** Keeps the first and the last lines of each template in bounded memory. */
export interface LineStore {
  readonly add: (line: KeptLine, context: readonly KeptLine[], heading?: KeptLine) => Block;
  readonly blocks: () => Iterable<Block>;
  /** Lines that had to make room although their template had not come more often than what is kept of one. */
  readonly evicted: () => number;
}

interface Entry {
  readonly first: Block;
  readonly last: Block[];
}

export function createLineStore({ lastOfKey, most }: StoreLimits): LineStore {
  const entries = new Map<number, Entry>();
  /** Of a weight that there were too many lines of, only every second, fourth, eighth … new line is taken. */
  const strides = new Map<number, { readonly every: number; seen: number }>();
  let leastWeight = 0;
  let size = 0;
  let evicted = 0;

  /** Makes room: the lightest go first, and of equal ones every other, so that the rest is spread over the text. */
  function makeRoom(): void {
    const sorted = [...entries].sort(([, a], [, b]) => a.first.line.weight - b.first.line.weight);
    const weight = sorted[Math.floor(sorted.length / 4)]?.[1].first.line.weight ?? 0;
    const lighter = sorted.filter(([, entry]) => entry.first.line.weight < weight);
    const equal = sorted.filter(([, entry]) => entry.first.line.weight === weight);
    const odd = equal.filter((_entry, index) => index % 2 === 1);
    leastWeight = lighter.length > 0 ? weight : leastWeight;
    const isThinned = lighter.length * 4 < sorted.length;
    if (isThinned) {
      strides.set(weight, { every: 2 * (strides.get(weight)?.every ?? 1), seen: 0 });
    }
    for (const [key, entry] of isThinned ? [...lighter, ...odd] : lighter) {
      entries.delete(key);
      size -= 1 + entry.last.length;
      evicted += 1 + entry.last.length;
    }
  }

  function isRefused({ weight }: KeptLine): boolean {
    const stride = strides.get(weight);
    if (stride !== undefined) {
      stride.seen += 1;
    }
    return weight < leastWeight || (stride !== undefined && stride.seen % stride.every !== 0);
  }

  function addKey(line: KeptLine, block: Block): void {
    if (isRefused(line)) {
      evicted += 1;
      return;
    }
    if (size >= most) {
      makeRoom();
    }
    entries.set(line.key, { first: block, last: [] });
    size += 1;
  }

  return {
    add(line, context, heading) {
      const block: Block = { line, context: [...context], heading };
      const known = entries.get(line.key);
      if (known === undefined) {
        addKey(line, block);
      } else if (lastOfKey > 0) {
        known.last.push(block);
        size += 1;
        if (known.last.length > lastOfKey) {
          known.last.shift();
          size -= 1;
        }
      }
      return block;
    },
    *blocks() {
      for (const { first, last } of entries.values()) {
        yield first;
        yield* last;
      }
    },
    evicted: () => evicted,
  };
}
