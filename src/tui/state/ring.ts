/** The newest entries of what may never end: at most so many, and at most so much text. */
export interface Ring<Entry> {
  readonly push: (entry: Entry, cost: number) => void;
  /** Puts another entry in the place of the newest one. */
  readonly replaceLast: (entry: Entry, cost: number) => void;
  readonly last: () => Entry | undefined;
  /** The newest entries, oldest first. */
  readonly tail: (count: number) => readonly Entry[];
  readonly size: () => number;
  /** Entries pushed so far, also those that are gone. */
  readonly pushed: () => number;
}

interface RingLimits {
  readonly mostEntries: number;
  readonly mostCost: number;
}

export function createRing<Entry>({ mostEntries, mostCost }: RingLimits): Ring<Entry> {
  let entries: { readonly entry: Entry; readonly cost: number }[] = [];
  let first = 0;
  let cost = 0;
  let pushed = 0;

  function push(entry: Entry, itsCost: number): void {
    entries.push({ entry, cost: itsCost });
    pushed += 1;
    cost += itsCost;
    while (size() > 1 && (size() > mostEntries || cost > mostCost)) {
      cost -= entries[first]?.cost ?? 0;
      first += 1;
    }
    // Moving the rest down now and then costs each entry one move.
    if (first > mostEntries) {
      entries = entries.slice(first);
      first = 0;
    }
  }

  function size(): number {
    return entries.length - first;
  }

  return {
    push,
    replaceLast(entry, itsCost) {
      const old = entries.pop();
      if (old !== undefined) {
        cost -= old.cost;
        pushed -= 1;
      }
      push(entry, itsCost);
    },
    last: () => entries.at(-1)?.entry,
    tail: (count) => entries.slice(Math.max(first, entries.length - count)).map(({ entry }) => entry),
    size,
    pushed: () => pushed,
  };
}
