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

interface Slot<Entry> {
  readonly entry: Entry;
  readonly cost: number;
}

export function createRing<Entry>({ mostEntries, mostCost }: RingLimits): Ring<Entry> {
  let slots: (Slot<Entry> | undefined)[] = [];
  let first = 0;
  let cost = 0;
  let pushed = 0;

  function push(entry: Entry, itsCost: number): void {
    slots.push({ entry, cost: itsCost });
    pushed += 1;
    cost += itsCost;
    while (size() > 1 && (size() > mostEntries || cost > mostCost)) {
      dropFirst();
    }
    // Moving the rest down now and then costs each entry one move.
    if (first > mostEntries) {
      slots = slots.slice(first);
      first = 0;
    }
  }

  function dropFirst(): void {
    cost -= slots[first]?.cost ?? 0;
    slots[first] = undefined;
    first += 1;
  }

  function size(): number {
    return slots.length - first;
  }

  return {
    push,
    replaceLast(entry, itsCost) {
      const old = size() > 0 ? slots.pop() : undefined;
      if (old !== undefined) {
        cost -= old.cost;
        pushed -= 1;
      }
      push(entry, itsCost);
    },
    last: () => slots.at(-1)?.entry,
    tail: (count) =>
      slots.slice(Math.max(first, slots.length - count)).flatMap((slot) => (slot === undefined ? [] : [slot.entry])),
    size,
    pushed: () => pushed,
  };
}
