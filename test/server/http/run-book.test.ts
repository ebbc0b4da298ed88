import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SharedRuns } from '../../../src/contract/shared-runs.js';
import type { Stores } from '../../../src/contract/stores.js';
import { createMetrics } from '../../../src/server/http/metrics.js';
import { eventResponse } from '../../../src/server/http/runs/event-response.js';
import type { KeptRun } from '../../../src/server/http/runs/kept-run.js';
import { createRunBook, type RunBook } from '../../../src/server/http/runs/run-book.js';
import { allEvents, type ServerEvent } from '../../support/http-server.js';
import { openStoresAt } from '../../support/open-stores-at.js';
import { keepPostgres, query } from '../../support/postgres-databases.js';
import { eventually } from '../../support/processes.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';
import { createToldRun } from '../../support/told-run.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const opened: Stores[] = [];
const books: RunBook[] = [];
afterEach(async () => {
  await Promise.all(books.splice(0).map((book) => book.end(100)));
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

function bookOn(shared?: SharedRuns): RunBook {
  const book = createRunBook({ metrics: createMetrics(), now: Date.now, monotonic: () => performance.now(), shared });
  books.push(book);
  return book;
}

async function runsAt(url: string): Promise<SharedRuns> {
  const stores = await openStoresAt({ directory: newDirectory(), url }, createTestClock());
  opened.push(stores);
  if (stores.runs === undefined) {
    throw new Error('the store keeps no runs');
  }
  return stores.runs;
}

const caller = { owner: 'alice\n', watch: () => () => undefined };
let runs = 0;

function begin(book: RunBook) {
  runs += 1;
  const told = createToldRun(`a_test${runs}`);
  const run = book.open({
    kind: 'invocation',
    caller,
    about: { capability_id: 'demo.rows' },
    source: told.source,
    onDisconnect: 'continue',
    event: 'frame',
    dataOf: (part) => JSON.stringify({ part }),
    endOf: () => ({ action_id: told.source.run_id }),
  });
  return { ...told, run };
}

const textOf = (run: KeptRun, after = 0): Promise<string> => eventResponse(run, { after, caller }).text();
const eventsOf = (run: KeptRun, after = 0): Promise<readonly ServerEvent[]> =>
  allEvents(eventResponse(run, { after, caller }));

/** Until another server reads so many events of it in the store: the log of the writer has them before that. */
async function keptBy(reader: RunBook, { runId, begun }: KeptRun, events: number): Promise<void> {
  await begun;
  const kept = async () => Number(Object((await reader.get(runId, caller.owner)).state())['last_seq']);
  await eventually(async () => (await kept()) >= events, `${events} events are kept`);
}

interface Place {
  readonly writer: RunBook;
  readonly reader: RunBook;
}

/** One server alone, and one that reads what another one writes: nobody could tell them apart. */
const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'in the memory of one server': async () => {
    const book = bookOn();
    return { writer: book, reader: book };
  },
  'at another server on the same store': async () => {
    const url = await databases.make();
    return { writer: bookOn(await runsAt(url)), reader: bookOn(await runsAt(url)) };
  },
};

describe.each(Object.entries(PLACES))('a run that is read %s', (_, open) => {
  it('is the same for all who read it, from wherever they begin, and whenever they come', async () => {
    const { writer, reader } = await open();
    const { run, say, complete } = begin(writer);
    await run.begun;
    const found = await reader.get(run.runId, caller.owner);
    const early = textOf(found);
    for (let part = 1; part <= 50; part += 1) {
      await say(`part ${part}`);
    }
    complete();
    const whole = await early;
    expect(whole.match(/^id: /gm)).toHaveLength(52);
    const late = await reader.get(run.runId, caller.owner);
    expect(await textOf(late)).toBe(whole);
    expect(await textOf(await writer.get(run.runId, caller.owner))).toBe(whole);
    const events = await eventsOf(late);
    for (const after of [1, 2, 25, 50, 51]) {
      expect(await eventsOf(late, after)).toEqual(events.slice(after));
    }
    expect(late.state()).toEqual({ ...run.state() });
    expect(late.log.isEnded() && late.log.lastSeq()).toBe(52);
  });

  it('tells what is no longer kept', async () => {
    const { writer, reader } = await open();
    const { run, say, complete } = begin(writer);
    for (let part = 1; part <= 24; part += 1) {
      await say('x'.repeat(60_000));
    }
    complete();
    await eventually(() => run.log.isEnded(), 'it has ended');
    const events = await eventsOf(await reader.get(run.runId, caller.owner), 3);
    const [gap, next] = events;
    expect(gap).toMatchObject({ event: 'gap', data: { from: 4 } });
    expect(next?.id).toBe(`${run.runId}:${Number(gap?.data['to']) + 1}`);
    expect(events.at(-1)).toMatchObject({ event: 'run.completed', id: `${run.runId}:26` });
    expect(events.length).toBeGreaterThan(5);
  });

  it('is read whole where it says more at once than is kept of it', async () => {
    const { writer, reader } = await open();
    const { run, say, complete } = begin(writer);
    await run.begun;
    const read = eventsOf(await reader.get(run.runId, caller.owner));
    const here = eventsOf(run);
    for (let part = 1; part <= 40; part += 1) {
      await say('x'.repeat(60_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    complete();
    const events = await here;
    expect(events.map(({ event }) => event)).not.toContain('gap');
    expect(events).toHaveLength(42);
    expect((await read).at(-1)).toEqual(events.at(-1));
  });

  it('is there for its owner alone', async () => {
    const { writer, reader } = await open();
    const { run } = begin(writer);
    await run.begun;
    await expect(reader.get(run.runId, 'bob\n')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await expect(reader.get('a_none', caller.owner)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    expect(await reader.list('bob\n')).toEqual([]);
    expect((await reader.list(caller.owner)).map(({ runId }) => runId)).toContain(run.runId);
  });

  it('is cancelled, once and again, with one terminal event', async () => {
    const { writer, reader } = await open();
    const { run, say, cancelled } = begin(writer);
    await run.begun;
    await say('one');
    const found = await reader.get(run.runId, caller.owner);
    const events = eventsOf(found);
    await found.cancel('its client cancelled it');
    await found.cancel('its client cancelled it');
    expect((await events).map(({ event }) => event)).toEqual(['run.started', 'frame', 'run.cancelled']);
    expect(cancelled()).toBe('its client cancelled it');
    await (await reader.get(run.runId, caller.owner)).cancel('again');
  });

  it('has at most four readers at a server', async () => {
    const { writer, reader } = await open();
    const { run, complete } = begin(writer);
    await run.begun;
    const found = await reader.get(run.runId, caller.owner);
    const leave = [1, 2, 3, 4].map(() => found.join());
    expect(() => found.join()).toThrow('4 connections read this run already');
    leave[0]?.();
    leave[0]?.();
    found.join()();
    for (const each of leave) {
      each();
    }
    complete();
  });
});

describe('a run whose store does not answer', () => {
  /** Fails when it is told to. */
  async function failing(url: string) {
    const shared = await runsAt(url);
    const state = { isAway: false };
    const append: SharedRuns['append'] = (pieces) =>
      state.isAway ? Promise.reject(new Error('away')) : shared.append(pieces);
    return { state, writer: bookOn({ ...shared, append }), reader: bookOn(await runsAt(url)) };
  }

  it('goes on for those who read it where it runs, says what was not kept, and is written down later', async () => {
    const { state, writer, reader } = await failing(await databases.make());
    const { run, say, complete } = begin(writer);
    const here = eventsOf(run);
    await say('kept');
    await keptBy(reader, run, 2);
    state.isAway = true;
    await say('not kept');
    await say('not kept either');
    complete();
    const events = await here;
    expect(events.map(({ data }) => data['part'])).toEqual([
      undefined,
      'kept',
      'not kept',
      'not kept either',
      undefined,
    ]);
    expect(events.at(-1)).toMatchObject({ event: 'run.completed', data: { not_kept: { from: 3, to: 5 } } });
    expect((await reader.get(run.runId, caller.owner)).state()).toMatchObject({ status: 'running', last_seq: 2 });
    state.isAway = false;
    const there = await eventsOf(await reader.get(run.runId, caller.owner));
    expect(there).toEqual(events);
  });

  it('has a gap elsewhere where more was said meanwhile than is kept', async () => {
    const { state, writer, reader } = await failing(await databases.make());
    const { run, say, complete } = begin(writer);
    await say('kept');
    await keptBy(reader, run, 2);
    state.isAway = true;
    for (let part = 1; part <= 24; part += 1) {
      await say('x'.repeat(60_000));
    }
    state.isAway = false;
    complete();
    const events = await eventsOf(await reader.get(run.runId, caller.owner));
    expect(events.slice(0, 3).map(({ event }) => event)).toEqual(['run.started', 'frame', 'gap']);
    expect(events.at(-1)).toMatchObject({ event: 'run.completed', id: `${run.runId}:27` });
  });
});

it('a server that was taken for dead says nothing behind the end that another one told', async () => {
  const url = await databases.make();
  const writer = bookOn(await runsAt(url));
  const { run, say, cancelled } = begin(writer);
  await say('one');
  const reader = bookOn(await runsAt(url));
  await keptBy(reader, run, 2);
  const here = eventsOf(run);
  // As the lease of a process that was stopped for a while.
  await query(url, "update akernel.runs set writer = 'lease/0/gone/ns/1/1'");
  const there = await eventsOf(await reader.get(run.runId, caller.owner));
  expect(there.map(({ event }) => event)).toEqual(['run.started', 'frame', 'run.failed']);
  await say('late');
  expect((await here).map(({ event }) => event)).toEqual(['run.started', 'frame']);
  expect(cancelled()).toBe('another server told its end');
  expect(await eventsOf(await writer.get(run.runId, caller.owner))).toEqual(there);
});

it('events that were changed or moved in the database are not passed on', async () => {
  const url = await databases.make();
  const writer = bookOn(await runsAt(url));
  const [first, second] = [begin(writer), begin(writer)];
  for (const { run, complete } of [first, second]) {
    await run.begun;
    complete();
    await eventually(() => run.log.isEnded(), 'it has ended');
  }
  const [from, to] = [first.run.runId, second.run.runId];
  await query(
    url,
    `update akernel.run_events set sealed = (select sealed from akernel.run_events where run_id = '${from}' and last_seq = 1)
     where run_id = '${to}' and last_seq = 1`,
  );
  const shared = await runsAt(url);
  await expect(shared.read({ run_id: to, owner: caller.owner }, 0, 1)).resolves.toMatchObject({
    pieces: [{ first_seq: 2 }],
  });
  await expect(shared.read({ run_id: from, owner: caller.owner }, 0, 1)).resolves.toMatchObject({ last_seq: 2 });
});

it('a server that keeps runs clears away what it and others left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  try {
    const url = await databases.make();
    const shared = await runsAt(url);
    let pruned = 0;
    const prune = () => {
      pruned += 1;
      return shared.prune();
    };
    const { run, complete } = begin(bookOn({ ...shared, prune }));
    await run.begun;
    const left = begin(bookOn(await runsAt(url)));
    await left.run.begun;
    await query(url, `update akernel.runs set writer = 'lease/0/gone/ns/1/1' where run_id = '${left.run.runId}'`);
    complete();
    vi.advanceTimersByTime(10_000);
    const goingOn = 'select run_id from akernel.runs where ended_at is null';
    await eventually(async () => pruned > 0 && (await query(url, goingOn)).length === 0, 'it is cleared away');
  } finally {
    vi.useRealTimers();
  }
});

it('runs that have ended go after a while, and readers and answers with them', async () => {
  const url = await databases.make();
  const shared = await runsAt(url);
  const writer = bookOn(shared);
  const [old, young] = [begin(writer), begin(writer)];
  for (const { run, complete } of [old, young]) {
    await run.begun;
    complete();
    await eventually(() => run.log.isEnded(), 'it has ended');
  }
  await query(url, `update akernel.runs set ended_at = now() - interval '6 minutes' where run_id = '${old.run.runId}'`);
  await shared.prune();
  const left = await query(url, 'select run_id from akernel.runs');
  expect(left).toEqual([{ run_id: young.run.runId }]);
  expect(await query(url, 'select distinct run_id from akernel.run_events')).toEqual(left);
});
