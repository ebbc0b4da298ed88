import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FindProgress, ReadingPage } from '../../src/contract/expansion.js';
import type { Frame } from '../../src/contract/frame.js';
import type { HandleRecord } from '../../src/contract/handle.js';
import type { Value } from '../../src/contract/row.js';
import { parseFilter } from '../../src/kernel/filter-parser.js';
import { createGathering, type Gathering } from '../../src/kernel/find-gathering.js';
import { compileFind } from '../../src/kernel/find-test.js';
import type { FindRows } from '../../src/tui/state/pager-scan.js';
import type { PagerKernel } from '../../src/tui/state/pager-source.js';

type Question = Parameters<FindRows>[0];

export interface FakePagerKernel extends PagerKernel {
  readonly reads: readonly (readonly number[])[];
  readonly finds: readonly Question[];
  /** Reads at once in flight, at most so far. */
  readonly busiest: () => number;
  /** What the handle is from now on. */
  readonly become: (change: Partial<HandleRecord>) => void;
  /** Every question fails so from now on; undefined: no more. */
  readonly fail: (error: { code: string; message: string; hint?: string } | undefined) => void;
  /** Searches and reads wait until they are let go on. */
  readonly pause: () => () => void;
}

/** A handle of any number of rows that nobody stores: row `n` is made when it is asked for. */
export function createFakePagerKernel(
  total: number,
  rowOf: (row: number) => Value | undefined,
  more: Partial<HandleRecord> = {},
): FakePagerKernel {
  let record: HandleRecord = { ...RECORD, total_rows: total, size_bytes: total * 100, ...more };
  let failure: { code: string; message: string; hint?: string } | undefined;
  let gate: Promise<void> = Promise.resolve();
  let inFlight = 0;
  let busiest = 0;
  const reads: (readonly number[])[] = [];
  const finds: Question[] = [];

  function check(signal?: AbortSignal): void {
    if (failure !== undefined) {
      throw Object.assign(new Error(failure.message), failure);
    }
    if (signal?.aborted === true) {
      throw Object.assign(new Error('the expansion was cancelled'), { code: 'CANCELLED' });
    }
  }

  async function expand({ rows, signal }: ReadingPage): Promise<Frame> {
    reads.push(rows);
    inFlight += 1;
    busiest = Math.max(busiest, inFlight);
    try {
      await nextTurn();
      await gate;
      check(signal);
      const found = rows.flatMap((row) => {
        const value = row < record.total_rows ? rowOf(row) : undefined;
        return value === undefined ? [] : [{ row, value }];
      });
      const { handle_id, total_rows, size_bytes, expires_at, state } = record;
      return {
        seq: 0,
        phase: 1,
        is_final: true,
        rows: found.map(({ value }) => value),
        page: { offset: rows[0] ?? 0, returned: found.length, total: total_rows, rows: found.map(({ row }) => row) },
        handle: { handle_id, total_rows, size_bytes, expires_at, state },
        budget: { used: 0, remaining: null },
      };
    } finally {
      inFlight -= 1;
    }
  }

  function addIfHeld(row: number, fits: (value: Value) => boolean, gathering: Gathering): void {
    const value = rowOf(row) ?? null;
    if (fits(value)) {
      gathering.add(row, value);
    }
  }

  async function* find(request: Question): AsyncGenerator<FindProgress> {
    finds.push(request);
    check(request.signal);
    const { from = 0, to = record.total_rows, text, filter, signal } = request;
    const end = Math.min(to, record.total_rows);
    const fits = compileFind(filter === undefined ? [] : parseFilter(String(filter)), text);
    const after = request.order?.after;
    const gathering = createGathering(request, after === undefined ? undefined : rowOf(after));
    for (let row = from; row < end; ) {
      const last = Math.min(end, row + 1000);
      for (; row < last; row += 1) {
        addIfHeld(row, fits, gathering);
      }
      await gate;
      check(signal);
      yield { scanned: row, total: end, ...(row >= end ? gathering.end() : gathering.part(0)) };
    }
  }

  return {
    reads,
    finds,
    busiest: () => busiest,
    become(change) {
      record = { ...record, ...change };
    },
    fail(error) {
      failure = error;
    },
    pause() {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    openReading: () => ({ expand, find, close: async () => undefined }),
    handles: {
      get: async () => {
        check();
        return record;
      },
    },
  };
}

const RECORD: HandleRecord = {
  handle_id: 'h_4t8r2v6y1n',
  action_id: 'a_0000000000',
  capability_id: 'demo.customers',
  principal_id: 'ann',
  constraints: {},
  sensitivity: 'NONE',
  row_cap: 50,
  kind: 'records',
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: '2026-01-08T00:00:00.000Z',
  total_rows: 0,
  size_bytes: 0,
  state: 'complete',
};
