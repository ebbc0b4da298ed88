import { NO_RANK, type RankTable } from './token-counter-ranks.js';

const SHORT = 64;
const POSITIONS = 2 ** 32;

/** Counts the model tokens of one piece: pairs are merged in the order of their ranks, the leftmost of equals first. */
export function createMerger(ranks: RankTable): (bytes: Uint8Array, length: number) => number {
  const countShort = createShortMerger(ranks);
  return (bytes, length) => (length <= SHORT ? countShort(bytes, length) : countLong(ranks, bytes, length));
}

/** Looks through all pairs for each merge: the fastest way while there are few. */
function createShortMerger({ rankOf }: RankTable): (bytes: Uint8Array, length: number) => number {
  const starts = new Int32Array(SHORT + 1);
  const ranks = new Int32Array(SHORT + 1);
  const start = (part: number): number => starts[part] ?? 0;

  return (bytes, length) => {
    let parts = length;
    const rankAt = (part: number): number => (part + 2 > parts ? NO_RANK : rankOf(bytes, start(part), start(part + 2)));
    for (let part = 0; part <= length; part += 1) {
      starts[part] = part;
    }
    for (let part = 0; part < length; part += 1) {
      ranks[part] = rankAt(part);
    }
    let lowest = lowestOf(ranks, parts);
    while (lowest >= 0) {
      starts.copyWithin(lowest + 1, lowest + 2, parts + 1);
      ranks.copyWithin(lowest + 1, lowest + 2, parts);
      parts -= 1;
      ranks[lowest] = rankAt(lowest);
      if (lowest > 0) {
        ranks[lowest - 1] = rankAt(lowest - 1);
      }
      lowest = lowestOf(ranks, parts);
    }
    return parts;
  };
}

function lowestOf(ranks: Int32Array, parts: number): number {
  let lowest = -1;
  let rank = NO_RANK;
  for (let part = 0; part < parts; part += 1) {
    const other = ranks[part] ?? NO_RANK;
    if (other < rank) {
      rank = other;
      lowest = part;
    }
  }
  return lowest;
}

/** Parts are linked by where they begin; the next pair to merge comes from a heap, in which outdated pairs may be. */
function countLong({ rankOf }: RankTable, bytes: Uint8Array, length: number): number {
  const nexts = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  const ranks = new Int32Array(length + 1).fill(NO_RANK);
  const heap = createHeap(length);
  const next = (position: number): number => nexts[position] ?? length;

  function update(position: number): void {
    const second = next(position);
    const rank = second >= length ? NO_RANK : rankOf(bytes, position, next(second));
    ranks[position] = rank;
    if (rank !== NO_RANK) {
      heap.push(rank * POSITIONS + position);
    }
  }

  for (let position = 0; position <= length; position += 1) {
    nexts[position] = position + 1;
    previous[position] = position - 1;
  }
  for (let position = 0; position + 1 < length; position += 1) {
    update(position);
  }
  let parts = length;
  for (let key = heap.pop(); key >= 0; key = heap.pop()) {
    const position = key % POSITIONS;
    if (ranks[position] !== Math.floor(key / POSITIONS)) {
      continue;
    }
    const merged = next(position);
    const after = next(merged);
    ranks[merged] = NO_RANK;
    nexts[position] = after;
    previous[after] = position;
    parts -= 1;
    update(position);
    const before = previous[position] ?? -1;
    if (before >= 0) {
      update(before);
    }
  }
  return parts;
}

interface Heap {
  readonly push: (key: number) => void;
  /** The lowest key, or -1. */
  readonly pop: () => number;
}

function createHeap(capacity: number): Heap {
  let keys = new Float64Array(capacity);
  let size = 0;
  const at = (index: number): number => keys[index] ?? Number.POSITIVE_INFINITY;

  function push(key: number): void {
    if (size === keys.length) {
      const larger = new Float64Array(size * 2);
      larger.set(keys);
      keys = larger;
    }
    let index = size;
    size += 1;
    while (index > 0 && at((index - 1) >> 1) > key) {
      keys[index] = at((index - 1) >> 1);
      index = (index - 1) >> 1;
    }
    keys[index] = key;
  }

  function pop(): number {
    if (size === 0) {
      return -1;
    }
    const lowest = at(0);
    size -= 1;
    const key = at(size);
    let index = 0;
    for (let child = 1; child < size; child = 2 * index + 1) {
      const smaller = child + 1 < size && at(child + 1) < at(child) ? child + 1 : child;
      if (at(smaller) >= key) {
        break;
      }
      keys[index] = at(smaller);
      index = smaller;
    }
    keys[index] = key;
    return lowest;
  }

  return { push, pop };
}
