import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { finish, lastFrame, sandbox } from '../support/cli.js';
import { keepOwnPostgres } from '../support/postgres-databases.js';

const databases = keepOwnPostgres();
const box = sandbox();
const made: string[] = [];
afterAll(() => {
  for (const directory of made) {
    rmSync(directory, { recursive: true, force: true });
  }
});

const KEYS = { AKERNEL_STORE_KEY: 'ab'.repeat(32), AKERNEL_SECRET: 'cd'.repeat(32) };

/** What two machines need to share a store: its address and the keys; each has a state directory of its own. */
function machine(url: string): NodeJS.ProcessEnv {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-machine-'));
  made.push(directory);
  return { ...KEYS, AKERNEL_HOME: join(directory, 'state'), AKERNEL_STORE_URL: url };
}

it('what one machine keeps another one expands, and a token of one is revoked on the other', async () => {
  const url = await databases.make();
  const [one, other] = [machine(url), machine(url)];
  const invoked = await box.inside(['invoke', 'demo.customers', 'rows=3', '-o', 'json'], { env: one });
  expect(invoked).toMatchObject({ status: 0, stderr: '' });
  const { handle_id: handleId } = lastFrame(invoked.stdout);
  const page = await box.inside(['expand', String(handleId), '--fields', 'id,city', '-o', 'json'], { env: other });
  expect(page).toMatchObject({ status: 0, stdout: expect.stringContaining('"id":3') });
  const file = join(box.directory, 'grant.txt');
  const grant = await box.inside(['grant', 'demo.customers', '-o', 'json', '--token-file', file], { env: one });
  const { grant_id: grantId } = JSON.parse(grant.stdout);
  const call = ['invoke', 'demo.customers', 'rows=1', '-o', 'json', '--token-file', file];
  expect(await box.inside(call, { env: other })).toMatchObject({ status: 0 });
  expect(await box.inside(['revoke', String(grantId)], { env: one })).toMatchObject({ status: 0 });
  expect(await box.inside(call, { env: other })).toMatchObject({
    status: 3,
    stderr: expect.stringContaining('TOKEN_REVOKED'),
  });
  const verdict = await box.inside(['audit', 'verify', '-o', 'json'], { env: other });
  expect(JSON.parse(verdict.stdout)).toMatchObject({ ok: true });
});

it('a stream on one machine ends when its grant is revoked on the other', async () => {
  const url = await databases.make();
  const [one, other] = [machine(url), machine(url)];
  const file = join(box.directory, 'stream-grant.txt');
  const grant = await box.inside(['grant', 'demo.customers', '-o', 'json', '--token-file', file], { env: one });
  const args = [
    'invoke',
    'demo.customers',
    'rows=100000',
    'delay_ms=5',
    '--stream',
    '-o',
    'ndjson',
    '--token-file',
    file,
  ];
  const child = box.start(args, { env: one });
  const ended = finish(child);
  await new Promise<void>((begun) => child.stdout?.once('data', () => begun()));
  const { grant_id: grantId } = JSON.parse(grant.stdout);
  expect(await box.inside(['revoke', String(grantId)], { env: other })).toMatchObject({ status: 0 });
  const { status, stdout } = await ended;
  expect(status).toBe(3);
  expect(lastFrame(stdout)).toMatchObject({ is_final: true, error: { code: 'TOKEN_REVOKED' } });
});

it('its address is told by nothing, and handed to no command', async () => {
  const url = await databases.make();
  const env = machine(url);
  const { password } = new URL(url);
  for (const args of [
    ['doctor', '-o', 'json'],
    ['config', 'show', '--origin', '-o', 'json'],
    ['store', 'status', '-o', 'json'],
    ['store', 'migrate'],
    ['exec', '--', 'sh', '-c', `env; echo the password is ${password}`],
    ['exec', '--', 'sh', '-c', 'cat /proc/self/environ'],
  ]) {
    const { stdout, stderr } = args[0] === 'exec' ? await box.run(args, { env }) : await box.inside(args, { env });
    expect(stdout + stderr).not.toContain(password);
    expect(stdout + stderr, args.join(' ')).not.toContain('AKERNEL_STORE_URL=');
  }
  const wrong = { ...env, AKERNEL_STORE_URL: url.replace(password, 'wr0ng-pass') };
  const refused = await box.inside(['handles', 'list'], { env: wrong });
  expect(refused).toMatchObject({ status: 7, stderr: expect.stringContaining('login refused') });
  expect(refused.stderr).not.toContain('wr0ng-pass');
});

it('a machine with another key is refused, and told what to share', async () => {
  const url = await databases.make();
  await box.inside(['store', 'migrate'], { env: machine(url) });
  const stranger = { ...machine(url), AKERNEL_STORE_KEY: '12'.repeat(32) };
  expect(await box.inside(['handles', 'list'], { env: stranger })).toMatchObject({
    status: 7,
    stderr: expect.stringContaining('all machines of a store need one key'),
  });
  const { stdout } = await box.inside(['store', 'status', '-o', 'json'], { env: stranger });
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'shared', state: 'other_key' });
});

it('a stream goes on when the server of the store is stopped, and its frames say what was not kept', async () => {
  const { pause, resume } = databases.server();
  const env = machine(await databases.make());
  const child = box.start(['pipe', '-o', 'ndjson', '--budget', '100000'], { env, stdin: '' });
  const ended = finish(child);
  const say = (text: string) => new Promise<void>((done) => child.stdin?.write(text, () => done()));
  const heard = new Promise<void>((done) => {
    child.stdout?.on('data', (piece: Buffer) => piece.includes('early 50') && done());
  });
  await say(Array.from({ length: 50 }, (_, index) => `early ${index + 1}\n`).join(''));
  await heard;
  await pause();
  await say(Array.from({ length: 50 }, (_, index) => `late ${index + 1}\n`).join(''));
  child.stdin?.end();
  const { status, stdout, stderr } = await ended;
  await resume();
  const final = lastFrame(stdout);
  expect(stdout).toContain('late 50');
  expect(final).toMatchObject({ seen: { lines: 100 }, handle: { state: 'partial', total_rows: 50 } });
  expect(JSON.stringify(final)).toMatch(/not kept|more is kept/);
  // The action could leave no trace.
  expect({ status, stderr }).toMatchObject({ status: 7, stderr: expect.stringContaining('STORE_FAILED') });
  const { handle_id: handleId } = Object(final['handle']);
  const kept = await box.inside(['expand', String(handleId), '-o', 'json'], { env });
  expect(kept).toMatchObject({ status: 0, stdout: expect.stringContaining('early 50') });
});
