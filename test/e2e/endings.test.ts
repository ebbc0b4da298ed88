import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { finish, framesOf, lastFrame, sandbox } from '../support/cli.js';
import { eventually, isAlive } from '../support/processes.js';

const areGone = (pids: readonly number[]): Promise<void> =>
  eventually(() => !pids.some(isAlive), 'what was started has ended');

/** A command with a grandchild; it writes both process ids to a file and then prints for ever. */
const ENDLESS = 'sleep 1000 & echo $$ $! > pids; while true; do echo tick; sleep 0.02; done';

async function pidsIn(directory: string): Promise<readonly number[]> {
  const file = join(directory, 'pids');
  const isWritten = (): boolean => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n');
  await eventually(isWritten, 'the command has started');
  return readFileSync(file, 'utf8').trim().split(' ').map(Number);
}

describe('P8: a cancel reaches the work', () => {
  it('Ctrl-C: the final frame is written, the exit status is 130, no process is left', async () => {
    const box = sandbox();
    const child = box.start(['exec', '-o', 'ndjson', '--', 'sh', '-c', ENDLESS]);
    const ended = finish(child);
    const pids = await pidsIn(box.directory);
    await sleep(300);
    child.kill('SIGINT');
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(lastFrame(stdout)).toMatchObject({ is_final: true, status: 'cancelled', handle: { state: 'partial' } });
    await areGone(pids);
  });

  it('SIGTERM: a file that is a pipe in which nothing comes any more does not keep the process', async () => {
    const box = sandbox();
    const pipe = join(box.directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = openSync(pipe, 'r+');
    writeSync(writer, 'a line of text\n'.repeat(1000));
    const child = box.start(['redact', pipe]);
    const ended = finish(child);
    await once(child.stdout ?? child, 'data');
    child.kill('SIGTERM');
    const { signal, stderr } = await ended;
    closeSync(writer);
    expect([signal, stderr]).toEqual(['SIGTERM', expect.stringContaining('interrupted by SIGTERM')]);
  });

  it('| head -1: a closed pipe ends quietly, no process is left', async () => {
    const box = sandbox();
    const ran = await box.shell(`akernel exec -- sh -c '${ENDLESS}' | head -1; echo "status \${PIPESTATUS[0]}"`);
    expect(ran.stderr).toBe('');
    expect(ran.stdout).toMatch(/^.+\nstatus 0\n$/);
    await areGone(await pidsIn(box.directory));
  });

  it.each(['yes | akernel pipe | head -2', 'akernel exec -o ndjson -- sh -c "while true; do echo y; done" | head -1'])(
    'regression: a text without end that has nothing to tell notices that nobody reads: %s',
    async (command) => {
      const ran = await sandbox().shell(`${command}; echo "status \${PIPESTATUS[*]}"`);
      expect(ran.stdout).toMatch(/\nstatus (?:141 )?0 0\n$/);
      expect(ran.stderr).toBe('');
    },
  );

  it('a timeout: exit status 124, no process is left', async () => {
    const box = sandbox();
    const { status, stdout, stderr } = await box.run(['exec', '--timeout', '2s', '--', 'sh', '-c', ENDLESS]);
    expect(status).toBe(124);
    expect(stdout).toMatch(/\n\[akernel\] timeout; .*(?:handle|akernel expand) h_\w{10}\n$/);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'TIMEOUT' } });
    await areGone(await pidsIn(box.directory));
  });

  it('a second Ctrl-C kills at once, and what it had started too', async () => {
    const box = sandbox();
    const child = box.start(['exec', '--', 'sh', '-c', `trap 'echo > told' TERM INT; ${ENDLESS}`]);
    const ended = finish(child);
    const pids = await pidsIn(box.directory);
    child.kill('SIGINT');
    await eventually(() => existsSync(join(box.directory, 'told')), 'the first one has reached the command');
    child.kill('SIGINT');
    const { status, signal } = await ended;
    expect([status, signal]).toEqual([null, 'SIGINT']);
    await areGone(pids);
  });

  it('a command that ignores SIGTERM is killed', async () => {
    const box = sandbox();
    const child = box.start(['exec', '--', 'sh', '-c', `trap '' TERM INT; ${ENDLESS}`]);
    const ended = finish(child);
    const pids = await pidsIn(box.directory);
    child.kill('SIGTERM');
    await ended;
    await areGone(pids);
  });
});

