import type { Trace, TraceQuery } from '../../contract/trace.js';
import { hasTraceWords, type TraceFilter } from './ui-traces.js';

export const PAGE = 100;
const MOST_PAGES = 12;

export interface TraceExtent {
  /** Rows known so far. */
  readonly rows: number;
  /** There are no more. */
  readonly isWhole: boolean;
  /** How many traces were looked at. */
  readonly searched: number;
  /** The store failed; nothing more is read. */
  readonly hasFailed: boolean;
}

/** A list of traces of which only what is near the part that is looked at is in memory. */
export interface TracePages {
  /** The trace in this row, when it is in memory now. */
  readonly row: (index: number) => Trace | undefined;
  readonly extent: () => TraceExtent;
  /** Reads until these rows are there, and a page beyond them is known, as far as there is one. */
  readonly want: (first: number, count: number) => Promise<void>;
  /** Nothing more is read. */
  readonly stop: () => void;
}

interface Reading {
  readonly list: (query: TraceQuery) => Promise<readonly Trace[]>;
  readonly filter: TraceFilter;
  /** Later traces are left out, so that what was read keeps its place. */
  readonly until: string;
  readonly onRead: () => void;
  /** Lets keys and the screen have their turn between two pages. */
  readonly rest: () => Promise<unknown>;
}

export function createTracePages({ list, filter, until, onRead, rest }: Reading): TracePages {
  const pages = new Map<number, readonly Trace[]>();
  /** Places of the traces with the words; without words a row's place is its number. */
  const places: number[] = [];
  const isSearch = filter.words.length > 0;
  let searched = 0;
  let isWhole = false;
  let isReading = false;
  let isStopped = false;
  let hasFailed = false;
  let wanted = { first: 0, last: 0 };

  function placeOf(index: number): number | undefined {
    return isSearch ? places[index] : index;
  }

  function rowsKnown(): number {
    return isSearch ? places.length : searched;
  }

  async function read(page: number): Promise<readonly Trace[]> {
    const traces = await list({ ...filter.query, until, limit: PAGE, offset: page * PAGE });
    pages.delete(page);
    pages.set(page, traces);
    forgetFar();
    return traces;
  }

  /** What was read longest ago goes first. */
  function forgetFar(): void {
    for (const page of pages.keys()) {
      if (pages.size <= MOST_PAGES) {
        return;
      }
      pages.delete(page);
    }
  }

  /** The next page of the store, which nobody has looked at yet. */
  async function readOn(): Promise<void> {
    const from = searched;
    const traces = await read(Math.floor(from / PAGE));
    searched += traces.length;
    isWhole = traces.length < PAGE;
    if (isSearch) {
      for (const [index, trace] of traces.entries()) {
        if (hasTraceWords(trace, filter.words)) {
          places.push(from + index);
        }
      }
    }
  }

  /** A page that is looked at and was forgotten. */
  function missingPage(): number | undefined {
    for (let index = wanted.first; index < Math.min(wanted.last, rowsKnown()); index += 1) {
      const page = Math.floor((placeOf(index) ?? 0) / PAGE);
      if (!pages.has(page)) {
        return page;
      }
    }
    return undefined;
  }

  async function step(): Promise<boolean> {
    const missing = missingPage();
    if (missing !== undefined) {
      await read(missing);
    } else if (!isWhole && rowsKnown() < wanted.last + PAGE) {
      await readOn();
    } else {
      return false;
    }
    onRead();
    await rest();
    return !isStopped;
  }

  return {
    row(index) {
      const place = placeOf(index);
      return place === undefined ? undefined : pages.get(Math.floor(place / PAGE))?.[place % PAGE];
    },
    extent: () => ({ rows: rowsKnown(), isWhole, searched, hasFailed }),
    async want(first, count) {
      wanted = { first, last: first + count };
      if (isReading || isStopped || hasFailed) {
        return;
      }
      isReading = true;
      try {
        while (await step()) {
          // each step waits for the store
        }
      } catch (error) {
        hasFailed = true;
        throw error;
      } finally {
        isReading = false;
      }
    },
    stop() {
      isStopped = true;
    },
  };
}
