import { KernelError } from '../contract/errors.js';
import type { CountedValues, FindProgress, FindRequest, RowOrder } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';
import { readField } from '../firewall/rows/field-paths.js';
import { createRowSorter } from './row-order.js';
import { createValueCounter } from './value-counter.js';
import { createRangeCounter, type RangeCounter } from './value-ranges.js';

type Gathered = Pick<FindProgress, 'rows' | 'ordered' | 'among' | 'counted'>;

/** What a search makes of the rows that match. */
export interface Gathering {
  readonly add: (row: number, value: Value) => void;
  /** More was gathered than should wait. */
  readonly isFull: () => boolean;
  /** What is told now, `elapsedMs` after the beginning. */
  readonly part: (elapsedMs: number) => Gathered;
  readonly end: () => Gathered;
}

const MOST_MATCHES_AT_ONCE = 4096;

/** `orderedAfter`: the row that an order goes on from. Throws USAGE when nothing is asked for, or too much. */
export function createGathering(
  { filter, text, order, count, sum }: Omit<FindRequest, 'handleId' | 'principal'>,
  orderedAfter?: Value,
): Gathering {
  if (sum !== undefined && count === undefined) {
    throw usage('a field is summed for each value of another', 'give the field whose values are counted as count');
  }
  if (order !== undefined && count !== undefined) {
    throw usage('a search puts rows in order or counts values, not both', 'leave out order or count');
  }
  if (order !== undefined) {
    return ordering(order, orderedAfter);
  }
  if (count !== undefined) {
    return counting(count, sum);
  }
  if ((filter === undefined || filter.length === 0) && text === undefined) {
    throw usage('a search needs a filter or a text', 'give some text, or a filter such as amount >= 10');
  }
  return matching();
}

function matching(): Gathering {
  let rows: number[] = [];
  const taken = (): Gathered => {
    const told = { rows };
    rows = [];
    return told;
  };
  return { add: (row) => rows.push(row), isFull: () => rows.length >= MOST_MATCHES_AT_ONCE, part: taken, end: taken };
}

/** Fields beside the first one. */
const MOST_FURTHER = 3;

function ordering({ field, descending, thenBy = [], after: row }: RowOrder, value?: Value): Gathering {
  if (thenBy.length > MOST_FURTHER) {
    throw usage(`rows are sorted by at most ${MOST_FURTHER + 1} fields`, 'leave out some of order.thenBy');
  }
  const moreOf = (content: Value): readonly (Value | undefined)[] => thenBy.map((key) => readField(content, key.field));
  const last = value ?? null;
  const after = row === undefined ? undefined : { row, value: readField(last, field), more: moreOf(last) };
  const sorter = createRowSorter({ descending, thenBy: thenBy.map((key) => key.descending === true), after });
  return toldRarely(
    (each, content) => sorter.add(each, readField(content, field), moreOf(content)),
    () => ({ ordered: sorter.rows() }),
    () => ({ among: sorter.among() }),
  );
}

function counting(field: string, sum: string | undefined): Gathering {
  const counter = createValueCounter(undefined, sum !== undefined);
  const ranges = createRangeCounter(sum !== undefined);
  return toldRarely(
    (_, row) => {
      const value = readField(row, field);
      const summed = sum === undefined ? undefined : readField(row, sum);
      counter.add(value, summed);
      if (value !== undefined) {
        ranges.add(value, summed);
      }
    },
    () => ({ counted: withRanges(counter.values(), ranges) }),
  );
}

/** A few values say more than the ranges they are in. */
const FEW_VALUES = 20;

function withRanges(counted: CountedValues, counter: RangeCounter): CountedValues {
  const ranges = counted.different > FEW_VALUES ? counter.ranges() : undefined;
  return ranges === undefined ? counted : { ...counted, ranges };
}

const FIRST_TOLD_MS = 500;

/** What has to be made anew each time is told after longer and longer times. */
function toldRarely(
  add: Gathering['add'],
  make: () => Omit<Gathered, 'rows'>,
  makeLast: () => Omit<Gathered, 'rows'> = () => ({}),
): Gathering {
  let nextMs = FIRST_TOLD_MS;
  return {
    add,
    isFull: () => false,
    part(elapsedMs) {
      if (elapsedMs < nextMs) {
        return { rows: [] };
      }
      nextMs = elapsedMs * 1.25;
      return { rows: [], ...make() };
    },
    end: () => ({ rows: [], ...make(), ...makeLast() }),
  };
}

function usage(message: string, hint: string): KernelError {
  return new KernelError('USAGE', message, { hint });
}
