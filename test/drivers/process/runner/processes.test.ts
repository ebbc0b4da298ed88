import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createSupervisor } from '../../../../src/drivers/process/runner/supervisor.js';
import { failureOf } from '../../../support/driver-call.js';
import { children, fakeRunner, firstText, QUICK, spawnFake, supervisor } from '../../../support/fake-runner.js';
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

describe('processes', () => {
  test('C2.35: killed from outside', async () => {
    const run = await spawnFake('sleep');
    const { rest } = await firstText(run);
    started.push(run.osPid());
    process.kill(run.osPid(), 'SIGKILL');
    expect((await rest()).error).toMatchObject({ code: 'DRIVER_FAILED' });
    expect(await run.result).toMatchObject({ status: 'crashed', signal: 'SIGKILL', exit_code: null, forced: false });
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
    expect(result.duration_ms).toBeLessThan(2000);
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
    expect(result).toMatchObject({ status: 'completed', signal: 'SIGTERM', chunk_count: 1 });
  });

  test('C2.40: one that goes on writing after it', async () => {
    const result = await (await spawnFake('write-after-exit=300000')).result;
    expect(result).toMatchObject({ status: 'completed', exit_code: 0, chunk_count: 1 });
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
    await eventually(() => children().join() === before.children.join(), 'no process of theirs is there');
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'])('C2.42: no runner outlives its supervisor: %s', async (how) => {
    const host = spawn(process.execPath, [await hostProgram(), how], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = await once(host.stdout, 'data');
    const runner = Number(String(pid));
    started.push(runner);
    // Who exits by itself may be gone already.
    if (how !== 'exit') {
      expect(isAlive(runner)).toBe(true);
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
    expect(await failureOf(() => own.spawn(fakeRunner('echo')))).toMatchObject({ code: 'USAGE' });
  });

  test('close ends those that are not ready yet', async () => {
    const own = createSupervisor();
    const before = children();
    const failures = ['no-ready', 'echo'].map((behavior) => failureOf(() => own.spawn(fakeRunner(behavior))));
    await own.close();
    expect(await Promise.all(failures)).toMatchObject([{ code: 'CANCELLED' }, { code: 'CANCELLED' }]);
    expect(own.runners()).toEqual([]);
    await eventually(() => children().every((pid) => before.includes(pid)), 'nobody is there');
  });
});
