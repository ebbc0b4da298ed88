import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finish, framesOf, lastFrame, sandbox } from '../support/cli.js';
import { PROGRAM } from '../support/program.js';

const errorOf = (stderr: string): unknown => JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

describe('a state directory that fails', () => {
  it.each([
    ['removed', 'rm -r state'],
    ['replaced by a file', 'rm -r state; touch state'],
  ])('%s in mid-run: the frame says that nothing is kept, and the store failed', async (_name, command) => {
    const box = sandbox();
    const child = box.start(['invoke', 'demo.customers', 'rows=600', 'delay_ms=1', '--stream']);
    const ended = finish(child);
    await once(child.stdout ?? child, 'data');
    execFileSync('sh', ['-c', command], { cwd: box.directory });
    const { status, stdout, stderr } = await ended;
    expect(errorOf(stderr)).toMatchObject({ code: 'STORE_FAILED', hint: expect.any(String) });
    expect(status).toBe(7);
    const { handle, warnings } = lastFrame(stdout);
    expect(handle).toMatchObject({ state: 'partial', reason: 'store failed' });
    expect(warnings).toEqual([expect.stringContaining('kept')]);
  });

  it.each([
    ['invoke demo.customers rows=5', ['STORE_FAILED']],
    ['exec -o ndjson -- echo text', ['STORE_FAILED', 'DRIVER_UNAVAILABLE']],
    ['audit verify', ['STORE_FAILED']],
  ])('too few files may be open: that is said by %s', async (command, codes) => {
    const box = sandbox();
    await box.inside(['invoke', 'demo.customers', 'rows=1']);
    const told = new Set<string>();
    // How many a start takes differs between versions of Node.
    for (const files of [19, 20, 21, 22, 23]) {
      const { stderr } = await box.shell(`ulimit -n ${files}; akernel ${command}`);
      if (stderr !== '') {
        const { code, message } = Object(errorOf(stderr));
        told.add(code);
        expect(message).toContain('too many open files');
      }
    }
    expect([...told].filter((code) => !codes.includes(code))).toEqual([]);
    expect(told.size).toBeGreaterThan(0);
  });

  it('open to other users: it is closed, and that is said once', async () => {
    const box = sandbox();
    await box.inside(['invoke', 'demo.customers', 'rows=1']);
    chmodSync(box.home, 0o777);
    const { status, stderr } = await box.inside(['handles', 'list']);
    expect(status).toBe(0);
    expect(stderr).toMatch(/^akernel: warning: the state directory \S+ was open to other users \(mode 777\)/);
    expect(statSync(box.home).mode & 0o777).toBe(0o700);
    expect((await box.inside(['handles', 'list'])).stderr).toBe('');
  });

  it('with an older database and no head file: verify fails until that is accepted', async () => {
    const box = sandbox();
    await box.run(['invoke', 'demo.customers', 'rows=1']);
    const older = readFileSync(join(box.home, 'akernel.db'));
    await box.run(['invoke', 'demo.customers', 'rows=1']);
    expect((await box.inside(['audit', 'verify'])).stdout).toBe('{"ok":true,"records_checked":4}\n');
    writeFileSync(join(box.home, 'akernel.db'), older);
    rmSync(join(box.home, 'audit.head'));
    await box.run(['invoke', 'demo.customers', 'rows=1']);
    const { status, stdout, stderr } = await box.inside(['audit', 'verify']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problem: 'head_file', records_checked: 4 });
    expect(errorOf(stderr)).toMatchObject({ hint: expect.stringContaining('akernel audit accept') });
    expect(status).toBe(7);
    const accepted = await box.inside(['audit', 'accept', '--justification', 'restored the backup of Monday']);
    expect(accepted.stdout).toBe('{"ok":true,"records_checked":5}\n');
    const pruned = await box.inside(['audit', 'prune', '--max-traces', '2']);
    expect(pruned.stdout).toBe('{"removed":4,"up_to":4}\n');
    expect((await box.inside(['audit', 'verify'])).stdout).toBe('{"ok":true,"records_checked":2,"pruned":4}\n');
  });

  it('smaller than a result: the frame says that only a part is kept', async () => {
    const box = sandbox();
    writeFileSync(join(box.directory, 'akernel.config.json'), '{"store":{"max_total_bytes":20000}}');
    const { stdout } = await box.inside(['invoke', 'demo.customers', 'rows=2000']);
    const { handle, seen } = lastFrame(stdout);
    expect(seen).toMatchObject({ rows: 2000 });
    expect(handle).toMatchObject({ state: 'partial', reason: 'total limit' });
    const { size_bytes: bytes, total_rows: rows } = Object(handle);
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(rows).toBeGreaterThan(30);
  });

  it('a pipe in place of a segment is refused at once', async () => {
    const box = sandbox();
    // A small result would have no file.
    const { stdout } = await box.inside(['invoke', 'demo.customers', 'rows=500']);
    const { handle_id: handleId } = lastFrame(stdout);
    const segments = join(box.home, 'segments');
    for (const name of readdirSync(segments)) {
      renameSync(join(segments, name), join(box.home, name));
      execFileSync('mkfifo', [join(segments, name)]);
    }
    const { status, stderr } = await box.inside(['expand', String(handleId)]);
    expect(errorOf(stderr)).toMatchObject({ code: 'STORE_FAILED', message: expect.stringContaining('not a file') });
    expect(status).toBe(7);
  });

  it.each([
    ['a pipe', 'rm state/$f && mkfifo state/$f', ''],
    ['a link', 'rm state/$f && echo mine > mine && ln -s ../mine state/$f', 'mine\n'],
    ['a device', 'rm state/$f && ln -s /dev/zero state/$f', ''],
  ])('%s in place of the reserve or of where a page ended is nothing', async (_name, put, mine) => {
    const box = sandbox();
    const handleId = String(lastFrame((await box.inside(['invoke', 'demo.customers', 'rows=9'])).stdout)['handle_id']);
    await box.inside(['expand', 'next', handleId, '--limit', '2']);
    await box.shell(`for f in reserve cursors/$(ls state/cursors); do ${put}; done`);
    const { status, stdout } = await box.shell(
      `timeout -s KILL 20 "${process.execPath}" "${PROGRAM}" expand next ${handleId} --limit 2; cat mine 2>/dev/null; true`,
    );
    expect([status, stdout.split('\n').slice(1).join('\n')]).toEqual([0, mine]);
    expect(framesOf(stdout.split('\n')[0] ?? '')).toMatchObject([{ rows: [{ id: 1 }, { id: 2 }] }]);
  });
});
