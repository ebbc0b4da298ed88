/** Counts how often each type is met in one thing after the other. */
export interface Tally {
  readonly begin: () => void;
  readonly add: (type: string) => void;
  /** What was counted since it began. Nobody may change it. */
  readonly counts: () => ReadonlyMap<string, number>;
}

interface Step {
  readonly counts: ReadonlyMap<string, number>;
  readonly next: Map<string, Step>;
}

const MOST_STEPS = 1024;

/** Most rows of a result are alike: those in which the same types are met in the same order share their counts. */
export function createTally(): Tally {
  const first: Step = { counts: new Map(), next: new Map() };
  let steps = 0;
  let step = first;
  // When there are too many ways already.
  let own: Map<string, number> | undefined;

  return {
    begin: () => {
      step = first;
      own = undefined;
    },
    add: (type) => {
      const known = own === undefined ? step.next.get(type) : undefined;
      if (known !== undefined) {
        step = known;
        return;
      }
      const counts = own ?? new Map(step.counts);
      counts.set(type, (counts.get(type) ?? 0) + 1);
      if (own === undefined && steps < MOST_STEPS) {
        const made = { counts, next: new Map<string, Step>() };
        step.next.set(type, made);
        step = made;
        steps += 1;
      } else {
        own = counts;
      }
    },
    counts: () => own ?? step.counts,
  };
}
