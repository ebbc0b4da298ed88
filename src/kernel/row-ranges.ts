/** Ascending row numbers as people write them: `0-49,120`. As much of it as a trace has room for. */
export function rangesOf(rows: readonly number[]): string {
  const set = createRowSet();
  set.add(rows);
  return set.ranges();
}

/** Rows that were asked for, in whatever order; some thousand stretches of them. */
export interface RowSet {
  /** Ascending. */
  readonly add: (rows: readonly number[]) => void;
  readonly ranges: () => string;
}

/** `to` is the row behind the last one. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

const MOST_STRETCHES = 2000;
const MOST_RANGES = 100;

export function createRowSet(): RowSet {
  let stretches: readonly Stretch[] = [];
  return {
    add: (rows) => {
      stretches = joined([...stretches, ...stretchesOf(rows)]).slice(0, MOST_STRETCHES);
    },
    ranges: () =>
      stretches
        .slice(0, MOST_RANGES)
        .map(({ from, to }) => (to - from === 1 ? `${from}` : `${from}-${to - 1}`))
        .join(','),
  };
}

function stretchesOf(rows: readonly number[]): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last?.to === row) {
      found.splice(-1, 1, { from: last.from, to: row + 1 });
    } else {
      found.push({ from: row, to: row + 1 });
    }
  }
  return found;
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const all: Stretch[] = [];
  for (const next of [...stretches].sort((left, right) => left.from - right.from)) {
    const last = all.at(-1);
    if (last !== undefined && next.from <= last.to) {
      all.splice(-1, 1, { from: last.from, to: Math.max(last.to, next.to) });
    } else {
      all.push(next);
    }
  }
  return all;
}
