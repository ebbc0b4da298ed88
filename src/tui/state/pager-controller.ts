import type { PagerController, PagerOptions } from './pager.js';
import { createGathering } from './pager-gathering.js';
import { createJump } from './pager-jump.js';
import { moveTo, type PagerRoom } from './pager-moves.js';
import { createQuestions } from './pager-questions.js';
import { createRowReader } from './pager-reader.js';
import { follow, reducePager } from './pager-reducer.js';
import { createPagerSource } from './pager-source.js';
import { initialPager, type PagerState, viewLength } from './pager-state.js';
import { createWatch } from './pager-watch.js';
import { sizeInOrder, windowSizes } from './pager-windows.js';
import { createStore } from './store.js';
import { thrownError } from './thrown-error.js';

/** How often a long read says how far it has come. */
const PROGRESS_MS = 100;

export function createPager(options: PagerOptions, onChange: () => void): PagerController {
  const { terminal, kernel, principal, handleId, sessionId, start = {} } = options;
  const store = createStore(reducePager, initialPager(start));
  let room: PagerRoom = { height: 1, width: 80 };
  let sizes = { size: 1, kept: 1 };
  let isClosed = false;
  let isHalted = false;
  let toldAt = 0;
  // Where to go as soon as so many matches were found.
  let awaited: number | undefined;

  const source = createPagerSource({
    kernel,
    principal,
    handleId,
    sessionId,
    formulas: () => store.get().formulas,
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

  const { scans, ...questions } = createQuestions({
    store,
    find: source.find,
    now: terminal.now,
    room: () => room,
    rowAt: (place) => reader.row(place),
    onOtherRows: () => reader.forget(sizes.kept),
    onFilter() {
      jump.stop();
      gathering.orderAgain();
    },
    onScan: arrive,
    want,
  });
  const gathering = createGathering({
    store,
    find: source.find,
    room: () => room,
    scans,
    onOtherRows: () => reader.forget(sizes.kept),
    want,
  });
  const jump = createJump({ store, find: source.find, read: source.read, room: () => room, scans, want });
  const reader = createRowReader({
    read: source.read,
    rowAt: scans.rowAt,
    onRows: (rows) => {
      store.dispatch({ type: 'rows', rows });
      set({ error: undefined, passed: undefined });
      questions.reveal();
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
    gathering.wantOrder();
    const size = sizeInOrder(sizes.size, state.order?.rows !== undefined);
    reader.want({ size, length: viewLength(state), top, height: room.height, direction });
  }

  async function open(): Promise<void> {
    try {
      const record = await source.open();
      const rowCap = Math.min(record.row_cap, record.constraints.max_rows ?? Number.POSITIVE_INFINITY);
      sizes = windowSizes(Math.max(1, rowCap), record);
      reader.forget(sizes.kept);
      store.dispatch({ type: 'facts', facts: record, height: room.height });
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

  const watch = createWatch({
    terminal,
    ask: source.open,
    isFollowing: () => store.get().isFollowing,
    isOpen: () => !isClosed && store.get().facts?.state === 'open',
    onAnswer(record) {
      store.dispatch({ type: 'facts', facts: record, height: room.height });
      questions.filterOn();
      reader.recheck();
      want();
    },
    onFailure: (error) => set({ error: thrownError(error) }),
  });

  const unsubscribe = store.subscribe(onChange);
  void open().then(() => {
    const { offset = 0, filter: first } = start;
    if (isClosed) {
      return;
    }
    if (first !== undefined) {
      questions.filter(first);
    }
    awaited = offset;
    arrive();
    want();
    watch.begin();
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
    placeOf(row) {
      const place = scans.placeOf(row);
      return place !== 'wait' && scans.rowAt(place) === row ? place : undefined;
    },
    filter: questions.filter,
    search: questions.search,
    seek: questions.seek,
    jump: jump.to,
    gathering,
    goTo(place) {
      set({ ...moveTo(store.get(), place, room), isFollowing: false });
      want();
    },
    stop() {
      if (store.get().order?.status === 'running') {
        gathering.stopOrder();
        return;
      }
      if (jump.stop()) {
        return;
      }
      isHalted = true;
      scans.stop();
      reader.stop();
      set({ sought: undefined });
    },
    goOn() {
      jump.stop();
      if (isHalted) {
        isHalted = false;
        want();
      }
    },
    isWaiting: () => reader.isReading() && reader.row(store.get().cursor) === undefined,
    again() {
      set({ error: undefined });
      void open().then(() => {
        want();
        watch.begin();
      });
    },
    reread() {
      reader.forget(sizes.kept);
      want();
    },
    goToEnd() {
      const { cursor } = store.get();
      void watch.look().then(() => {
        const state = store.get();
        if (state.cursor === cursor && state.mode === 'table') {
          set(moveTo(state, viewLength(state) - 1, room));
        }
      });
    },
    close() {
      isClosed = true;
      unsubscribe();
      watch.stop();
      scans.stop();
      gathering.close();
      jump.stop();
      reader.stop();
      source.close();
    },
  };
}
