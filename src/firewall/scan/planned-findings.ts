import type { Finding } from '../lex/detector.js';
import { shifted } from '../lex/told-findings.js';

/**
 * Findings further on, of anchors that the scan has come by: what lies before them, such as the name of an assignment,
 * is still to be scanned. One is given up where something that was found before reaches into it.
 */
export interface PlannedFindings {
  /** The nearest. */
  readonly first: Finding | undefined;
  /** Adds a finding, unless one that begins at the same place is known, or very many that begin before it. */
  readonly add: (finding: Finding) => void;
  /** The nearest is no longer one of them. */
  readonly dropFirst: () => void;
  /** What stands before an index is done, and those that are left stay whatever is forgotten. */
  readonly pass: (index: number) => void;
  /** Those go that came after the last index was passed. */
  readonly forget: () => void;
  readonly shift: (count: number) => void;
  readonly reset: () => void;
}

const NONE: readonly Finding[] = [];
const MOST = 16;

export function createPlannedFindings(): PlannedFindings {
  // Mostly there is one at most: no lists are made for it.
  let others = NONE;
  let keptFirst: Finding | undefined;
  let keptOthers = NONE;
  const planned: PlannedFindings & { first: Finding | undefined } = {
    first: undefined,
    add: (finding) => {
      if (planned.first === undefined) {
        planned.first = finding;
      } else if (planned.first.start !== finding.start && !others.some(({ start }) => start === finding.start)) {
        const all = [planned.first, ...others, finding];
        set(all.sort((one, other) => one.start - other.start).slice(0, MOST));
      }
    },
    dropFirst: () => set(others),
    pass: (index) => {
      if (planned.first !== undefined && planned.first.start < index) {
        set(others.filter(({ start }) => start >= index));
      }
      keptFirst = planned.first;
      keptOthers = others;
    },
    forget: () => {
      planned.first = keptFirst;
      others = keptOthers;
    },
    shift: (count) => {
      const move = (finding: Finding): Finding => shifted(finding, count);
      planned.first = planned.first === undefined ? undefined : move(planned.first);
      others = others.map(move);
      keptFirst = keptFirst === undefined ? undefined : move(keptFirst);
      keptOthers = keptOthers.map(move);
    },
    reset: () => {
      set(NONE);
      keptFirst = undefined;
      keptOthers = NONE;
    },
  };

  const set = (left: readonly Finding[]): void => {
    planned.first = left.length === 0 ? undefined : left[0];
    others = left.length < 2 ? NONE : left.slice(1);
  };

  return planned;
}
