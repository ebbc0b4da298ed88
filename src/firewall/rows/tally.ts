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
  /** What came behind it last time, and where that led. */
  lastType: string | undefined;
  last: Step | undefined;
}

const MOST_STEPS = 1024;

/** Most rows of a result are alike: those in which the same types are met in the same order share their counts. */
export function createTally(): Tally {
  const first = stepOf(new Map());
  let steps = 0;
  let step = first;
  // When there are too many ways already.
  let own: Map<string, number> | undefined;

  const goOn = (type: string, known: Step): void => {
    step.lastType = type;
    step.last = known;
    step = known;
  };

  const learn = (type: string): void => {
    const counts = own ?? new Map(step.counts);
    counts.set(type, (counts.get(type) ?? 0) + 1);
    if (own === undefined && steps < MOST_STEPS) {
      const made = stepOf(counts);
      step.next.set(type, made);
      goOn(type, made);
      steps += 1;
    } else {
      own = counts;
    }
  };

  return {
    begin: () => {
      step = first;
      own = undefined;
    },
    add: (type) => {
      if (own === undefined && step.last !== undefined && step.lastType === type) {
        step = step.last;
        return;
      }
      const known = own === undefined ? step.next.get(type) : undefined;
      if (known === undefined) {
        learn(type);
      } else {
        goOn(type, known);
      }
    },
    counts: () => own ?? step.counts,
  };
}

function stepOf(counts: ReadonlyMap<string, number>): Step {
  return { counts, next: new Map(), lastType: undefined, last: undefined };
}
