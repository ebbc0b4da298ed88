import type { OrderedRows } from './ordered-rows.js';
import { createMatchList, type MatchList } from './pager-matches.js';

/**
 * The matches of a search that looks from one row to the end, and then from the beginning to that row, so that the next
 * match of millions of rows is near. Both parts ascend.
 */
export interface SearchResults {
  readonly from: number;
  readonly ahead: SearchPart;
  readonly behind: SearchPart;
}

export interface SearchPart {
  readonly matches: MatchList;
  /** Rows before this one have been looked at. */
  readonly scanned: () => number;
  readonly isDone: () => boolean;
  readonly add: (rows: readonly number[], scanned: number) => boolean;
  readonly end: () => void;
}

export function createSearchResults(from: number): SearchResults {
  const behind = createPart();
  if (from === 0) {
    behind.end();
  }
  return { from, ahead: createPart(), behind };
}

function createPart(): SearchPart {
  const matches = createMatchList();
  let scanned = 0;
  let isDone = false;
  return {
    matches,
    scanned: () => scanned,
    isDone: () => isDone,
    add(rows, upTo) {
      scanned = upTo;
      return matches.add(rows);
    },
    end() {
      isDone = true;
    },
  };
}

/** `wait`: it may lie where nobody has looked yet. `none`: there is not one match. */
export type SearchAnswer = { readonly row: number; readonly isWrapped: boolean } | 'wait' | 'none';

/** The rows from `low` to before `high`, all on one side of where the search began. */
interface Stretch {
  readonly part: SearchPart;
  readonly low: number;
  readonly high: number;
  readonly isWrapped: boolean;
}

const END = Number.POSITIVE_INFINITY;

export function nextMatch({ from, ahead, behind }: SearchResults, row: number): SearchAnswer {
  const stretches: readonly Stretch[] =
    row >= from
      ? [
          { part: ahead, low: row + 1, high: END, isWrapped: false },
          { part: behind, low: 0, high: from, isWrapped: true },
          { part: ahead, low: from, high: row + 1, isWrapped: true },
        ]
      : [
          { part: behind, low: row + 1, high: from, isWrapped: false },
          { part: ahead, low: from, high: END, isWrapped: false },
          { part: behind, low: 0, high: row + 1, isWrapped: true },
        ];
  return answer(stretches, ({ part, low, high }) => {
    const first = part.matches.at(part.matches.below(low));
    if (first !== undefined && first < high) {
      return first;
    }
    return isCovered(part, high) ? undefined : 'wait';
  });
}

export function previousMatch({ from, ahead, behind }: SearchResults, row: number): SearchAnswer {
  const stretches: readonly Stretch[] =
    row > from
      ? [
          { part: ahead, low: from, high: row, isWrapped: false },
          { part: behind, low: 0, high: from, isWrapped: false },
          { part: ahead, low: row, high: END, isWrapped: true },
        ]
      : [
          { part: behind, low: 0, high: row, isWrapped: false },
          { part: ahead, low: from, high: END, isWrapped: true },
          { part: behind, low: row, high: from, isWrapped: true },
        ];
  return answer(stretches, ({ part, low, high }) => {
    if (!isCovered(part, high)) {
      return 'wait';
    }
    const last = part.matches.at(part.matches.below(high) - 1);
    return last !== undefined && last >= low ? last : undefined;
  });
}

/** The match after or before a row where rows stand in another order: known when all rows were looked at. */
export function matchInOrder(
  results: SearchResults,
  ordered: OrderedRows,
  { row, direction }: { readonly row: number; readonly direction: 'next' | 'previous' },
): SearchAnswer {
  if (!(results.ahead.isDone() && results.behind.isDone())) {
    return 'wait';
  }
  const { count } = ordered;
  const step = direction === 'next' ? 1 : -1;
  const from = ordered.placeOf(row) ?? 0;
  for (let steps = 1; steps <= count; steps += 1) {
    const place = (from + steps * step + count * 2) % count;
    const found = ordered.rowAt(place);
    if (found !== undefined && ordinalOf(results, found) !== undefined) {
      return { row: found, isWrapped: direction === 'next' ? place <= from : place >= from };
    }
  }
  return 'none';
}

/** Which of all matches this row is, from 1 in the order of the rows; undefined while nobody can know, or for no match. */
export function ordinalOf({ from, ahead, behind }: SearchResults, row: number): number | undefined {
  const isBehind = row < from;
  const { matches } = isBehind ? behind : ahead;
  const below = matches.below(row);
  if (matches.at(below) !== row || !(isBehind || behind.isDone())) {
    return undefined;
  }
  return (isBehind ? 0 : behind.matches.count()) + below + 1;
}

function isCovered(part: SearchPart, high: number): boolean {
  return part.isDone() || part.scanned() >= high;
}

function answer(stretches: readonly Stretch[], look: (stretch: Stretch) => number | 'wait' | undefined): SearchAnswer {
  for (const stretch of stretches) {
    const found = look(stretch);
    if (found === 'wait') {
      return found;
    }
    if (found !== undefined) {
      return { row: found, isWrapped: stretch.isWrapped };
    }
  }
  return 'none';
}
