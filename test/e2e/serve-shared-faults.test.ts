import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { allEvents, eventsOf, startServer } from '../support/http-server.js';
import { keepOwnPostgres, query } from '../support/postgres-databases.js';

const KEYS = { AKERNEL_STORE_KEY: 'ab'.repeat(32), AKERNEL_SECRET: 'cd'.repeat(32) };
const databases = keepOwnPostgres();
let box: Sandbox;

beforeAll(() => {
  box = sandbox();
  const config = { principal: { roles: ['reader', 'service'] } };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
});

async function serving() {
  const url = await databases.make();
  const env = { ...KEYS, AKERNEL_STORE_URL: url };
  const server = await startServer({ ...box, start: (args) => box.start(args, { env }) });
  const file = join(box.directory, `token-${new URL(url).pathname.slice(1)}`);
  expect(await box.inside(['grant', 'http.serve', '--out', file], { env })).toMatchObject({ status: 0 });
  const { stdout: token } = await box.shell(`cat ${file}`);
  const stream = (rows: number) =>
    server.fetch(token, '/v1/invocations/stream', {
      method: 'POST',
      body: JSON.stringify({ capability_id: 'demo.customers', args: { rows, delay_ms: 5 }, max_tokens: 1e6 }),
    });
  return { url, env, server, token, stream };
}

/** Resolves once the run has frames, with a way to read the rest. */
async function begun(response: Response) {
  const events = eventsOf(response);
  await events.next();
  await events.next();
  return async () => {
    let last: Record<string, unknown> = {};
    let final: Record<string, unknown> = {};
    for await (const { event, data } of events) {
      final = data['is_final'] === true ? data : final;
      last = { event, data };
    }
    return { last, final };
  };
}

describe('a server on a store that machines share', () => {
  it('ends in order while a stream is read: it ended with status 1, and left its lease', async () => {
    const { url, server, stream } = await serving();
    const rest = await begun(await stream(1e5));
    const ended = server.stop();
    expect((await rest()).last).toMatchObject({ event: 'run.cancelled' });
    expect(await ended).toBe(0);
    expect(await query(url, 'select owner from akernel.leases')).toEqual([]);
  });

  it('goes on with its streams when the server of the store is started again', async () => {
    const { pause, resume } = databases.server();
    const { server, stream, env } = await serving();
    const rests = await Promise.all([1, 2, 3].map(async () => begun(await stream(400))));
    await pause();
    await resume();
    for (const { last, final } of await Promise.all(rests.map((rest) => rest()))) {
      expect(last).toMatchObject({ event: 'run.completed' });
      expect(final).toMatchObject({ seen: { rows: 400 }, handle: { state: 'complete', total_rows: 400 } });
    }
    expect(await server.stop()).toBe(0);
    expect((await box.inside(['audit', 'verify'], { env })).status).toBe(0);
  });

  it('ends them in clear words when it does not come back, says that it is not ready, and works again then', async () => {
    const { pause, resume } = databases.server();
    const { server, stream, token } = await serving();
    const rests = await Promise.all([1, 2, 3].map(async () => begun(await stream(1e5))));
    await pause();
    const ends = Promise.all(rests.map((rest) => rest()));
    // What was answered is kept for a second.
    let ready = await server.ask(undefined, '/readyz');
    while (ready.status === 200) {
      ready = await server.ask(undefined, '/readyz');
    }
    expect(ready).toMatchObject({ status: 503, body: { code: 'STORE_FAILED' } });
    for (const { last, final } of await ends) {
      expect(last).toMatchObject({ event: 'run.failed', data: { problem: { code: 'STORE_FAILED' } } });
      expect(final).toMatchObject({ status: 'failed', handle: { state: 'partial', reason: 'store failed' } });
    }
    expect((await server.ask(token, '/v1/handles')).status).toBe(503);
    await resume();
    while ((await server.ask(undefined, '/readyz')).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await allEvents(await stream(5))).at(-1)).toMatchObject({ event: 'run.completed' });
    expect(await server.stop()).toBe(0);
  });
});
