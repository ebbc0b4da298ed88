import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/server/http/metrics.js';
import { eventResponse } from '../../../src/server/http/runs/event-response.js';
import { createRunBook } from '../../../src/server/http/runs/run-book.js';
import { createFakeClock } from '../../support/fake-clock.js';
import { createToldRun } from '../../support/told-run.js';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const MOST_KEPT = 2000;
const KEPT_MS = 5 * 60_000;

function openBook() {
  const clock = createFakeClock();
  const wall = { now: 0 };
  const watched = { count: 0 };
  const caller = {
    owner: 'alice\n',
    watch: () => {
      watched.count += 1;
      return () => {
        watched.count -= 1;
      };
    },
  };
  const book = createRunBook({ metrics: createMetrics(), now: () => wall.now, monotonic: clock.monotonic });
  let runs = 0;
  /** One run from its beginning to its end, read by a client. */
  const runOnce = async (text: string): Promise<WeakRef<object>> => {
    runs += 1;
    const { source, say, complete } = createToldRun(`a_run${runs}`);
    const run = book.open({
      kind: 'invocation',
      caller,
      about: { capability_id: 'demo.rows' },
      source,
      onDisconnect: 'cancel',
      event: 'frame',
      dataOf: (part) => JSON.stringify({ part }),
      endOf: () => ({ action_id: source.run_id }),
    });
    const read = eventResponse(run, { after: 0, caller }).text();
    void say(text);
    complete();
    expect(await read).toContain('event: run.completed');
    return new WeakRef(source);
  };
  return { book, clock, wall, watched, runOnce };
}

test('of runs that have ended the newest are kept, and nobody watches for them', async () => {
  const { book, clock, watched, runOnce } = openBook();
  for (let run = 0; run < MOST_KEPT + 500; run += 1) {
    await runOnce('x');
  }
  const { kept, ...others } = book.counts();
  expect(others).toMatchObject({ active: 0, readers: 0 });
  // The last one was still read when it ended, and stays until the next.
  expect(kept - MOST_KEPT).toBeLessThanOrEqual(1);
  expect(watched.count).toBe(0);
  expect(await book.list('alice\n')).toHaveLength(kept);
  clock.pass(KEPT_MS + 1);
  await runOnce('the last');
  expect(book.counts()).toMatchObject({ active: 0, readers: 0 });
  expect(book.counts().kept).toBeLessThanOrEqual(2);
});

test('what is kept of ended runs has a bound in bytes', async () => {
  const { book, runOnce } = openBook();
  for (let run = 0; run < 50; run += 1) {
    await runOnce('x'.repeat(1_000_000));
  }
  const { kept, bytes } = book.counts();
  expect(bytes).toBeLessThanOrEqual(33 * 1024 * 1024);
  expect(kept).toBeGreaterThan(25);
});

test('of a run that has ended its events are kept, not its work', async () => {
  const { book, runOnce } = openBook();
  const sources: WeakRef<object>[] = [];
  for (let run = 0; run < 100; run += 1) {
    sources.push(await runOnce('x'));
  }
  const held = (): number => sources.filter((source) => source.deref() !== undefined).length;
  // The last one goes when the turn of the event loop that still knows it has passed.
  for (let turn = 0; turn < 50 && (turn === 0 || held() > 0); turn += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    collectGarbage();
  }
  expect(book.counts().kept).toBe(100);
  expect(held()).toBe(0);
});

test.each([-1, 1])(
  'a clock that jumps by %d day forgets no run that has ended, and keeps none for a day',
  async (days) => {
    const { book, clock, wall, runOnce } = openBook();
    await runOnce('x');
    wall.now += days * 86_400_000;
    await runOnce('y');
    await runOnce('z');
    expect(book.counts().kept).toBe(3);
    clock.pass(KEPT_MS + 1);
    await runOnce('the last');
    expect(book.counts().kept).toBeLessThanOrEqual(2);
  },
);
