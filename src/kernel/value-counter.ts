import type { CountedValue, CountedValues } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';

/** Values told about. */
const MOST_TOLD = 1000;
/** Values counted at the same time: at most twice as many between two clearings. */
const MOST_COUNTED = 20_000;
/** Longer values are told apart by their beginning. */
const MOST_CHARS = 200;

export interface ValueCounter {
  readonly add: (value: Value | undefined) => void;
  readonly values: () => CountedValues;
}

interface Entry {
  readonly value: Value;
  readonly form: CountedValue['form'];
  rows: number;
  /** Rows that may have been missed before it was counted. */
  readonly missed: number;
}

/**
 * How often each value comes. Exact while there are not too many different ones; then the rare ones are given up, and
 * what comes again is counted as `missed` says. Memory is bounded.
 */
export function createValueCounter(most: number = MOST_COUNTED): ValueCounter {
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
    add(value) {
      rows += 1;
      if (value === undefined) {
        missing += 1;
        return;
      }
      const { key, shown, form } = keyOf(value);
      const known = entries.get(key);
      if (known !== undefined) {
        known.rows += 1;
        return;
      }
      entries.set(key, { value: shown, form, rows: 1, missed });
      if (entries.size >= 2 * most) {
        clear();
      }
    },
    values() {
      // By what is certain: what may have been missed would put late values first.
      const told = [...entries.values()].sort((left, right) => right.rows - left.rows).slice(0, MOST_TOLD);
      return {
        values: told.map(({ value, form, rows: own, missed: before }) => ({
          value,
          rows: own,
          ...(form === undefined ? {} : { form }),
          ...(before === 0 ? {} : { missed: before }),
        })),
        rows,
        missing,
        different: entries.size,
        is_exact: missed === 0,
      };
    },
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
