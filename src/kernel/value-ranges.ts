import type { CountedRange, CountedRanges } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';
import { createDecimalScale } from './decimal-scale.js';
import { addNumber, addSum, emptySum, type NumberSum, told } from './number-sum.js';
import type { Scale } from './range-scale.js';
import { createTimeScale } from './time-scale.js';

export interface RangeCounter {
  /** `summed`: what the row has in the field that is summed. */
  readonly add: (value: Value, summed?: Value) => void;
  /** undefined: most values are neither numbers nor times. */
  readonly ranges: () => CountedRanges | undefined;
}

/** Of more ranges, those beside each other become one. */
const MOST_RANGES = 60;

/** Nobody measures what is larger, and the ends of its ranges are no numbers. */
const LARGEST = 1e100;

/** Counts numbers and times in ranges of one width, which begin at round values, as narrow as there is room for. */
export function createRangeCounter(isSumming = false): RangeCounter {
  const newSum = (): NumberSum | undefined => (isSumming ? emptySum() : undefined);
  const numbers = createCounts<number>(createDecimalScale(), newSum);
  const times = createCounts<string>(createTimeScale(), newSum);
  const othersSum = newSum();
  let others = 0;

  return {
    add(value, summed) {
      const isTaken =
        (typeof value === 'number' && Math.abs(value) <= LARGEST && numbers.add(value, summed)) ||
        (typeof value === 'string' && times.add(value, summed));
      if (!isTaken) {
        others += 1;
        addNumber(othersSum, summed);
      }
    },
    ranges() {
      const [most, fewer] = numbers.rows() >= times.rows() ? [numbers, times] : [times, numbers];
      const left = others + fewer.rows();
      if (most.rows() <= left) {
        return undefined;
      }
      const leftSum = newSum();
      addSum(leftSum, othersSum);
      addSum(leftSum, fewer.sum());
      return { ranges: most.ranges(), others: left, ...told('others_summed', leftSum) };
    },
  };
}

interface Counts<Kind> {
  readonly add: (value: Kind, summed: Value | undefined) => boolean;
  readonly rows: () => number;
  readonly sum: () => NumberSum | undefined;
  readonly ranges: () => readonly CountedRange[];
}

/** A range that has rows is known by one of its values. */
interface Count<Kind> {
  readonly value: Kind;
  rows: number;
  readonly sum: NumberSum | undefined;
}

function createCounts<Kind extends number | string>(
  scale: Scale<Kind>,
  newSum: () => NumberSum | undefined,
): Counts<Kind> {
  let counts = new Map<number | string, Count<Kind>>();
  let all = 0;

  /** Where the value is counted; undefined: it has no range. */
  function placeOf(value: Kind): Count<Kind> | undefined {
    const key = scale.keyOf(value);
    if (key === undefined) {
      return undefined;
    }
    const known = counts.get(key);
    if (known !== undefined) {
      return known;
    }
    const place = { value, rows: 0, sum: newSum() };
    counts.set(key, place);
    return place;
  }

  function widen(): boolean {
    const isWider = scale.widen();
    const narrow = counts;
    counts = new Map();
    for (const { value, rows, sum } of narrow.values()) {
      const place = placeOf(value);
      if (place !== undefined) {
        place.rows += rows;
        addSum(place.sum, sum);
      }
    }
    return isWider;
  }

  return {
    add(value, summed) {
      let place = placeOf(value);
      while (place === undefined && typeof value === 'number') {
        widen();
        place = placeOf(value);
      }
      if (place === undefined) {
        return false;
      }
      place.rows += 1;
      addNumber(place.sum, summed);
      all += 1;
      while (counts.size > MOST_RANGES && widen()) {
        // Once more, until there are few enough.
      }
      return true;
    },
    rows: () => all,
    sum() {
      const whole = newSum();
      for (const { sum } of counts.values()) {
        addSum(whole, sum);
      }
      return whole;
    },
    ranges: () =>
      [...counts.values()]
        .map((count) => toldRange(scale, count))
        .sort((left, right) => (left.from < right.from ? -1 : 1)),
  };
}

function toldRange<Kind extends number | string>(scale: Scale<Kind>, { value, rows, sum }: Count<Kind>): CountedRange {
  return { ...scale.endsOf(value), rows, ...told('summed', sum) };
}
