import { describe, expect, test } from 'vitest';
import type { Trace, TraceQuery } from '../../../src/contract/trace.js';
import { createTracePages, PAGE } from '../../../src/tui/state/trace-pages.js';
import { hasTraceWords, parseTraceFilter } from '../../../src/tui/state/ui-traces.js';
import { TRACES } from './known-records.js';

const UNTIL = '2026-05-06T12:00:00.000Z';

/** A store of so many traces that counts what is read of it. */
function storeOf(count: number) {
  const queries: TraceQuery[] = [];
  const traceAt = (index: number): Trace => {
    const { action_id: _, ...trace } = TRACES[index % TRACES.length] ?? TRACES[0] ?? fail();
    return { ...trace, action_id: `a_${index}` };
  };
  return {
    queries,
    async list(query: TraceQuery): Promise<readonly Trace[]> {
      queries.push(query);
      const { offset = 0, limit = 0 } = query;
      return Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, index) =>
        traceAt(offset + index),
      );
    },
  };
}

function fail(): never {
  throw new Error('no traces');
}

function pagesOver(count: number, filter = '') {
  const store = storeOf(count);
  const rest = () => Promise.resolve();
  const reading = { list: store.list, filter: parseTraceFilter(filter), until: UNTIL, onRead: () => undefined, rest };
  return { ...store, pages: createTracePages(reading) };
}

describe('a filter of traces', () => {
  test.each([
    ['', {}, []],
    ['denied', { outcome: 'denied' }, []],
    ['Invoke Failed crm', { event: 'invoke', outcome: 'failed' }, ['crm']],
    ['a_12', {}, ['a_12']],
  ])('%j', (text, query, words) => {
    expect(parseTraceFilter(text)).toEqual({ query, words });
  });

  test('words may stand in any id', () => {
    const trace = TRACES[4] ?? fail();
    expect(hasTraceWords(trace, ['find', 'h_bb', 'policy_denied', 'ann'])).toBe(true);
    expect(hasTraceWords(trace, ['find', 'demo'])).toBe(false);
  });
});

describe('traces in pages', () => {
  test('what is seen is read, and one page more', async () => {
    const { pages, queries } = pagesOver(1_000_000);
    await pages.want(0, 20);
    expect(queries.map(({ offset }) => offset)).toEqual([0, 100]);
    expect(pages.row(0)?.action_id).toBe('a_0');
    expect(pages.extent()).toEqual({ rows: 200, isWhole: false, searched: 200, hasFailed: false });
  });

  test('few are in memory, and what was forgotten is read again', async () => {
    const { pages, queries } = pagesOver(1_000_000);
    for (let first = 0; first < 5000; first += 50) {
      await pages.want(first, 20);
    }
    const inMemory = Array.from({ length: pages.extent().rows }, (_, index) => pages.row(index)).filter(Boolean);
    expect(inMemory.length).toBeLessThanOrEqual(12 * PAGE);
    expect(pages.row(0)).toBeUndefined();
    const before = queries.length;
    await pages.want(0, 20);
    expect(pages.row(0)?.action_id).toBe('a_0');
    expect(queries.length - before).toBe(1);
  });

  test('the end is known', async () => {
    const { pages } = pagesOver(130);
    await pages.want(0, 20);
    expect(pages.extent()).toEqual({ rows: 130, isWhole: true, searched: 130, hasFailed: false });
    expect(pages.row(129)?.action_id).toBe('a_129');
    expect(pages.row(130)).toBeUndefined();
  });

  test('an empty store is whole', async () => {
    const { pages } = pagesOver(0);
    await pages.want(0, 20);
    expect(pages.extent()).toEqual({ rows: 0, isWhole: true, searched: 0, hasFailed: false });
  });

  test('names of events and outcomes are left to the store, later traces are left out', async () => {
    const { pages, queries } = pagesOver(10, 'invoke denied');
    await pages.want(0, 5);
    expect(queries).toEqual([{ event: 'invoke', outcome: 'denied', until: UNTIL, limit: PAGE, offset: 0 }]);
  });

  test('words are looked for until the window is full', async () => {
    const { pages } = pagesOver(100_000, 'demo');
    await pages.want(0, 20);
    const { rows, searched } = pages.extent();
    expect(rows).toBeGreaterThanOrEqual(120);
    expect(searched).toBeLessThan(1000);
    expect(pages.row(0)?.capability_id).toBe('demo.log');
    expect(pages.row(21)?.action_id).toBe('a_105');
  });

  test('a search that finds nothing looks at everything and can be stopped', async () => {
    const found = pagesOver(2500, 'nowhere');
    await found.pages.want(0, 20);
    expect(found.pages.extent()).toEqual({ rows: 0, isWhole: true, searched: 2500, hasFailed: false });

    const { pages, queries } = pagesOver(1_000_000, 'nowhere');
    const searching = pages.want(0, 20);
    pages.stop();
    await searching;
    expect(queries).toHaveLength(1);
  });

  test('after a failure nothing more is read', async () => {
    const store = storeOf(50);
    let isBroken = true;
    const pages = createTracePages({
      list: (query) => (isBroken ? Promise.reject(new Error('broken')) : store.list(query)),
      filter: parseTraceFilter(''),
      until: UNTIL,
      onRead: () => undefined,
      rest: () => Promise.resolve(),
    });
    await expect(pages.want(0, 20)).rejects.toThrow('broken');
    isBroken = false;
    await pages.want(0, 20);
    expect(pages.extent()).toEqual({ rows: 0, isWhole: false, searched: 0, hasFailed: true });
  });
});
