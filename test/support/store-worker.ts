import { writeSync } from 'node:fs';

import type { HandleWriter, Stores } from '../../src/contract/stores.js';
import { type CountingTask, runCountingTask } from './counting-tasks.js';
import { openStoresAt, type Place } from './open-stores-at.js';
import { runSessionTask, type SessionTask } from './session-tasks.js';
import { makeLines, newHandle, newTrace, START } from './store-values.js';

/** What a process of its own can be asked to do with a store; `store-processes.ts` starts it. */
export type WorkerTask =
  | { readonly type: 'traces'; readonly prefix: string; readonly count: number }
  | { readonly type: 'rates'; readonly count: number; readonly limit: number }
  | { readonly type: 'reserve'; readonly sessionId: string; readonly reservationId: string; readonly want: number }
  | { readonly type: 'write-forever'; readonly handleId: string; readonly width: number }
  | { readonly type: 'write-until-failure'; readonly handleId: string }
  | { readonly type: 'hold'; readonly actionId: string }
  | { readonly type: 'use' }
  | CountingTask
  | SessionTask;

const clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  breathe: async () => {},
};

const [where = '{}', task = '{}'] = process.argv.slice(2);
const place: Place = JSON.parse(where);
const stores = await openStoresAt(place, clock);
try {
  const parsed: WorkerTask = JSON.parse(task);
  await runTask(stores, parsed);
  await stores.close();
} catch (error) {
  say({ error });
  process.exitCode = 1;
}

/** Written at once, so that nothing said is lost when the process is killed. */
function say(message: unknown): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}

async function runTask(all: Stores, job: WorkerTask): Promise<void> {
  const { handles, traces, rates, sessions } = all;
  switch (job.type) {
    case 'traces':
      for (let index = 0; index < job.count; index += 1) {
        await traces.append(newTrace(`${job.prefix}${index}`));
      }
      return;
    case 'rates': {
      let admitted = 0;
      for (let index = 0; index < job.count; index += 1) {
        admitted += (await rates.admit('shared', { limit: job.limit, windowMs: 1e9, now: START })) ? 1 : 0;
      }
      say({ admitted });
      return;
    }
    case 'reserve':
      say(await sessions.reserve(job));
      await waitForever();
      return;
    case 'write-forever':
      await writeForever(
        await handles.create(newHandle(job.handleId)),
        (index) => traces.append(newTrace(`a_${index}`)),
        job.width,
      );
      return;
    case 'write-until-failure':
      await writeUntilFailure(await handles.create(newHandle(job.handleId)));
      return;
    case 'hold':
      await traces.hold(newTrace(job.actionId, { event: 'expand', args: { pages: 1 } }));
      await traces.hold(newTrace(job.actionId, { event: 'expand', args: { pages: 2 } }));
      say({ held: true });
      await waitForever();
      return;
    case 'ledger':
    case 'calls':
    case 'watch':
      await runCountingTask({ stores: all, clock, say }, job);
      return;
    case 'use':
      await traces.append(newTrace('a_1'));
      say({ used: true });
      return;
    default:
      await runSessionTask({ stores: all, clock, say }, job);
  }
}

async function waitForever(): Promise<void> {
  setInterval(() => {}, 1000);
  await new Promise(() => {});
}

async function writeForever(
  writer: HandleWriter,
  trace: (index: number) => Promise<unknown>,
  width: number,
): Promise<void> {
  for (let row = 0; ; row += 5) {
    await writer.append(makeLines(row, 5, width), 5);
    if (row % 3 !== 0) {
      await writer.flush();
      await trace(row);
      say({ rows: row + 5 });
    }
  }
}

async function writeUntilFailure(writer: HandleWriter): Promise<void> {
  let failures = 0;
  for (let row = 0; row < 100_000; row += 100) {
    try {
      await writer.append(makeLines(row, 100, 1000), 100);
    } catch (error) {
      failures += 1;
      say({ error });
    }
  }
  say({ failures, record: await writer.finish('complete') });
}
