import type { ErrorInfo } from '../../contract/frame.js';
import type { Principal } from '../../contract/principal.js';
import type { Terminal } from '../terminal/terminal.js';
import { chosenColumns } from './pager-columns.js';
import { moveTo, type PagerRoom } from './pager-moves.js';
import { createRowReader, type RowReader } from './pager-reader.js';
import { createScans, type Scans } from './pager-scans.js';
import { createPagerSource, type PagerKernel } from './pager-source.js';
import { follow, INITIAL_PAGER, type PagerEvent, type PagerState, reducePager, viewLength } from './pager-state.js';
import { windowSizes } from './pager-windows.js';
import { createStore, type Store } from './store.js';
import { thrownError } from './thrown-error.js';

export interface PagerOptions {
  readonly terminal: Terminal;
  readonly kernel: PagerKernel;
  readonly principal: Principal;
  readonly handleId: string;
  readonly start?: {
    readonly offset?: number | undefined;
    readonly fields?: readonly string[] | undefined;
    readonly filter?: string | undefined;
  };
  /** The session that pays for what is read. */
  readonly sessionId?: string | undefined;
}

/** The pager without its screen: state, rows near the cursor, searches, and the watch over an open handle. */
export interface PagerController {
  readonly store: Store<PagerState, PagerEvent>;
  readonly reader: RowReader;
  readonly scans: Scans;
  /** The rows have this room now: reads what is to stand there. */
  readonly show: (room: PagerRoom) => void;
  readonly room: () => PagerRoom;
  /** The row at a place of the view, and its number. */
  readonly rowNumber: (place: number) => number | undefined;
  readonly filter: (text: string) => void;
  readonly search: (text: string) => void;
  readonly seek: (direction: 'next' | 'previous') => void;
  readonly stop: () => void;
  /** A row on the screen is still to come. */
  readonly isWaiting: () => boolean;
  /** Reads on after a stop. */
  readonly goOn: () => void;
  readonly again: () => void;
  readonly close: () => void;
}

/** How often an open handle is asked what came. */
const WATCH_MS = 1000;
const FOLLOW_MS = 250;
/** How often a long read says how far it has come. */
const PROGRESS_MS = 100;

