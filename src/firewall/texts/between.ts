import type { KeyCount } from './key-table.js';
import { isSentence } from './line-blocks.js';
import { ERROR_MARK, HEADING_MARK, type KeptLedger, WARNING_MARK } from './line-ledger.js';
import { LOG_LEVELS, type LogLevel } from './log-level.js';

/** What stands in a part of a text that nobody has seen, as far as it is known for certain. */
export interface Held {
  readonly lines: number;
  readonly levels: readonly (readonly [LogLevel, number])[];
  readonly errors: number;
  readonly warnings: number;
  /** The most frequent form of heading, and of any line that says something in words. */
  readonly heading: Template | undefined;
  readonly template: Template | undefined;
}

export interface Template {
  readonly of: KeyCount;
  readonly count: number;
}

/** Of the lines from one on to before another one, those that nobody has seen. */
export type Between = (from: number, to: number) => Held;

interface Unseen {
  readonly ledger: KeptLedger;
  readonly templates: readonly KeyCount[];
  /** Places of lines that were shown before. */
  readonly seen: ReadonlySet<number>;
}

/** Templates that are looked for. */
const MOST_TEMPLATES = 64;
const FEWEST_LINES = 3;

export function createBetween({ ledger, templates, seen }: Unseen): Between {
  const shown = [...seen].sort((a, b) => a - b);
  const often = templates
    .filter(({ count, sample }) => count >= FEWEST_LINES && isSentence(sample))
    .slice(0, MOST_TEMPLATES);
  const byKey = placesOf(ledger.keys, seen, new Set(often.map(({ key }) => key)));
  const byMark = placesOf(ledger.marks, seen);
  const errors = ledger.hasAllErrors ? ledger.errors.map(({ order }) => order).filter((order) => !seen.has(order)) : [];
  return (from, to) => {
    // What is known of some lines only is not told of all.
    const end = to <= ledger.marks.length ? to : from;
    const marked = (mark: number): number => countIn(byMark.get(mark), from, end);
    const counted = often.map((of) => ({ of, count: countIn(byKey.get(of.key), from, end) }));
    return {
      lines: to - from - countIn(shown, from, to),
      levels: LOG_LEVELS.map((level, index) => [level, marked(index + 1)] as const).filter(([, count]) => count > 0),
      errors: end < to ? countIn(errors, from, to) : marked(ERROR_MARK),
      warnings: marked(WARNING_MARK),
      heading: mostOf(counted.filter(({ of }) => ledger.marks[of.first] === HEADING_MARK)),
      template: mostOf(counted),
    };
  };
}

function mostOf(counted: readonly Template[]): Template | undefined {
  return counted.reduce<Template | undefined>(
    (best, each) => (each.count > (best?.count ?? 0) ? each : best),
    undefined,
  );
}

/** Where each of the values stands, ascending. */
function placesOf(values: ArrayLike<number>, seen: ReadonlySet<number>, wanted?: ReadonlySet<number>) {
  const places = new Map<number, number[]>();
  for (let order = 0; order < values.length; order += 1) {
    const value = values[order] ?? 0;
    const isWanted = wanted === undefined ? value !== 0 : wanted.has(value);
    if (isWanted && !seen.has(order)) {
      const known = places.get(value);
      if (known === undefined) {
        places.set(value, [order]);
      } else {
        known.push(order);
      }
    }
  }
  return places;
}

function countIn(places: readonly number[] = [], from: number, to: number): number {
  return firstFrom(places, to) - firstFrom(places, from);
}

/** How many of the places, which ascend, stand before it. */
function firstFrom(places: readonly number[], order: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < order) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
