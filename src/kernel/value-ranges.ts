import type { CountedRange, CountedRanges } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';
import { createDecimalScale } from './decimal-scale.js';
import type { Scale } from './range-scale.js';
import { createTimeScale } from './time-scale.js';

export interface RangeCounter {
  readonly add: (value: Value) => void;
  /** undefined: most values are neither numbers nor times. */
  readonly ranges: () => CountedRanges | undefined;
}

/** Of more ranges, those beside each other become one. */
const MOST_RANGES = 60;

/** Nobody measures what is larger, and the ends of its ranges are no numbers. */
const LARGEST = 1e100;

/** Counts numbers and times in ranges of one width, which begin at round values, as narrow as there is room for. */
export function createRangeCounter(): RangeCounter {
  const numbers = createCounts<number>(createDecimalScale());
  const times = createCounts<string>(createTimeScale());
  let others = 0;

  return {
    add(value) {
      const isTaken =
        (typeof value === 'number' && Math.abs(value) <= LARGEST && numbers.add(value)) ||
        (typeof value === 'string' && times.add(value));
      others += isTaken ? 0 : 1;
    },
    ranges() {
      const [most, fewer] = numbers.rows() >= times.rows() ? [numbers, times] : [times, numbers];
      const left = others + fewer.rows();
      return most.rows() > left ? { ranges: most.ranges(), others: left } : undefined;
    },
  };
}

interface Counts<Kind> {
  readonly add: (value: Kind) => boolean;
  readonly rows: () => number;
  readonly ranges: () => readonly CountedRange[];
}

/** A range that has rows is known by one of its values. */
interface Count<Kind> {
  readonly value: Kind;
  rows: number;
}

function createCounts<Kind extends number | string>(scale: Scale<Kind>): Counts<Kind> {
  let counts = new Map<number | string, Count<Kind>>();
  let all = 0;

  function put(value: Kind, rows: number): boolean {
    const key = scale.keyOf(value);
    if (key === undefined) {
      return false;
    }
    const known = counts.get(key);
    if (known === undefined) {
      counts.set(key, { value, rows });
    } else {
      known.rows += rows;
    }
    return true;
  }

  function widen(): boolean {
    const isWider = scale.widen();
    const narrow = counts;
    counts = new Map();
    for (const { value, rows } of narrow.values()) {
      put(value, rows);
    }
    return isWider;
  }

  return {
    add(value) {
      let isTaken = put(value, 1);
      while (!isTaken && typeof value === 'number') {
        widen();
        isTaken = put(value, 1);
      }
      all += isTaken ? 1 : 0;
      while (counts.size > MOST_RANGES && widen()) {
        // Once more, until there are few enough.
      }
      return isTaken;
    },
    rows: () => all,
    ranges: () =>
      [...counts.values()]
        .map(({ value, rows }) => ({ ...scale.endsOf(value), rows }))
        .sort((left, right) => (left.from < right.from ? -1 : 1)),
  };
}
