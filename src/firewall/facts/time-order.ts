import { plural } from './format.js';
import { addStep, createStepSizes, type StepSizes, stepAt } from './step-sizes.js';

/** In which order the times of a field came, and how far one was from the next. */
export interface TimeOrder {
  last: number;
  later: number;
  earlier: number;
  equal: number;
  highest: number;
  lowest: number;
  /** The first row with a time before, or after, the one of the row above it. */
  firstEarlier: number;
  firstLater: number;
  shortest: number;
  longest: number;
  readonly steps: StepSizes;
  /** Beyond all times so far: above them, as times rise, and below them, as times fall. */
  readonly above: Gap[];
  readonly below: Gap[];
}

interface Gap {
  readonly size: number;
  /** Behind the gap. */
  readonly row: number;
}

const MOST_GAPS = 3;
const FEWEST = 8;
const FEWEST_WITH_MEDIAN = 20;
const ORDERED_PERCENT = 90;
/** A gap is told when it is so many times as long as most steps. */
const LONG = 5;
const MEDIAN = 0.5;
const NEARLY_ALL = 0.95;
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

export function createTimeOrder(time: number): TimeOrder {
  return {
    last: time,
    later: 0,
    earlier: 0,
    equal: 0,
    highest: time,
    lowest: time,
    firstEarlier: -1,
    firstLater: -1,
    shortest: Number.POSITIVE_INFINITY,
    longest: 0,
    steps: createStepSizes(),
    above: [],
    below: [],
  };
}

/** Adds the next time, in milliseconds. */
export function addTime(order: TimeOrder, time: number, row: number): void {
  const step = time - order.last;
  order.last = time;
  if (step === 0) {
    order.equal += 1;
    return;
  }
  const size = Math.abs(step);
  order.shortest = Math.min(order.shortest, size);
  order.longest = Math.max(order.longest, size);
  addStep(order.steps, size);
  if (step > 0) {
    order.later += 1;
    order.firstLater = order.firstLater < 0 ? row : order.firstLater;
  } else {
    order.earlier += 1;
    order.firstEarlier = order.firstEarlier < 0 ? row : order.firstEarlier;
  }
  if (time > order.highest) {
    noteGap(order.above, time - order.highest, row);
    order.highest = time;
  } else if (time < order.lowest) {
    noteGap(order.below, order.lowest - time, row);
    order.lowest = time;
  }
}

/** `in order but for 2 rows, the first of them row 9, steps of about 1 min, gaps of 3 h before row 1200`. */
export function describeOrder(order: TimeOrder, noun: string): readonly string[] {
  const moves = order.later + order.earlier;
  if (moves + order.equal + 1 < FEWEST || moves === 0) {
    return [];
  }
  const isRising = order.later * 100 >= moves * ORDERED_PERCENT;
  if (!isRising && order.earlier * 100 < moves * ORDERED_PERCENT) {
    return ['in no order'];
  }
  const [odd, first, gaps] = isRising
    ? ([order.earlier, order.firstEarlier, order.above] as const)
    : ([order.later, order.firstLater, order.below] as const);
  const exception = odd === 0 ? '' : ` but for ${plural(odd, noun)}${odd === 1 ? ` (${first})` : `, first ${first}`}`;
  return [`${isRising ? 'in order' : 'latest first'}${exception}`, ...stepsText(order, gaps, noun)];
}

function stepsText(order: TimeOrder, gaps: readonly Gap[], noun: string): readonly string[] {
  const { steps, later, earlier, equal } = order;
  const median = stepAt(steps, MEDIAN, equal);
  const most = stepAt(steps, NEARLY_ALL, equal);
  const long = gaps.filter(({ size }) => size >= LONG * Math.max(median, most / LONG));
  const isMany = later + earlier + equal >= FEWEST_WITH_MEDIAN;
  return [
    ...(isMany && median > 0 ? [`steps of ${stepText(order, median)}`] : []),
    ...(long.length === 0
      ? []
      : [`longest gaps ${long.map(({ size, row }) => `${durationText(size)} before ${noun} ${row}`).join(', ')}`]),
  ];
}

/** `1 d` where each is as long, else `about 1 min` as half of them are at most. */
function stepText({ shortest, longest, equal }: TimeOrder, median: number): string {
  return shortest === longest && equal === 0
    ? durationText(longest)
    : `about ${durationText(Number(median.toPrecision(2)))}`;
}

/** The largest first, of equal ones the earlier. */
function noteGap(gaps: Gap[], size: number, row: number): void {
  const least = gaps[MOST_GAPS - 1];
  if (least !== undefined && size <= least.size) {
    return;
  }
  const place = gaps.findIndex((gap) => gap.size < size);
  gaps.splice(place < 0 ? gaps.length : place, 0, { size, row });
  gaps.length = Math.min(gaps.length, MOST_GAPS);
}

/** `2 d 4 h`: the two largest units. */
function durationText(milliseconds: number): string {
  const first = UNITS.findIndex(([, size]) => milliseconds >= size);
  let left = milliseconds;
  const parts = UNITS.slice(Math.max(0, first), first < 0 ? 0 : first + 2).flatMap(([name, size]) => {
    const count = Math.floor(left / size);
    left -= count * size;
    return count === 0 ? [] : [`${count} ${name}`];
  });
  return parts.length === 0 ? '0 s' : parts.join(' ');
}