describe('P6: a handle redeems', () => {
  it('while the stream is still running, and after kill -9', async () => {
    const box = sandbox();
    const child = box.start(['invoke', 'demo.customers', 'rows=100000', 'delay_ms=5', '--stream']);
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    const [first] = (await once(lines, 'line')) as [string];
    const { handle_id: handleId } = JSON.parse(first) as { handle_id: string };
    await sleep(700);
    const during = await box.run(['expand', handleId, '--fields', 'id', '-o', 'json']);
    expect(during.stderr).toBe('');
    expect(lastFrame(during.stdout)).toMatchObject({ handle: { state: 'open' }, page: { offset: 0 } });
    expect((lastFrame(during.stdout)['rows'] as unknown[]).length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await once(child, 'close');
    const after = await box.inside(['expand', handleId, '--fields', 'id', '-o', 'json']);
    expect(after.stderr).toBe('');
    const frame = lastFrame(after.stdout);
    expect(frame).toMatchObject({ handle: { state: 'partial' } });
    expect((frame['rows'] as unknown[]).slice(0, 2)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('of a call that shows one frame too: after kill -9 it has its handle and its trace', async () => {
    const box = sandbox();
    const child = box.start(['invoke', 'demo.customers', 'rows=3', 'delay_ms=60000']);
    const handles = async (): Promise<readonly { readonly state: string }[]> =>
      JSON.parse((await box.inside(['handles', 'list', '-o', 'json'])).stdout || '[]');
    await eventually(async () => (await handles()).length === 1, 'its first row is kept');
    expect((await handles())[0]).toMatchObject({ state: 'open' });
    child.kill('SIGKILL');
    await finish(child);
    expect((await handles())[0]).toMatchObject({ state: 'partial', reason: 'writer ended' });
    const { stdout } = await box.inside(['audit', 'list', '--event', 'invoke', '-o', 'json']);
    expect(JSON.parse(stdout)).toMatchObject([{ capability_id: 'demo.customers', outcome: 'failed' }]);
  });

  it('by its own principal only', async () => {
    const box = sandbox();
    const config = { principals: { eve: { principal_id: 'eve', roles: ['admin'], attributes: { tenant: 'local' } } } };
    writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
    const { stdout } = await box.inside(['invoke', 'demo.customers', 'rows=3', '-o', 'json']);
    const { handle_id: handleId } = lastFrame(stdout) as { handle_id: string };
    const foreign = await box.inside(['expand', handleId, '--as', 'eve']);
    const unknown = await box.inside(['expand', 'h_0000000000', '--as', 'eve']);
    expect([foreign.status, foreign.stderr, foreign.stdout]).toEqual([unknown.status, unknown.stderr, unknown.stdout]);
    expect(foreign.status).toBe(4);
  });
});

describe('P5: memory does not grow with the result', () => {
  it('three times the heap goes through a heap of 48 MB', async () => {
    const box = sandbox();
    const env = { NODE_OPTIONS: '--max-old-space-size=48' };
    const { status, stdout } = await box.run(['invoke', 'demo.customers', 'rows=250000', '--stream', '--no-keep'], {
      env,
    });
    expect(status).toBe(0);
    expect(lastFrame(stdout)).toMatchObject({ status: 'completed', seen: { rows: 250_000 } });
  });
});

describe('sources that fail', () => {
  it.each([
    ['a line of 20 MB', () => `${'x'.repeat(20_000_000)}\nend\n`, { lines: 2 }],
    ['bytes that are not UTF-8', () => Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0x62, 0x0a]), { lines: 2 }],
    ['nothing', () => '', { rows: 0 }],
  ])('a pipe with %s', async (_name, make, seen) => {
    const box = sandbox();
    const { status, stdout, stderr } = await box.inside(['pipe', '-o', 'ndjson'], { stdin: make() });
    expect([status, stderr]).toEqual([0, '']);
    expect(lastFrame(stdout)).toMatchObject({ status: 'completed', seen });
  });

  it('100,000 keys and a depth of 10,000 in a record', async () => {
    const box = sandbox();
    const keys = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])));
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const { status, stdout } = await box.inside(['pipe', '-o', 'ndjson', '--input', 'ndjson'], {
      stdin: `${keys}\n${deep}\n{"ok":1}\nNaN\n`,
    });
    expect(status).toBe(0);
    expect(lastFrame(stdout)).toMatchObject({
      status: 'completed',
      seen: { rows: 3, lines: 1 },
      warnings: ['what is nested too deeply is kept as text', 'line is not valid JSON'],
    });
    const { handle_id: handleId } = lastFrame(stdout)['handle'] as { handle_id: string };
    const page = await box.inside(['expand', handleId, '--offset', '1', '-o', 'json']);
    expect(page.stdout).toContain('[REDACTED:depth]');
    const wide = await box.inside(['expand', handleId, '-o', 'json']);
    expect(wide.status).toBe(0);
    expect(lastFrame(wide.stdout)).toMatchObject({ page: { returned: 1, next_offset: 1 } });
  });

  it.each(['/proc/akernel', '/etc/hostname'])('a state directory that can be none: %s', async (home) => {
    const box = sandbox();
    const { status, stderr, stdout } = await box.inside(['invoke', 'demo.customers', 'rows=3', '-o', 'json'], {
      env: { AKERNEL_HOME: home },
    });
    expect(status).toBe(7);
    expect(stdout).toBe('');
    const hint = 'set AKERNEL_HOME to a directory, or to a path where one can be made';
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'STORE_FAILED', hint } });
  });

  it('a file that this user may not read', async () => {
    const box = sandbox();
    writeFileSync(join(box.directory, 'locked'), 'text', { mode: 0o000 });
    // root may read everything, so root acts as nobody here
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      chownSync(box.directory, 65_534, 65_534);
    }
    const child = box.start(['invoke', 'fs.read_file', 'path=locked'], isRoot ? { uid: 65_534 } : {});
    const { status, stdout, stderr } = await finish(child);
    expect([status, stdout]).toEqual([5, '']);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'DRIVER_FAILED', message: expect.stringContaining('locked') },
    });
  });

  it('a full disk: the result still comes, and says that it is not kept', async () => {
    const box = sandbox();
    const ran = await box.shell('ulimit -f 600; akernel invoke demo.customers rows=20000 --stream');
    expect(lastFrame(ran.stdout)).toMatchObject({ is_final: true, seen: { rows: 20_000 } });
    expect(framesOf(ran.stdout).at(-1)?.['handle'] ?? {}).not.toMatchObject({ state: 'complete' });
  });
});
