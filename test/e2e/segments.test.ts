import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createObjectClient } from '../../src/stores/postgres/objects/object-client.js';
import { openObjectPlace } from '../../src/stores/postgres/objects/object-place.js';
import { listAll } from '../support/bucket-stores.js';
import { lastFrame, sandbox } from '../support/cli.js';
import { keepPostgres } from '../support/postgres-databases.js';
import { keepSwift } from '../support/swift-buckets.js';

const databases = keepPostgres();
const buckets = keepSwift();
const box = sandbox();
const folder = mkdtempSync(join(tmpdir(), 'akernel-segments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly bucket: string;
}

/** As people set it up: the bucket in the config, the keys to it in the environment. */
async function machine(changes: NodeJS.ProcessEnv = {}): Promise<Machine> {
  const { endpoint, env } = buckets.server();
  const bucket = await buckets.makeNamed();
  const config = join(folder, `${bucket}.yaml`);
  writeFileSync(
    config,
    `store:\n  url: ${await databases.make()}\n  segments:\n    url: s3://${bucket}/kept\n    endpoint: ${endpoint}\n`,
  );
  const home = join(folder, `home-${bucket}`);
  return { bucket, env: { ...env, AKERNEL_CONFIG: config, AKERNEL_HOME: home, ...changes } };
}

const BIG = ['invoke', 'demo.customers', 'rows=20000', '-o', 'json'];

it('a long result of one command lies in the bucket, and another one pages, counts and removes it', async () => {
  const { env, bucket } = await machine();
  const { endpoint, env: keys } = buckets.server();
  const invoked = await box.inside(BIG, { env });
  expect(invoked).toMatchObject({ status: 0, stderr: '' });
  const handleId = String(lastFrame(invoked.stdout)['handle_id']);
  const client = createObjectClient(openObjectPlace({ url: `s3://${bucket}/kept`, endpoint }, keys));
  expect((await listAll(client)).length).toBeGreaterThan(0);
  const page = await box.inside(
    ['expand', handleId, '--offset', '15000', '--limit', '1', '--fields', 'id', '-o', 'json'],
    {
      env,
    },
  );
  expect(page).toMatchObject({ status: 0, stdout: expect.stringContaining('"id":15001') });
  const status = await box.inside(['store', 'status', '-o', 'json'], { env });
  expect(JSON.parse(status.stdout)).toMatchObject({
    state: 'ready',
    segments: { place: expect.stringContaining(bucket), waiting_handles: 0, objects_to_remove: 0 },
  });
  const copied = await box.inside(['store', 'copy', 'shared', 'embedded', '-o', 'json'], { env });
  expect(copied).toMatchObject({ status: 0 });
  const here = await box.inside(['expand', handleId, '--offset', '19999', '--fields', 'id', '-o', 'json'], {
    env: { ...env, AKERNEL_CONFIG: undefined },
  });
  expect(here).toMatchObject({ status: 0, stdout: expect.stringContaining('"id":20000') });
  expect(await box.inside(['handles', 'rm', handleId], { env })).toMatchObject({ status: 0 });
  expect(await listAll(client)).toEqual([]);
  client.close();
});

it('a store is copied into a database and a bucket', async () => {
  const { env } = await machine();
  const embedded = { ...env, AKERNEL_CONFIG: undefined };
  const invoked = await box.inside(BIG, { env: embedded });
  const handleId = String(lastFrame(invoked.stdout)['handle_id']);
  expect(await box.inside(['store', 'copy', 'embedded', 'shared', '-o', 'json'], { env })).toMatchObject({ status: 0 });
  const status = JSON.parse((await box.inside(['store', 'status', '-o', 'json'], { env })).stdout);
  expect(status.segments.objects).toBeGreaterThan(0);
  const page = await box.inside(['expand', handleId, '--offset', '19999', '--fields', 'id', '-o', 'json'], { env });
  expect(page).toMatchObject({ status: 0, stdout: expect.stringContaining('"id":20000') });
});

it('doctor writes, reads and removes a small object, and says what is wrong', async () => {
  const { env, bucket } = await machine();
  const well = await box.inside(['doctor', '-o', 'json'], { env });
  const found = (stdout: string) =>
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => JSON.parse(line))
      .find(({ check }) => check === 'segments');
  expect(found(well.stdout)).toMatchObject({ result: 'ok', detail: expect.stringContaining(bucket) });
  const secret = 'w0ng-s3cret-of-nobody';
  const wrong = await box.inside(['doctor', '-o', 'json'], { env: { ...env, AWS_SECRET_ACCESS_KEY: secret } });
  expect(wrong.status).toBe(7);
  expect(found(wrong.stdout)).toMatchObject({
    result: 'error',
    hint: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
  });
  expect(wrong.stdout + wrong.stderr).not.toContain(secret);
  const none = await box.inside(['store', 'status', '-o', 'json'], { env: { ...env, AWS_SECRET_ACCESS_KEY: '' } });
  expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('AWS_SECRET_ACCESS_KEY') });
});

it('store status tells of a bucket that cannot be reached, and of the database all the same', async () => {
  const { env } = await machine();
  await box.inside(['invoke', 'demo.customers', 'rows=3'], { env });
  const { status, stdout } = await box.inside(['store', 'status', '-o', 'text'], {
    env: { ...env, AWS_ACCESS_KEY_ID: 'test:nobody' },
  });
  expect(status).toBe(0);
  expect(stdout).toMatch(/handles {3}1,/);
  expect(stdout).toMatch(/problem {3}the store could not list its objects: login refused/);
});

it('the key to the bucket is hidden wherever it stands in a result', async () => {
  const { env } = await machine();
  const { stdout } = await box.run(['exec', '--', 'printenv', 'AWS_SECRET_ACCESS_KEY'], { env });
  expect(stdout).not.toContain(String(env['AWS_SECRET_ACCESS_KEY']).slice(0, 6));
});
