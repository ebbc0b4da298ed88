import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { collect, failureOf, textOf } from '../../support/driver-call.js';
import { type McpBench, misbehaving, openMcpBench } from '../../support/mcp-bench.js';
import { eventually } from '../../support/processes.js';

/** The clock of this process is the test's; that of the server goes as ever. */
const MINUTE = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'akernel-clock-'));
const steps = join(folder, 'steps');
afterAll(() => rmSync(folder, { recursive: true }));

let bench: McpBench;
beforeEach(async () => {
  writeFileSync(steps, '');
  bench = openMcpBench({ it: misbehaving('', { env: { MCP_BEHAVIOUR: '', MCP_STEPS: steps } }) });
  await collect(bench.call('it', 'echo'));
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await bench.close();
});

interface Running {
  readonly seen: readonly Chunk[];
  readonly ended: Promise<readonly Chunk[]>;
  /** The server tells how far it is. */
  readonly progress: (to: number) => Promise<void>;
}

async function start(): Promise<Running> {
  const seen: Chunk[] = [];
  const run = async (): Promise<readonly Chunk[]> => {
    for await (const chunk of bench.call('it', 'steps')) {
      seen.push(chunk);
    }
    return seen;
  };
  const ended = run();
  ended.catch(() => undefined);
  await eventually(() => bench.notes().includes('stepping'), 'the call runs');
  return {
    seen,
    ended,
    async progress(to) {
      writeFileSync(steps, String(to));
      await eventually(() => {
        vi.advanceTimersByTime(1);
        return seen.some((chunk) => chunk.type === 'progress' && chunk.done === to);
      }, 'progress came');
    },
  };
}

test('a call of 90 seconds that tells how far it is goes on, without any settings', async () => {
  const { progress, ended } = await start();
  for (const step of [1, 2, 3]) {
    vi.advanceTimersByTime(0.5 * MINUTE);
    await progress(step);
  }
  vi.advanceTimersByTime(0.9 * MINUTE);
  writeFileSync(steps, 'end');
  expect(textOf(await ended, 'text')).toBe('stepped');
});

test('a minute of silence ends it, without any settings', async () => {
  const { progress, ended } = await start();
  vi.advanceTimersByTime(0.9 * MINUTE);
  await progress(1);
  vi.advanceTimersByTime(1.1 * MINUTE);
  expect(await failureOf(() => ended)).toMatchObject({ code: 'TIMEOUT' });
  await eventually(() => bench.notes().some((line) => line.startsWith('cancelled')), 'the server was told');
});

test('ten minutes end it whatever it tells, without any settings', async () => {
  const { progress, ended } = await start();
  for (let step = 1; step <= 11; step += 1) {
    vi.advanceTimersByTime(0.9 * MINUTE);
    await progress(step);
  }
  vi.advanceTimersByTime(0.2 * MINUTE);
  writeFileSync(steps, '12');
  expect(await failureOf(() => ended)).toMatchObject({ code: 'TIMEOUT' });
});
