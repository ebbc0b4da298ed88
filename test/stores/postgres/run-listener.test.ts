import { getEventListeners } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { createRunListener } from '../../../src/stores/postgres/run-listener.js';
import { keepPostgres, query } from '../../support/postgres-databases.js';
import { eventually } from '../../support/processes.js';

const databases = keepPostgres();
afterEach(() => {
  vi.restoreAllMocks();
});

const LISTENING = `select pid from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like 'LISTEN%'`;

/** What waits for the end of the listener. */
function watchSignals(): () => number {
  const signals = new Set<AbortSignal>();
  const add = AbortSignal.prototype.addEventListener;
  vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation(function (this: AbortSignal, ...given) {
    signals.add(this);
    add.apply(this, given as Parameters<typeof add>);
  });
  return () => Math.max(0, ...[...signals].map((signal) => getEventListeners(signal, 'abort').length));
}

test('a connection that is lost again and again leaves nothing behind: each left a listener', async () => {
  const url = await databases.make();
  const most = watchSignals();
  const listener = createRunListener({ url });
  const heard: string[] = [];
  listener.listen((runId, seq) => heard.push(`${runId} ${seq}`));
  const connected = async () => (await query(url, LISTENING)).length === 1;
  for (let lost = 0; lost < 5; lost += 1) {
    await eventually(connected, 'it listens');
    await query(url, `select pg_terminate_backend(pid) from (${LISTENING}) as listening`);
  }
  await eventually(connected, 'it listens again');
  await query(url, "select pg_notify('akernel_runs', 'a_1:7')");
  await eventually(() => heard.includes('a_1 7'), 'it hears');
  expect(most()).toBeLessThanOrEqual(2);
  await listener.close();
});

test('one that is closed before it has a connection ends: it waited for ever', async () => {
  const listener = createRunListener({ url: await databases.make() });
  listener.listen(() => undefined);
  await listener.close();
});
