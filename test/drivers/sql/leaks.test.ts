import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import { failureOf } from '../../support/driver-call.js';
import { eventually } from '../../support/processes.js';
import { closeDatabases, openDatabases, postgres, sqlite } from './conformance-subjects.js';
import { runSql, sqlCall } from './run-sql.js';

beforeAll(openDatabases);
afterAll(closeDatabases);

const descriptors = (): number => readdirSync('/proc/self/fd').length;

/** One that ends, one that fails, one that is left and one that is aborted. */
async function runFour(driver: StreamingDriver): Promise<void> {
  await runSql(driver, { database: 'long', statement: 'select 1' });
  await failureOf(() => runSql(driver, { database: 'long', statement: 'select nothing' }));
  for await (const _ of driver.executeStream(sqlCall({ database: 'long', statement: 'select 1 union all select 2' }))) {
    break;
  }
  const controller = new AbortController();
  const signal = controller.signal;
  const chunks = driver
    .executeStream(sqlCall({ database: 'long', statement: 'select 1', signal }))
    [Symbol.asyncIterator]();
  const first = chunks.next();
  controller.abort();
  await first.catch(() => undefined);
}

test.each([
  { subject: postgres, rounds: 50 },
  { subject: sqlite, rounds: 8 },
])('$rounds times four runs of $subject.name leave nothing behind', async ({ subject, rounds }) => {
  const { driver } = subject.startLong();
  await runFour(driver);
  await driver.close?.();
  const before = descriptors();
  const listeners = process.eventNames().map((name) => process.listenerCount(name));
  for (let round = 0; round < rounds; round += 1) {
    await runFour(driver);
  }
  await driver.close?.();
  await eventually(() => descriptors() <= before, 'all is closed');
  expect(process.eventNames().map((name) => process.listenerCount(name))).toEqual(listeners);
});
