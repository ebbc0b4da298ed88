import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RunnerPart } from '../../../../src/contract/runner.js';
import { failureOf } from '../../../support/driver-call.js';
import { children, firstText, QUICK, spawnFake, supervisor, textsOf } from '../../../support/fake-runner.js';
import { partsOf } from '../../../support/parts-of.js';
import { eventually, isAlive } from '../../../support/processes.js';

function lastOf(parts: readonly RunnerPart[]): string | undefined {
  return parts.at(-1)?.type;
}

describe('the handshake', () => {
  test.each([
    ['C2.23: no ready', 'no-ready', 'it did not say so within 200 ms'],
    ['C2.24: ready for another pid', 'wrong-pid', 'it answered for another pid'],
    ['a chunk first', 'chunk-first', 'it sent chunk first'],
    ['an end', 'gone-at-once', 'it ended before'],
  ])('%s', async (_, behavior, why) => {
    const limit = behavior === 'no-ready' ? { handshakeTimeoutMs: 200 } : {};
    const error = await failureOf(() => spawnFake(behavior, { ...QUICK, ...limit }, { pid: 77 }));
    expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL', message: `the runner is not ready: ${why}` });
    expect(supervisor.runners()).toEqual([]);
    // the pid is free again
    expect((await (await spawnFake('chunks=1', {}, { pid: 77 })).result).status).toBe('completed');
  });

  test('C2.23: nothing of it is left', async () => {
    const before = children();
    await failureOf(() => spawnFake('no-ready', { ...QUICK, handshakeTimeoutMs: 200 }));
    await eventually(
      () => children().every((pid) => before.includes(pid)),
      'neither it nor the guard over it is there',
    );
  });

  test('C2.25: a missing program is told with the code of the operating system', async () => {
    expect(await failureOf(() => supervisor.spawn({ command: '/no/such/runner' }))).toMatchObject({
      code: 'DRIVER_FAILED',
      details: { system_code: 'ENOENT' },
    });
  });

  test('who fails it is not asked to stop before it is made to', async () => {
    const options = { stopGraceMs: 2 ** 31 - 1, handshakeTimeoutMs: 200 };
    expect(await failureOf(() => spawnFake('no-ready', options))).toMatchObject({ code: 'DRIVER_PROTOCOL' });
  });

  test('a signal that has aborted starts nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'akernel-aborted-'));
    const spec = { command: 'touch', args: ['started'], cwd: folder };
    const error = await failureOf(() => supervisor.spawn(spec, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: 'CANCELLED' });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('an abort ends it', async () => {
    const error = await failureOf(() => spawnFake('no-ready', { ...QUICK, signal: AbortSignal.timeout(200) }));
    expect(error).toMatchObject({ code: 'CANCELLED' });
  });

  test('two runners with one pid', async () => {
    const run = await spawnFake('obey-stop', {}, { pid: 5 });
    expect(await failureOf(() => spawnFake('echo', {}, { pid: 5 }))).toMatchObject({ code: 'USAGE' });
    await run.stop();
  });
});

describe('stop', () => {
  test('C2.26: a runner that obeys', async () => {
    const run = await spawnFake('obey-stop');
    const { rest } = await firstText(run);
    const result = await run.stop();
    expect(result).toMatchObject({
      status: 'cancelled',
      exit_kind: 'cancelled',
      exit_code: 0,
      signal: null,
      forced: false,
    });
    const { parts, error } = await rest();
    expect(error).toBeUndefined();
    expect(parts.at(-1)).toMatchObject({ type: 'abort', reason: 'stopped' });
  });

  test('C2.27: a runner that sleeps', async () => {
    const result = await (await spawnFake('sleep', QUICK)).stop();
    expect(result).toMatchObject({ status: 'cancelled', exit_kind: 'cancelled', signal: 'SIGTERM', forced: false });
    expect(result.error).toBeUndefined();
    expect(result.duration_ms).toBeLessThan(1200);
  });

  test.each([['ignore-term'], ['loop']])('C2.28: a runner that cannot be asked: %s', async (behavior) => {
    const run = await spawnFake(behavior, QUICK);
    await firstText(run);
    const result = await run.stop();
    expect(result).toMatchObject({ status: 'cancelled', signal: behavior === 'loop' ? 'SIGTERM' : 'SIGKILL' });
    expect(result.forced).toBe(behavior !== 'loop');
    expect(isAlive(run.osPid())).toBe(false);
  });

  test('C2.29: whoever iterates gets every remaining part, and both see one result', async () => {
    const run = await spawnFake('stop-late=700');
    const { rest } = await firstText(run);
    const stopping = run.stop();
    const { parts } = await rest();
    expect(textsOf(parts)).toEqual(Array.from({ length: 700 }, (_, index) => `after ${index + 1}`));
    expect(await stopping).toBe(await run.result);
    expect(await stopping).toMatchObject({ status: 'cancelled', chunk_count: 701 });
  });

  test('C2.29: a consumer who waits for the stop itself does not hold it up', async () => {
    const run = await spawnFake('flood=1600', QUICK);
    const { rest } = await firstText(run);
    expect(await run.stop()).toMatchObject({ status: 'cancelled' });
    expect(lastOf((await rest()).parts)).toBe('abort');
  });

  test('C2.30: twice, and after the end', async () => {
    const run = await spawnFake('obey-stop');
    const [one, other] = await Promise.all([run.stop(), run.stop()]);
    expect(one).toBe(other);
    expect(await run.stop()).toBe(one);
    const done = await spawnFake('chunks=1');
    const result = await done.result;
    expect(await done.stop()).toBe(result);
    expect(result.status).toBe('completed');
  });
});

describe('time', () => {
  test('C2.31: a limit ends a sleeping runner', async () => {
    const { parts, error } = await partsOf(await spawnFake('sleep', { ...QUICK, timeoutMs: 400 }));
    expect(textsOf(parts)).toEqual(['sleeping']);
    expect(lastOf(parts)).toBe('error');
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'the runner took longer than 400 ms' });
  });

  test('C2.31: so does the limit of a wait', async () => {
    const result = await (await spawnFake('sleep', QUICK)).wait({ timeoutMs: 300 });
    expect(result).toMatchObject({
      status: 'timeout',
      exit_kind: 'failed',
      chunk_count: 1,
      error: { code: 'TIMEOUT' },
    });
  });

  test.each([0, -1, Number.NaN, 2 ** 31])('C2.32: a limit of %d is refused', async (ms) => {
    for (const name of ['timeoutMs', 'idleTimeoutMs', 'handshakeTimeoutMs', 'stopGraceMs']) {
      expect(await failureOf(() => spawnFake('echo', { [name]: ms }))).toMatchObject({ code: 'USAGE' });
    }
    const run = await spawnFake('echo');
    expect(await failureOf(() => run.wait({ timeoutMs: ms }))).toMatchObject({ code: 'USAGE' });
    await run.result;
  });

  test('C2.33: silence ends a runner, and talk does not', async () => {
    const [silent, talking] = await Promise.all([
      spawnFake('sleep', { ...QUICK, idleTimeoutMs: 700 }),
      spawnFake('ticking=5,delay=200', { idleTimeoutMs: 700 }),
    ]);
    const [result, other] = await Promise.all([silent.result, talking.result]);
    expect(result).toMatchObject({ status: 'timeout', error: { message: 'the runner was silent for 700 ms' } });
    expect(other).toMatchObject({ status: 'completed', chunk_count: 5 });
  });

  test('C2.34: what came before the limit is delivered', async () => {
    const run = await spawnFake('ticking=1000,delay=20', { ...QUICK, timeoutMs: 500 });
    const { parts } = await partsOf(run);
    const result = await run.result;
    expect(result.status).toBe('timeout');
    expect(textsOf(parts)).toHaveLength(result.chunk_count);
    expect(result.chunk_count).toBeGreaterThan(0);
  });

  test('a slow callback is not charged to the runner', async () => {
    const run = await spawnFake('chunks=20');
    let count = 0;
    const onChunk = async () => {
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    expect(await run.wait({ timeoutMs: 250, onChunk })).toMatchObject({ status: 'completed', chunk_count: 20 });
    expect(count).toBe(20);
  });
});