export function createPager(options: PagerOptions, onChange: () => void): PagerController {
  const { terminal, kernel, principal, handleId, sessionId, start = {} } = options;
  const store = createStore(reducePager, initialState(start));
  let room: PagerRoom = { height: 1, width: 80 };
  let rowCap = 1;
  let isClosed = false;
  let isHalted = false;
  let toldAt = 0;
  let scanBeganAt = 0;
  let scanEndedAt = 0;
  let scanTook = 0;
  let cancelWatch = (): void => undefined;
  // Where to go as soon as so many matches were found.
  let awaited: number | undefined;
  // The question before the present one, for one that turns out to make no sense.
  let lastFilter: string | undefined;

  const source = createPagerSource({
    kernel,
    principal,
    handleId,
    sessionId,
    onProgress,
    onInfo: (info) => {
      const { facts } = store.get();
      if (facts !== undefined && info.total_rows >= facts.total_rows) {
        store.dispatch({ type: 'facts', facts: { ...facts, ...info }, height: room.height });
      }
    },
  });
  function onProgress(row: number): void {
    const now = terminal.now();
    if (now - toldAt >= PROGRESS_MS && reader.isReading()) {
      toldAt = now;
      set({ passed: row });
    }
  }

  const scans = createScans({
    find: source.find,
    onChange: (which, change) => {
      if (which === 'filter' && change.status === 'done') {
        scanEndedAt = terminal.now();
        scanTook = scanEndedAt - scanBeganAt;
      }
      store.dispatch({ type: 'scan', which, change });
      arrive();
      resume();
    },
    onFailure: (which, error) => (which === 'filter' ? filterFailed(error) : searchFailed(error)),
  });
  const reader = createRowReader({
    read: source.read,
    rowAt: scans.rowAt,
    onRows: (rows) => {
      store.dispatch({ type: 'rows', rows });
      set({ error: undefined, passed: undefined });
    },
    isGrowing: () => store.get().facts?.state === 'open',
    onFailure: (error) => set({ error: thrownError(error), passed: undefined }),
  });

  function set(change: Partial<PagerState>): void {
    store.dispatch({ type: 'set', change });
  }

  function want(): void {
    const state = store.get();
    const { facts, error, top, direction } = state;
    if (facts === undefined || error !== undefined || isClosed || isHalted) {
      return;
    }
    const { size } = windowSizes(rowCap, facts);
    reader.want({ size, length: viewLength(state), top, height: room.height, direction });
  }

  async function open(): Promise<void> {
    try {
      const record = await source.open();
      rowCap = Math.max(1, Math.min(record.row_cap, record.constraints.max_rows ?? Number.POSITIVE_INFINITY));
      const { reason, ...facts } = record;
      reader.forget(windowSizes(rowCap, record).kept);
      store.dispatch({
        type: 'facts',
        facts: { ...facts, ...(reason === undefined ? {} : { reason }) },
        height: room.height,
      });
    } catch (error) {
      set({ error: thrownError(error) });
    }
  }

  /** Goes where it was wanted once there are so many rows, and stays at their end when it follows. */
  function arrive(): void {
    const state = store.get();
    if (awaited !== undefined && (awaited < viewLength(state) || state.filter?.status !== 'running')) {
      set(moveTo(state, awaited, room));
      awaited = undefined;
    }
    set(follow(store.get(), room.height));
  }

  function watch(): void {
    const { facts, isFollowing } = store.get();
    if (isClosed || facts?.state !== 'open') {
      return;
    }
    cancelWatch = terminal.after(isFollowing ? FOLLOW_MS : WATCH_MS, () => {
      void look();
    });
  }

  async function look(): Promise<void> {
    try {
      const record = await source.open();
      if (isClosed) {
        return;
      }
      store.dispatch({ type: 'facts', facts: record, height: room.height });
    } catch (error) {
      set({ error: thrownError(error) });
      return;
    }
    if (store.get().filter?.status === 'done') {
      lookOn();
    }
    reader.recheck();
    want();
    watch();
  }

  /** Rows came after the scan of the filter had ended. */
  function lookOn(): void {
    const { filter, facts } = store.get();
    if (filter === undefined || facts === undefined || filter.scanned >= facts.total_rows) {
      return;
    }
    // Text is searched from its beginning each time: as long as that took, five times as long it is left alone.
    const isTooSoon = facts.kind === 'text' && facts.state === 'open' && terminal.now() < scanEndedAt + 5 * scanTook;
    if (!isTooSoon) {
      scanBeganAt = terminal.now();
      scans.filterOn();
    }
  }

  function filter(text: string): void {
    const now = store.get();
    const before = scans.rowAt(now.cursor) ?? 0;
    lastFilter = now.filter?.text;
    scanBeganAt = terminal.now();
    const wanted = text.trim() === '' ? undefined : text;
    scans.filter(wanted);
    reader.forget(windowSizes(rowCap, now.facts ?? NOTHING).kept);
    set({ search: undefined, sought: undefined, error: undefined, prompt: undefined, notice: undefined });
    if (wanted === undefined) {
      set({ filter: undefined });
      store.dispatch({ type: 'set', change: moveTo({ ...store.get(), cursor: before }, before, room) });
    } else {
      const total = now.facts?.total_rows ?? 0;
      set({ filter: { text, matches: 0, scanned: 0, total, status: 'running' }, cursor: 0, top: 0, direction: 1 });
    }
    want();
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

  function search(text: string): void {
    const now = store.get();
    const row = scans.rowAt(now.cursor) ?? 0;
    const from = now.facts?.kind === 'text' ? 0 : row;
    const total = now.facts?.total_rows ?? 0;
    set({ search: { text, matches: 0, scanned: 0, total, status: 'running' }, prompt: undefined, notice: undefined });
    scans.search(text, from);
    seek('next');
  }

  /** Goes to the match after the cursor, or remembers to go there when it is found. */
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
      set({ sought: undefined, notice: 'no row holds it' });
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
      set({ ...moveTo(store.get(), place, room), sought: undefined, notice, isFollowing: false });
    }
  }

  const unsubscribe = store.subscribe(onChange);
  void open().then(() => {
    const { offset = 0, filter: first } = start;
    if (first !== undefined) {
      filter(first);
    }
    awaited = offset;
    arrive();
    want();
    watch();
  });

  return {
    store,
    reader,
    scans,
    show(next) {
      room = next;
      const state = store.get();
      const shown = moveTo(state, state.cursor, room);
      if (shown.top !== state.top || shown.cursor !== state.cursor) {
        set({ top: shown.top, cursor: shown.cursor });
      }
      want();
    },
    room: () => room,
    rowNumber: scans.rowAt,
    filter,
    search,
    seek,
    stop() {
      isHalted = true;
      scans.stop();
      reader.stop();
      set({ sought: undefined });
    },
    goOn() {
      if (isHalted) {
        isHalted = false;
        want();
      }
    },
    isWaiting: () => reader.isReading() && reader.row(store.get().cursor) === undefined,
    again() {
      set({ error: undefined });
      reader.forget(windowSizes(rowCap, store.get().facts ?? NOTHING).kept);
      void open().then(() => {
        want();
        watch();
      });
    },
    close() {
      isClosed = true;
      unsubscribe();
      cancelWatch();
      scans.stop();
      reader.stop();
      source.close();
    },
  };
}

const NOTHING = { total_rows: 0, size_bytes: 0 };

function initialState({ fields }: NonNullable<PagerOptions['start']>): PagerState {
  return fields === undefined
    ? INITIAL_PAGER
    : { ...INITIAL_PAGER, columns: chosenColumns(fields), areColumnsChosen: true };
}

function problemOf({ message, hint }: ErrorInfo): string {
  return hint === undefined ? message : `${message} ${hint}`;
}
