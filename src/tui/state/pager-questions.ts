import { createScans, type Scans } from './filter-and-search.js';
import { unknownFieldText } from './filter-fields.js';
import { moveTo, type PagerRoom } from './pager-moves.js';
import type { ReadRow } from './pager-reader.js';
import type { PagerEvent } from './pager-reducer.js';
import { revealMatch } from './pager-reveal.js';
import type { FindRows } from './pager-scan.js';
import type { PagerState } from './pager-state.js';
import type { Store } from './store.js';
import { problemOf, thrownError } from './thrown-error.js';

export interface QuestionPorts {
  readonly store: Store<PagerState, PagerEvent>;
  readonly find: FindRows;
  readonly now: () => number;
  readonly room: () => PagerRoom;
  readonly rowAt: (place: number) => ReadRow | undefined;
  /** The places of the view have other rows now. */
  readonly onOtherRows: () => void;
  /** The filter is another one. */
  readonly onFilter: () => void;
  /** A scan has come further. */
  readonly onScan: () => void;
  /** What is to stand on the screen may be missing. */
  readonly want: () => void;
}

/** What a person asks of all rows: only those that fit a filter, and the way from match to match of a search. */
export interface Questions {
  readonly scans: Scans;
  readonly filter: (text: string) => void;
  /** Rows came after the scan of the filter had ended. */
  readonly filterOn: () => void;
  /** `condition`: rows that fit it, which are called by the text. */
  readonly search: (text: string, condition?: string) => void;
  /** Goes to the match after the cursor, or before it; when nobody knows it yet, as soon as it is found. */
  readonly seek: (direction: 'next' | 'previous') => void;
  /** Rows came: the match that was gone to may be among them. */
  readonly reveal: () => void;
}

export function createQuestions(ports: QuestionPorts): Questions {
  const { store, find, now, room, rowAt, onOtherRows, onFilter, onScan, want } = ports;
  let scanBeganAt = 0;
  let scanEndedAt = 0;
  let scanTook = 0;
  // The question before the present one, for one that turns out to make no sense.
  let lastFilter: string | undefined;
  let lastSeen: readonly unknown[] = [];
  // A match that was gone to before it was read.
  let unseen: number | undefined;

  const scans = createScans({
    find,
    onChange: (which, change) => {
      if (which === 'filter' && change.status === 'done') {
        scanEndedAt = now();
        scanTook = scanEndedAt - scanBeganAt;
      }
      store.dispatch({ type: 'scan', which, change });
      onScan();
      resume();
    },
    onFailure: (which, error) => (which === 'filter' ? filterFailed(error) : searchFailed(error)),
  });

  function set(change: Partial<PagerState>): void {
    store.dispatch({ type: 'set', change });
  }

  function filter(text: string): void {
    const state = store.get();
    const before = scans.rowAt(state.cursor) ?? 0;
    const doubt = unknownFieldText(text, seen(state));
    lastFilter = state.filter?.text;
    scanBeganAt = now();
    const wanted = text.trim() === '' ? undefined : text;
    scans.filter(wanted);
    onOtherRows();
    set({ search: undefined, sought: undefined, error: undefined, prompt: undefined, notice: undefined });
    if (wanted === undefined) {
      set({ filter: undefined });
      store.dispatch({ type: 'set', change: moveTo({ ...store.get(), cursor: before }, before, room()) });
    } else {
      const total = state.facts?.total_rows ?? 0;
      const scan = { text, matches: 0, scanned: 0, total, status: 'running', doubt } as const;
      set({ filter: scan, cursor: 0, top: 0, direction: 1, notice: doubt });
    }
    onFilter();
    want();
  }

  /** What the person has before their eyes, or had when there was something. */
  function seen({ columns, top }: PagerState): Parameters<typeof unknownFieldText>[1] {
    const places = Array.from({ length: room().height }, (_, index) => rowAt(top + index));
    const rows = places.flatMap((row) => (row === undefined || row === 'hidden' ? [] : [row.value]));
    lastSeen = rows.length === 0 ? lastSeen : rows;
    return { columns: columns.map(({ name }) => name), rows: lastSeen };
  }

  function filterFailed(error: unknown): void {
    const info = thrownError(error);
    const text = store.get().filter?.text ?? '';
    filter(lastFilter ?? '');
    lastFilter = undefined;
    if (info.code === 'USAGE') {
      set({ prompt: { kind: 'filter', field: { text, cursor: text.length }, problem: problemOf(info) } });
    } else {
      set({ error: info });
    }
  }

  function searchFailed(error: unknown): void {
    set({ search: undefined, sought: undefined, error: thrownError(error) });
  }

  function search(text: string, condition?: string): void {
    const state = store.get();
    const row = scans.rowAt(state.cursor) ?? 0;
    const from = state.facts?.kind === 'text' ? 0 : row;
    const total = state.facts?.total_rows ?? 0;
    const scan = { text, condition, matches: 0, scanned: 0, total, status: 'running' } as const;
    set({ search: scan, prompt: undefined, notice: undefined });
    scans.search(condition === undefined ? { text } : { condition }, from);
    seek('next');
  }

  function seek(direction: 'next' | 'previous'): void {
    set({ sought: direction, notice: undefined });
    resume();
  }

  function resume(): void {
    const { sought, cursor, search: question } = store.get();
    if (sought === undefined || question === undefined) {
      want();
      return;
    }
    const answer = scans.matchFrom(scans.rowAt(cursor) ?? 0, sought);
    if (answer === 'none') {
      set({ sought: undefined, notice: scans.isOrderWhole() ? 'no row holds it' : NOT_SEEN });
    } else if (answer === 'wait') {
      if (question.status !== 'running') {
        set({ sought: undefined, notice: 'no match in the rows that were searched' });
      }
    } else {
      goTo(answer.row, answer.isWrapped);
    }
    want();
  }

  function goTo(row: number, isWrapped: boolean): void {
    const place = scans.placeOf(row);
    if (place !== 'wait') {
      const notice = isWrapped ? 'the search went on from the other end' : undefined;
      set({ ...moveTo(store.get(), place, room()), sought: undefined, notice, isFollowing: false });
      unseen = place;
      reveal();
    }
  }

  /** Whoever has gone elsewhere meanwhile looks at something else. */
  function reveal(): void {
    const state = store.get();
    const row = unseen === undefined ? undefined : rowAt(unseen);
    if (unseen !== state.cursor) {
      unseen = undefined;
    } else if (row !== undefined) {
      unseen = undefined;
      set(row === 'hidden' ? {} : revealMatch(state, row.value, room()));
    }
  }

  function filterOn(): void {
    const { filter, facts } = store.get();
    if (filter?.status !== 'done' || facts === undefined || filter.scanned >= facts.total_rows) {
      return;
    }
    // Text is searched from its beginning each time: as long as that took, five times as long it is left alone.
    const isTooSoon = facts.kind === 'text' && facts.state === 'open' && now() < scanEndedAt + 5 * scanTook;
    if (!isTooSoon) {
      scanBeganAt = now();
      scans.filterOn();
    }
  }

  return { scans, filter, filterOn, search, seek, reveal };
}

const NOT_SEEN = 'no row that was sorted so far holds it: esc leaves the sorting, n goes on';
