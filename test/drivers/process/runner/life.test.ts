import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Runner, RunnerPart } from '../../../../src/contract/runner.js';
import { createRestarts } from '../../../../src/drivers/process/runner/restart-delay.js';
import { createSupervisor } from '../../../../src/drivers/process/runner/supervisor.js';
import { failureOf } from '../../../support/driver-call.js';
import { fakeRunner, partsOf, QUICK, spawnFake, supervisor, textsOf } from '../../../support/fake-runner.js';
import { eventually, isAlive, killIfAlive } from '../../../support/processes.js';

/** Whatever a failing test has left running. */
const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) {
    killIfAlive(pid);
  }
});

const folder = mkdtempSync(join(tmpdir(), 'akernel-runner-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first text of a run, and the rest of its parts when they are asked for. */
async function firstText(run: Runner) {
  const parts = run[Symbol.asyncIterator]();
  for (;;) {
    const step = await parts.next();
    if (step.done === true) {
      throw new Error('the run ended without a text');
    }
    if (step.value.type === 'text-delta') {
      started.push(run.osPid());
      return { text: step.value.delta, rest: () => partsOf({ [Symbol.asyncIterator]: () => parts }) };
    }
  }
}

function lastOf(parts: readonly RunnerPart[]): string | undefined {
  return parts.at(-1)?.type;
}

/** A program that starts a runner which ignores SIGTERM, tells its process id, and waits or ends. */
async function hostProgram(): Promise<string> {
  const outfile = join(folder, 'host.mjs');
  await build({
    stdin: {
      contents: `
        import { createSupervisor } from './src/drivers/process/runner/supervisor.js';
        const env = { AKERNEL_RUNNER_BEHAVIOR: 'ignore-term' };
        const run = await createSupervisor().spawn({
          command: process.execPath, args: ['fixtures/programs/fake-runner.mjs'], env,
        });
        for await (const part of run) {
          if (part.type === 'text-delta') {
            process.stdout.write(part.delta, () => process.argv[2] === 'exit' && process.exit(0));
          }
        }`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
  });
  return outfile;
}

describe('the handshake', () => {
  test.each([
    ['C2.23: no ready', 'no-ready', 'it did not say so within 200 ms'],
    ['C2.24: ready for another pid', 'wrong-pid', 'it answered for another pid'],
    ['a chunk first', 'chunk-first', 'it sent chunk first'],
    ['an end', 'gone-at-once', 'it ended before'],
  ])('%s', async (_, behavior, why) => {
    const error = await failureOf(() => spawnFake(behavior, { ...QUICK, handshakeTimeoutMs: 200 }, { pid: 77 }));
    expect(error).toMatchObject({ code: 'DRIVER_PROTOCOL', message: `the runner is not ready: ${why}` });
    expect(supervisor.runners()).toEqual([]);
    // the pid is free again
    expect((await (await spawnFake('chunks=1', {}, { pid: 77 })).result).status).toBe('completed');
  });

  test('C2.23: nothing of it is left', async () => {
    const before = children();
    await failureOf(() => spawnFake('no-ready', { ...QUICK, handshakeTimeoutMs: 200 }));
    expect(children()).toEqual(before);
  });

  test('C2.25: a missing program is told with the code of the operating system', async () => {
    expect(await failureOf(() => supervisor.spawn({ command: '/no/such/runner' }))).toMatchObject({
      code: 'DRIVER_FAILED',
      details: { system_code: 'ENOENT' },
    });
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

function children(): string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
}

describe('stop', () => {
  test('C2.26: a runner that obeys', async () => {
    const run = await spawnFake('obey-stop');
    const { rest } = await firstText(run);
    const result = await run.stop();
    expect(result).toMatchObject({
      status: 'cancelled',
      exitKind: 'cancelled',
      exitCode: 0,
      signal: null,
      forced: false,
    });
    const { parts, error } = await rest();
    expect(error).toBeUndefined();
    expect(parts.at(-1)).toMatchObject({ type: 'abort', reason: 'stopped' });
  });

  test('C2.27: a runner that sleeps', async () => {
    const result = await (await spawnFake('sleep', QUICK)).stop();
    expect(result).toMatchObject({ status: 'cancelled', exitKind: 'cancelled', signal: 'SIGTERM', forced: false });
    expect(result.error).toBeUndefined();
    expect(result.durationMs).toBeLessThan(1200);
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
    expect(await stopping).toMatchObject({ status: 'cancelled', chunkCount: 701 });
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
    expect(result).toMatchObject({ status: 'timeout', exitKind: 'failed', chunkCount: 1, error: { code: 'TIMEOUT' } });
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
    expect(other).toMatchObject({ status: 'completed', chunkCount: 5 });
  });

  test('C2.34: what came before the limit is delivered', async () => {
    const run = await spawnFake('ticking=1000,delay=20', { ...QUICK, timeoutMs: 500 });
    const { parts } = await partsOf(run);
    const result = await run.result;
    expect(result.status).toBe('timeout');
    expect(textsOf(parts)).toHaveLength(result.chunkCount);
    expect(result.chunkCount).toBeGreaterThan(0);
  });

  test('a slow callback is not charged to the runner', async () => {
    const run = await spawnFake('chunks=20');
    let count = 0;
    const onChunk = async () => {
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    expect(await run.wait({ timeoutMs: 250, onChunk })).toMatchObject({ status: 'completed', chunkCount: 20 });
    expect(count).toBe(20);
  });
});

describe('processes', () => {
  test('C2.35: killed from outside', async () => {
    const run = await spawnFake('sleep');
    const { rest } = await firstText(run);
    process.kill(run.osPid(), 'SIGKILL');
    expect((await rest()).error).toMatchObject({ code: 'DRIVER_FAILED' });
    expect(await run.result).toMatchObject({ status: 'crashed', signal: 'SIGKILL', exitCode: null, forced: false });
    expect((await (await spawnFake('chunks=1')).result).status).toBe('completed');
  });

  test.each([
    ['C2.36: without a last word', 'fork=silent', 'crashed'],
    ['C2.38: after a clean end', 'fork', 'completed'],
  ])('%s a grandchild that holds stdout is swept', async (_, behavior, status) => {
    const run = await spawnFake(behavior);
    const { text, rest } = await firstText(run);
    const grandchild = Number(text);
    started.push(grandchild);
    await rest();
    const result = await run.result;
    expect(result.status).toBe(status);
    expect(result.durationMs).toBeLessThan(2000);
    await eventually(() => !isAlive(grandchild), 'the grandchild is gone');
  });

  test('C2.37: a grandchild that ignores SIGTERM is gone when the run has ended', async () => {
    const run = await spawnFake('fork-stubborn', QUICK);
    const grandchild = Number((await firstText(run)).text);
    started.push(grandchild);
    expect(await run.stop()).toMatchObject({ status: 'cancelled', signal: 'SIGTERM' });
    await eventually(() => !isAlive(grandchild), 'the grandchild is gone');
  });

  test.each([['fork-setsid'], ['fork-setsid=print']])(
    'C2.39: a process in a session of its own is out of reach, but holds nothing up: %s',
    async (behavior) => {
      const run = await spawnFake(behavior);
      const { text, rest } = await firstText(run);
      started.push(Number(text));
      await rest();
      expect(await run.result).toMatchObject({ status: 'completed' });
      expect(isAlive(Number(text))).toBe(true);
    },
  );

  test('C2.40: a runner that hangs after its last word', async () => {
    const result = await (await spawnFake('hang-after-exit', QUICK)).result;
    expect(result).toMatchObject({ status: 'completed', signal: 'SIGTERM', chunkCount: 1 });
  });

  test('C2.40: one that goes on writing after it', async () => {
    const result = await (await spawnFake('write-after-exit=300000')).result;
    expect(result).toMatchObject({ status: 'completed', exitCode: 0, chunkCount: 1 });
  });

  test('C2.41: a burst of a runner that is long gone reaches a slow consumer', async () => {
    const run = await spawnFake('burst=130,bytes=950');
    const texts: string[] = [];
    for await (const part of run) {
      if (part.type === 'text-delta') {
        texts.push(part.delta);
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    }
    expect(texts).toHaveLength(130);
    expect((await run.result).status).toBe('completed');
  });

  test('C2.43: two hundred runs leave nothing behind', async () => {
    const descriptors = () => readdirSync('/proc/self/fd').length;
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.name);
    process.on('warning', onWarning);
    const shell = (script: string) => ({ command: 'sh', args: ['-c', script], pid: 9 });
    const script = 'read init; echo \'{"op":"ready","pid":9}\'; echo \'{"op":"exit","exit_kind":"completed"}\'';
    const runOnce = async () => (await supervisor.spawn(shell(script))).result;
    await runOnce();
    const before = { descriptors: descriptors(), listeners: process.listenerCount('exit'), children: children() };
    for (let count = 0; count < 200; count += 1) {
      expect((await runOnce()).status).toBe('completed');
    }
    expect(descriptors()).toBeLessThanOrEqual(before.descriptors);
    expect(process.listenerCount('exit')).toBe(before.listeners);
    expect(children()).toEqual(before.children);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'])('C2.42: no runner outlives its supervisor: %s', async (how) => {
    const host = spawn(process.execPath, [await hostProgram(), how], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = await once(host.stdout, 'data');
    const runner = Number(String(pid));
    started.push(runner);
    expect(isAlive(runner)).toBe(true);
    if (how !== 'exit') {
      process.kill(host.pid ?? 0, how);
    }
    const [code, signal] = await once(host, 'exit');
    expect(how === 'exit' ? code : signal).toBe(how === 'exit' ? 0 : how);
    await eventually(() => !isAlive(runner), 'the runner is gone');
  });

  test('close ends all that run', async () => {
    const own = createSupervisor();
    const runs = await Promise.all([own.spawn(fakeRunner('obey-stop')), own.spawn(fakeRunner('sleep'), QUICK)]);
    expect(own.runners()).toHaveLength(2);
    await own.close();
    expect(own.runners()).toEqual([]);
    expect(runs.map((run) => isAlive(run.osPid()))).toEqual([false, false]);
  });
});

describe('C2.44: starting again after a crash', () => {
  const policy = { maxRestarts: 2, backoffBaseMs: 10, backoffJitterMs: 0 };
  const eventsOf = (parts: readonly RunnerPart[]) =>
    parts.flatMap((part) => (part.type === 'restart' ? [`${part.event} ${part.attempt}`] : []));

  test('exactly as often as allowed, and then no more', async () => {
    const run = await spawnFake('crash', {}, { restart: policy });
    const { parts, error } = await partsOf(run);
    expect(eventsOf(parts)).toEqual([
      ...['crashed 1', 'scheduled 1', 'restarted 1'],
      ...['crashed 2', 'scheduled 2', 'restarted 2'],
      'exhausted 2',
    ]);
    expect(parts.filter(({ type }) => type === 'log')).toHaveLength(3);
    expect(error).toMatchObject({ code: 'DRIVER_FAILED' });
    expect(await run.result).toMatchObject({ status: 'crashed', restarts: 2, exitCode: 1 });
  });

  test('a stop while it waits is followed by none', async () => {
    const run = await spawnFake('crash', {}, { restart: { ...policy, backoffBaseMs: 60_000, backoffCapMs: 60_000 } });
    const seen: RunnerPart[] = [];
    for await (const part of run) {
      seen.push(part);
      if (part.type === 'restart' && part.event === 'scheduled') {
        void run.stop();
      }
    }
    expect(eventsOf(seen)).toEqual(['crashed 1', 'scheduled 1']);
    expect(await run.result).toMatchObject({ status: 'cancelled', restarts: 0 });
  });

  test('no other end is followed by a start', async () => {
    const { parts } = await partsOf(await spawnFake('failed', {}, { restart: policy }));
    expect(eventsOf(parts)).toEqual([]);
  });

  test('delays double up to the cap, with jitter; a healthy run begins the count anew', () => {
    const restarts = createRestarts(
      { maxRestarts: 3, backoffBaseMs: 100, backoffCapMs: 250, backoffJitterMs: 10, stableAfterMs: 1000 },
      () => 1,
    );
    expect([restarts.next(5), restarts.next(5), restarts.next(5), restarts.next(5)]).toEqual([
      { attempt: 1, delayMs: 110 },
      { attempt: 2, delayMs: 210 },
      { attempt: 3, delayMs: 260 },
      undefined,
    ]);
    expect(restarts.next(1001)).toEqual({ attempt: 1, delayMs: 110 });
  });

  test.each([
    [{ maxRestarts: 1, backoffBaseMs: 10, backoffCapMs: 5 }],
    [{ maxRestarts: -1 }],
    [{ maxRestarts: 1, backoffJitterMs: Number.NaN }],
  ])('a policy that makes no sense is refused: %j', (restart) => {
    expect(() => createRestarts(restart)).toThrow('the restart policy makes no sense');
  });
});
