import { createHmac } from 'node:crypto';

import { expect, test } from 'vitest';

import type { PruneRequest, Stores } from '../../src/contract/stores.js';
import type { ChainedTrace, TraceQuery } from '../../src/contract/trace.js';
import type { OpenStores } from './store-conformance.js';
import { AUDIT_KEY, newTrace, START } from './store-values.js';

const at = (ms: number): string => new Date(START + ms).toISOString();

export function testTraces(open: OpenStores): void {
  test('an empty chain is intact', async () => {
    const { traces } = await open();
    expect(await traces.verify()).toEqual({ ok: true, records_checked: 0 });
    expect(await traces.get('a_none')).toBeUndefined();
  });

  test('links follow the published form', async () => {
    const { traces } = await open();
    const trace = newTrace('a_1', { args: { b: [1, { d: 'ü', c: null }], a: true, 10: 'x', 9: 'y' } });
    const link = await traces.append(trace);
    const text =
      `{"prev_hash":"${'0'.repeat(64)}","seq":1,"trace":{"action_id":"a_1",` +
      '"args":{"10":"x","9":"y","a":true,"b":[1,{"c":null,"d":"ü"}]},"duration_ms":12,"event":"invoke",' +
      '"outcome":"completed","principal_id":"alice","started_at":"2026-11-21T20:00:00.000Z"}}';
    const hash = createHmac('sha256', AUDIT_KEY).update(text).digest('hex');
    expect(link).toEqual({ seq: 1, prev_hash: '0'.repeat(64), hash, trace });
    expect(await traces.append(newTrace('a_2'))).toMatchObject({ seq: 2, prev_hash: hash });
    expect(await traces.get('a_1')).toEqual(trace);
    expect(await traces.verify()).toEqual({ ok: true, records_checked: 2 });
  });

  test('more traces than one page of the store are verified and exported in order', async () => {
    const { traces } = await open();
    await Promise.all(Array.from({ length: 1100 }, (_, index) => traces.append(newTrace(`a_${index}`))));
    expect(await traces.verify()).toEqual({ ok: true, records_checked: 1100 });
    const links: ChainedTrace[] = [];
    for await (const link of traces.export({ offset: 5, limit: 1090 })) {
      links.push(link);
    }
    expect(links.map(({ seq }) => seq)).toEqual(Array.from({ length: 1090 }, (_, index) => index + 6));
  });

  test.each<[TraceQuery, readonly string[]]>([
    [{}, ['a_4', 'a_3', 'a_2', 'a_1']],
    [{ principal_id: 'bob' }, ['a_2']],
    [{ capability_id: 'sql.query' }, ['a_3']],
    [{ event: 'expand' }, ['a_4']],
    [{ outcome: 'denied' }, ['a_2']],
    [{ principal_id: 'alice', event: 'invoke' }, ['a_3', 'a_1']],
    [{ since: at(10), until: at(30) }, ['a_3', 'a_2']],
    [{ since: '2026-11-21T21:00:00.010+01:00' }, ['a_4', 'a_3', 'a_2']],
    [{ limit: 2, offset: 1 }, ['a_3', 'a_2']],
    [{ limit: 0 }, []],
  ])('lists newest first by %j', async (query, wanted) => {
    const { traces } = await open();
    await traces.append(newTrace('a_1'));
    await traces.append(newTrace('a_2', { principal_id: 'bob', outcome: 'denied', started_at: at(10) }));
    await traces.append(newTrace('a_3', { capability_id: 'sql.query', started_at: at(20) }));
    await traces.append(newTrace('a_4', { event: 'expand', started_at: at(30) }));
    expect((await traces.list(query)).map((trace) => trace.action_id)).toEqual(wanted);
  });

  const prune = ({ traces }: Stores, changes: Partial<PruneRequest>) =>
    traces.prune({
      max_traces: 1000,
      before: at(0),
      spare: 0,
      most: 1000,
      traceOf: (pruned) => newTrace('a_prune', { event: 'audit', args: { ...pruned }, started_at: at(900) }),
      ...changes,
    });

  async function appendTen(stores: Stores): Promise<void> {
    for (let index = 1; index <= 10; index += 1) {
      await stores.traces.append(newTrace(`a_${index}`, { started_at: at(index * 10) }));
    }
  }

  test.each<[string, Partial<PruneRequest>, number]>([
    ['by count, its own trace counted', { max_traces: 4 }, 7],
    ['by count, and some more so that it need not be done at once again', { max_traces: 6, spare: 3 }, 8],
    ['by age', { before: at(40) }, 3],
    ['by both: whatever removes more', { max_traces: 8, before: at(60) }, 5],
    ['all but its own trace', { max_traces: 1 }, 10],
    ['all that are too old, which is all', { before: at(500) }, 10],
    ['at most so many at once', { max_traces: 1, most: 4 }, 4],
  ])('prunes %s, and what is left is intact', async (_name, request, upTo) => {
    const stores = await open();
    await appendTen(stores);
    expect(await prune(stores, request)).toEqual({ removed: upTo, up_to: upTo });
    expect(await stores.traces.verify()).toEqual({ ok: true, records_checked: 11 - upTo, pruned: upTo });
    const [newest, ...rest] = await stores.traces.list({});
    expect(newest).toMatchObject({ event: 'audit', args: { removed: upTo, up_to: upTo } });
    expect(rest).toHaveLength(10 - upTo);
    expect(await stores.traces.append(newTrace('a_next'))).toMatchObject({ seq: 12 });
    expect(await stores.traces.verify()).toMatchObject({ ok: true });
  });

  test('prunes what was pruned again, and nothing where nothing is over', async () => {
    const stores = await open();
    expect(await prune(stores, { max_traces: 1 })).toBeUndefined();
    await appendTen(stores);
    expect(await prune(stores, { max_traces: 10 })).toBeUndefined();
    expect(await prune(stores, { max_traces: 5 })).toEqual({ removed: 6, up_to: 6 });
    expect(await prune(stores, { max_traces: 5 })).toBeUndefined();
    expect(await prune(stores, { max_traces: 2 })).toEqual({ removed: 4, up_to: 10 });
    expect(await stores.traces.verify()).toEqual({ ok: true, records_checked: 2, pruned: 10 });
    const links: ChainedTrace[] = [];
    for await (const link of stores.traces.export({})) {
      links.push(link);
    }
    expect(links.map(({ seq }) => seq)).toEqual([11, 12]);
  });

  test('an action that goes on is no trace until it has ended', async () => {
    const { traces } = await open();
    await traces.hold(newTrace('a_1', { outcome: 'cancelled' }));
    await traces.settle();
    expect(await traces.list({})).toEqual([]);
    await traces.append(newTrace('a_1'));
    await traces.settle();
    expect(await traces.list({})).toEqual([newTrace('a_1')]);
    expect(await traces.verify()).toEqual({ ok: true, records_checked: 1 });
  });

  test('what is accepted is a trace like any other', async () => {
    const { traces } = await open();
    await traces.append(newTrace('a_1'));
    await traces.accept(newTrace('a_2', { event: 'audit' }));
    expect(await traces.verify()).toEqual({ ok: true, records_checked: 2 });
  });

  test('a time that is none is refused', async () => {
    const { traces } = await open();
    await traces.append(newTrace('a_1'));
    await expect(traces.list({ since: 'yesterday-ish' })).rejects.toMatchObject({ code: 'USAGE' });
  });
}
