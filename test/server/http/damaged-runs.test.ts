import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SharedRuns } from '../../../src/contract/shared-runs.js';
import type { Stores } from '../../../src/contract/stores.js';
import { createMetrics } from '../../../src/server/http/metrics.js';
import { cursorOf } from '../../../src/server/http/reply.js';
import { eventResponse } from '../../../src/server/http/runs/event-response.js';
import { createRunBook, type RunBook } from '../../../src/server/http/runs/run-book.js';
import { openStoresAt } from '../../support/open-stores-at.js';
import { keepPostgres, query } from '../../support/postgres-databases.js';
import { createTestClock, keepDirectories } from '../../support/store-fixtures.js';

const newDirectory = keepDirectories();
const databases = keepPostgres();
const [run_id, owner] = ['a_run', 'ann'];
const COUNT = 6;
let url: string;
let shared: SharedRuns;
let reader: RunBook;
const opened: Stores[] = [];

beforeEach(async () => {
  url = await databases.make();
  const runsHere = async (): Promise<SharedRuns> => {
    const stores = await openStoresAt({ directory: newDirectory(), url }, createTestClock());
    opened.push(stores);
    return stores.runs as SharedRuns;
  };
  shared = await runsHere();
  reader = createRunBook({
    metrics: createMetrics(),
    now: Date.now,
    monotonic: () => performance.now(),
    shared: await runsHere(),
  });
});
afterEach(async () => {
  await reader.end(0);
  await Promise.all(opened.splice(0).map((stores) => stores.close()));
});

const eventAt = (seq: number): string => {
  const type = seq === 1 ? 'run.started' : seq === COUNT ? 'run.completed' : 'frame';
  return `id: ${run_id}:${seq}\nevent: ${type}\ndata: {"seq":${seq}}\n\n`;
};

/** Each event in a row of its own; the last one ends the run. */
async function write(id = run_id, upto = COUNT): Promise<void> {
  for (let seq = 1; seq <= upto; seq += 1) {
    const end =
      seq === COUNT ? { end: JSON.stringify({ status: 'completed', ended_at: '2026-01-01T00:00:00.000Z' }) } : {};
    const head = seq === 1 ? { head: JSON.stringify({ run_id: id, kind: 'invocation' }) } : {};
    await shared.append([
      { run_id: id, owner, ...head, first_seq: seq, last_seq: seq, text: eventAt(seq).replaceAll(run_id, id), ...end },
    ]);
  }
}

async function read(after?: string): Promise<readonly string[]> {
  const run = await reader.get(run_id, owner);
  const response = eventResponse(run, { after: cursorOf(run, after), caller: { watch: () => () => undefined } });
  const text = await response.text();
  return [...text.matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, type, data]) => {
    const { from, to, problem } = JSON.parse(data ?? '');
    return type === 'gap' ? `gap ${from}-${to}` : [type, problem?.code].filter(Boolean).join(' ');
  });
}

const change = (table: 'runs' | 'run_events', set: string, where = 'true') =>
  query(url, `UPDATE akernel.${table} SET ${set} WHERE run_id = '${run_id}' AND ${where}`);
const FLIPPED = 'sealed = set_byte(sealed, 20, (get_byte(sealed, 20) + 1) % 256)';
const WHOLE = ['run.started', 'frame', 'frame', 'frame', 'frame', 'run.completed'];

