import type { OrderedRows } from './ordered-rows.js';
import { createMatchList, type MatchList } from './pager-matches.js';
import { type FindRows, startScan } from './pager-scan.js';
import {
  createSearchResults,
  matchInOrder,
  nextMatch,
  ordinalOf,
  previousMatch,
  type SearchAnswer,
  type SearchPart,
  type SearchResults,
} from './pager-search.js';
import type { ScanState } from './pager-state.js';

export interface ScansPorts {
  readonly find: FindRows;
  readonly onChange: (which: 'filter' | 'search', change: Partial<ScanState>) => void;
  readonly onFailure: (which: 'filter' | 'search', error: unknown) => void;
}

/** Rows that hold a text, or those that fit a condition. */
export type Sought = { readonly text: string } | { readonly condition: string };

/** The two scans a pager may have: rows that fit its filter, and the matches of its search among them. */
export interface Scans {
  readonly filter: (text: string | undefined) => void;
  /** Looks on in rows that came since the filter's scan ended. */
  readonly filterOn: () => void;
  readonly search: (sought: Sought, from: number) => void;
  readonly stop: () => boolean;
  /** The rows stand in this order from now on; undefined: in their own. */
  readonly inOrder: (rows: OrderedRows | undefined) => void;
  readonly rowAt: (place: number) => number | undefined;
  readonly placeOf: (row: number) => number | 'wait';
  /** All rows of the view are known by their numbers: a search finds every match. */
  readonly isOrderWhole: () => boolean;
  /** Which match of the search a row is. */
  readonly ordinalOf: (row: number) => number | undefined;
  readonly matchFrom: (row: number, direction: 'next' | 'previous') => SearchAnswer;
}

export function createScans({ find, onChange, onFailure }: ScansPorts): Scans {
  let filterText: string | undefined;
  let matches: MatchList | undefined;
  let filtered = 0;
  let ordered: OrderedRows | undefined;
  let results: SearchResults = createSearchResults(0);
  const stops: { filter?: (() => void) | undefined; search?: (() => void) | undefined } = {};

  function end(which: 'filter' | 'search', status: ScanState['status']): void {
    stops[which] = undefined;
    onChange(which, { status });
  }

  function failed(which: 'filter' | 'search', error: unknown): void {
    stops[which] = undefined;
    onFailure(which, error);
  }

  function runFilter(filter: string, list: MatchList, from: number): void {
    stops.filter = startScan(
      find,
      { filter, ...(from === 0 ? {} : { from }) },
      {
        onPart({ rows, scanned, total }) {
          const hasRoom = list.add(rows);
          filtered = scanned;
          onChange('filter', { matches: list.count(), scanned, total });
          if (!hasRoom) {
            end('filter', 'full');
          }
          return hasRoom;
        },
        onEnd: () => end('filter', 'done'),
        onFailure: (error) => failed('filter', error),
      },
    );
  }

  function searchPart(sought: Sought, part: SearchPart, range: { readonly from: number; readonly to?: number }): void {
    const { ahead, behind, from } = results;
    stops.search = startScan(
      find,
      { ...questionOf(sought, filterText), ...range },
      {
        onPart({ rows, scanned, total }) {
          const hasRoom = part.add(rows, scanned);
          const found = ahead.matches.count() + behind.matches.count();
          const looked = part === ahead ? Math.max(0, scanned - from) : scanned + Math.max(0, ahead.scanned() - from);
          onChange('search', { matches: found, scanned: looked, ...(part === ahead ? { total } : {}) });
          if (!hasRoom) {
            end('search', 'full');
          }
          return hasRoom;
        },
        onEnd() {
          part.end();
          if (part === ahead && !behind.isDone()) {
            onChange('search', {});
            searchPart(sought, behind, { from: 0, to: from });
          } else {
            end('search', 'done');
          }
        },
        onFailure: (error) => failed('search', error),
      },
    );
  }

  return {
    filter(text) {
      stops.filter?.();
      stops.search?.();
      filterText = text;
      ordered = undefined;
      matches = text === undefined ? undefined : createMatchList();
      filtered = 0;
      if (text !== undefined && matches !== undefined) {
        runFilter(text, matches, 0);
      }
    },
    filterOn() {
      if (filterText !== undefined && matches !== undefined && stops.filter === undefined) {
        onChange('filter', { status: 'running' });
        runFilter(filterText, matches, filtered);
      }
    },
    search(sought, from) {
      stops.search?.();
      results = createSearchResults(from);
      searchPart(sought, results.ahead, { from });
    },
    stop() {
      const running = (['filter', 'search'] as const).filter((which) => stops[which] !== undefined);
      for (const which of running) {
        stops[which]?.();
        end(which, 'stopped');
      }
      return running.length > 0;
    },
    inOrder(rows) {
      ordered = rows;
    },
    isOrderWhole: () => ordered?.isWhole() ?? true,
    rowAt: (place) => {
      if (ordered !== undefined) {
        return ordered.rowAt(place);
      }
      return matches === undefined ? place : matches.at(place);
    },
    placeOf(row) {
      if (ordered !== undefined) {
        return ordered.placeOf(row) ?? 0;
      }
      if (matches === undefined) {
        return row;
      }
      return stops.filter !== undefined && filtered <= row ? 'wait' : matches.below(row);
    },
    // By their numbers matches are counted, and not by this order.
    ordinalOf: (row) => (ordered === undefined ? ordinalOf(results, row) : undefined),
    matchFrom(row, direction) {
      if (ordered !== undefined) {
        return matchInOrder(results, ordered, { row, direction });
      }
      return direction === 'next' ? nextMatch(results, row) : previousMatch(results, row);
    },
  };
}

/** Among the rows that fit the filter. */
function questionOf(sought: Sought, filter: string | undefined): Partial<Parameters<FindRows>[0]> {
  if ('condition' in sought) {
    return { filter: filter === undefined ? sought.condition : `${filter}, ${sought.condition}` };
  }
  return { text: sought.text, ...(filter === undefined ? {} : { filter }) };
}
