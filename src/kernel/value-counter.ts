import type { CountedValue, CountedValues } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';
import { addNumber, emptySum, type NumberSum, told } from './number-sum.js';

/** Values told about. */
const MOST_TOLD = 1000;
/** Values counted at the same time: at most twice as many between two clearings. */
const MOST_COUNTED = 20_000;
/** Longer values are told apart by their beginning. */
const MOST_CHARS = 200;

export interface ValueCounter {
  /** `summed`: what the row has in the field that is summed. */
  readonly add: (value: Value | undefined, summed?: Value) => void;
  readonly values: () => CountedValues;
}

interface Entry {
  readonly value: Value;
  readonly form: CountedValue['form'];
  rows: number;
  /** Rows that may have been missed before it was counted. */
  readonly missed: number;
  readonly sum: NumberSum | undefined;
}

/**
 * How often each value comes. Exact while there are not too many different ones; then the rare ones are given up, and
 * what comes again is counted as `missed` says. Memory is bounded.
 */
export function createValueCounter(most: number = MOST_COUNTED, isSumming = false): ValueCounter {
  const newSum = (): NumberSum | undefined => (isSumming ? emptySum() : undefined);
  const [allSum, missingSum] = [newSum(), newSum()];
  let entries = new Map<unknown, Entry>();
  let rows = 0;
  let missing = 0;
  let missed = 0;

  /** Of two values with as many rows that which came first stays. */
  function clear(): void {
    const kept = [...entries].sort(([, left], [, right]) => mostFirst(left, right));
    for (const [, entry] of kept.splice(most)) {
      missed = Math.max(missed, entry.rows + entry.missed);
    }
    entries = new Map(kept);
  }

  return {
    add(value, summed) {
      rows += 1;
      addNumber(allSum, summed);
      if (value === undefined) {
        missing += 1;
        addNumber(missingSum, summed);
        return;
      }
      const { key, shown, form } = keyOf(value);
      const entry = entries.get(key) ?? { value: shown, form, rows: 0, missed, sum: newSum() };
      entry.rows += 1;
      addNumber(entry.sum, summed);
      if (entry.rows === 1) {
        entries.set(key, entry);
        if (entries.size >= 2 * most) {
          clear();
        }
      }
    },
    values() {
      // By what is certain: what may have been missed would put late values first.
      const frequent = [...entries.values()].sort((left, right) => right.rows - left.rows).slice(0, MOST_TOLD);
      return {
        values: frequent.map(toldValue),
        rows,
        missing,
        different: entries.size,
        is_exact: missed === 0,
        ...told('summed', allSum),
        ...told('missing_summed', missingSum),
      };
    },
  };
}

function toldValue({ value, form, rows, missed, sum }: Entry): CountedValue {
  return {
    value,
    rows,
    ...(form === undefined ? {} : { form }),
    ...(missed === 0 ? {} : { missed }),
    ...told('summed', sum),
  };
}

function mostFirst(left: Entry, right: Entry): number {
  return right.rows + right.missed - (left.rows + left.missed);
}

interface Key {
  readonly key: unknown;
  readonly shown: Value;
  readonly form?: CountedValue['form'];
}

function keyOf(value: Value): Key {
  if (typeof value === 'string') {
    return value.length <= MOST_CHARS ? { key: value, shown: value } : cutKey(value, 'beginning');
  }
  if (typeof value !== 'object' || value === null) {
    return { key: value, shown: value };
  }
  return cutKey(JSON.stringify(value), 'json');
}

/** A copy: a part of a string keeps all of it in memory. No text has the character that it is told from texts by. */
function cutKey(text: string, form: NonNullable<CountedValue['form']>): Key {
  const shown = Buffer.from(text.slice(0, MOST_CHARS), 'utf16le').toString('utf16le').toWellFormed();
  return { key: `${form}\u0000${shown}`, shown, form };
}