describe('a run of another server whose rows somebody changed ends for its reader, who waited for ever', () => {
  it('names changed, swapped and missing events as a gap', async () => {
    await write();
    expect(await read()).toEqual(WHOLE);
    await change('run_events', FLIPPED, 'last_seq = 1');
    expect(await read()).toEqual(['gap 1-1', 'frame', 'frame', 'frame', 'frame', 'run.completed']);
    await query(url, `DELETE FROM akernel.run_events WHERE last_seq = 3`);
    await change('run_events', `sealed = (SELECT sealed FROM akernel.run_events WHERE last_seq = 4)`, 'last_seq = 5');
    expect(await read()).toEqual(['gap 1-1', 'frame', 'gap 3-3', 'frame', 'gap 5-5', 'run.completed']);
  });

  it('tells the end as it is kept beside the events, where the last ones are damaged or missing', async () => {
    await write();
    await change('run_events', FLIPPED, 'last_seq = 6');
    expect(await read()).toEqual(['run.started', 'frame', 'frame', 'frame', 'frame', 'run.completed']);
    await query(url, `DELETE FROM akernel.run_events WHERE last_seq > 3`);
    expect(await read()).toEqual(['run.started', 'frame', 'frame', 'gap 4-5', 'run.completed']);
    await change('run_events', 'last_seq = last_seq + 1000, first_seq = first_seq + 1000');
    expect(await read()).toEqual(['gap 1-5', 'run.completed']);
  });

  it.each([
    'last_seq = 9007199254740993',
    'last_seq = 0',
    'ending = NULL',
    'ended_at = NULL',
    'ended_at = NULL, ending = NULL',
    'ended_at = NULL, ending = NULL, last_seq = 9007199254740993',
    'ended_at = NULL, ending = NULL, last_seq = 2',
    "ending = decode('00', 'hex')",
  ])('takes its terminal event for its end, also with %s', async (set) => {
    await write();
    await change('runs', set);
    expect(await read()).toEqual(WHOLE);
  });

  it('ends a reader who has had the terminal event, of a run that is said to go on', async () => {
    await write();
    await change('runs', 'ended_at = NULL, ending = NULL');
    expect(await read(`${run_id}:${COUNT}`)).toEqual([]);
    expect(await read(`${run_id}:${COUNT - 1}`)).toEqual(['run.completed']);
  });

  it.each(['ending = NULL', 'last_seq = 5', 'ended_at = NULL, ending = NULL, last_seq = 999999999999'])(
    'says STORE_FAILED where neither the terminal event nor the end is there, with %s',
    async (set) => {
      await write();
      await change('runs', set);
      await query(url, `DELETE FROM akernel.run_events WHERE last_seq > 4`);
      expect(await read()).toEqual(['run.started', 'frame', 'frame', 'frame', 'run.failed STORE_FAILED']);
    },
  );

  it('ends one that goes on where its newest events are damaged', async () => {
    await write(run_id, 3);
    await change('run_events', FLIPPED, 'last_seq = 3');
    expect(await read()).toEqual(['run.started', 'frame', 'run.failed STORE_FAILED']);
  });

  it('shows what was changed of the end as a failure, and lists the other runs beside a damaged one', async () => {
    await write();
    await write('a_whole');
    await change('runs', 'ending = NULL');
    expect((await reader.get(run_id, owner)).state()).toMatchObject({
      status: 'failed',
      problem: { code: 'STORE_FAILED' },
    });
    await change('runs', "head = decode('00', 'hex')");
    expect((await reader.list(owner)).map(({ runId }) => runId)).toEqual(['a_whole']);
    await expect(reader.get(run_id, owner)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });
});

it('an event that its server sent while the store was away is asked for again: it was answered as none of the run', async () => {
  await write(run_id, 3);
  const going = await reader.get(run_id, owner);
  const thrown = (given: string, { log, runId } = going) => {
    try {
      return cursorOf({ log, runId } as typeof going, given);
    } catch (error) {
      return (error as { details: { http_status: number } }).details.http_status;
    }
  };
  expect([thrown(`${run_id}:3`), thrown(`${run_id}:4`), thrown('a_other:4')]).toEqual([3, 503, 400]);
  for (const seq of [4, 5, COUNT]) {
    await shared.append([
      { run_id, owner, first_seq: seq, last_seq: seq, text: eventAt(seq), ...(seq === COUNT ? { end: '{}' } : {}) },
    ]);
  }
  expect(thrown(`${run_id}:${COUNT + 1}`, await reader.get(run_id, owner))).toBe(400);
});
