import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { allEvents, eventsOf, type HttpServer, type ServerEvent } from '../support/http-server.js';
import { keepOwnPostgres, query } from '../support/postgres-databases.js';
import { eventually } from '../support/processes.js';
import { machinesOn } from '../support/shared-servers.js';

const TERMINAL = /^run\.(completed|failed|cancelled)$/;
const CONFIG = {
  principal: { roles: ['reader', 'service'] },
  policy: { calls_per_minute: { READ: 1_000_000 } },
};
const databases = keepOwnPostgres();
let box: Sandbox;
let url: string;
let startMachine: () => Promise<HttpServer>;
let one: HttpServer;
let other: HttpServer;
let token: string;

beforeAll(async () => {
  box = sandbox();
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(CONFIG));
  url = await databases.make();
  startMachine = machinesOn(box, url);
  [one, other] = [await startMachine(), await startMachine()];
  token = await one.grant('http.serve');
});
afterAll(async () => {
  await Promise.all([one.stop(), other.stop()]);
});

const invoke = (rows: number, delay_ms = 0, more = {}) => ({
  capability_id: 'demo.customers',
  args: { rows, delay_ms },
  ...more,
});
const LONG = { max_tokens: 1_000_000 };
const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers,
});
const runOf = (response: Response): string => response.headers.get('location')?.split('/').at(-1) ?? '';
const resume = (server: HttpServer, run: string, after: string): Promise<Response> =>
  server.fetch(token, `/v1/runs/${run}/events`, { headers: { 'last-event-id': after } });

async function firstEvents(response: Response, count: number): Promise<ServerEvent[]> {
  const got: ServerEvent[] = [];
  for await (const event of eventsOf(response)) {
    got.push(event);
    if (got.length === count) {
      break;
    }
  }
  return got;
}

/** All events; with the fifth something is done. */
async function eventsWhile(response: Response, atFifth: () => Promise<void>): Promise<ServerEvent[]> {
  const got: ServerEvent[] = [];
  for await (const event of eventsOf(response)) {
    got.push(event);
    if (got.length === 5) {
      await atFifth();
    }
  }
  return got;
}

describe('a run of one server', () => {
  it.each([1, 3, 7])('goes on at the other one where it is cut off after every %i. event', async (k) => {
    const got: ServerEvent[] = [];
    let response = await one.fetch(token, '/v1/invocations/stream', post(invoke(400, 1)));
    const run = runOf(response);
    const turns = [other, one];
    while (response.status !== 204) {
      expect(response.status).toBe(200);
      got.push(...(await firstEvents(response, k)));
      expect(new Set(got.map(({ id }) => id)).size).toBe(got.length);
      const [next = one] = turns;
      turns.reverse();
      response = await resume(next, run, got.at(-1)?.id ?? '');
    }
    expect(got.map(({ id }) => id)).toEqual(got.map((_, at) => `${run}:${at + 1}`));
    expect(got.filter(({ event }) => TERMINAL.test(event))).toEqual([got.at(-1)]);
    const texts = await Promise.all(
      [one, other].map((server) => server.fetch(token, `/v1/runs/${run}/events`).then((all) => all.text())),
    );
    expect(texts[1]).toBe(texts[0]);
    expect(texts[0]?.match(/^id: /gm)).toHaveLength(got.length);
  });

  it('is shown, listed and cancelled by the other one, and hidden from whoever is not its owner', async () => {
    const response = await one.fetch(token, '/v1/invocations/stream', post(invoke(1e6, 5)));
    const run = runOf(response);
    const all = allEvents(response);
    const followed = other.fetch(token, `/v1/runs/${run}/events`).then(allEvents);
    const path = `/v1/runs/${run}`;
    expect((await other.ask(token, path)).body).toMatchObject({ run_id: run, kind: 'invocation', status: 'running' });
    const ids = async (server: HttpServer) =>
      ((await server.ask(token, '/v1/runs')).body['runs'] as { run_id: string }[]).map(({ run_id: id }) => id);
    expect(await ids(other)).toContain(run);
    const narrow = await other.grant('demo.customers');
    for (const [where, init] of [
      [path, undefined],
      [`${path}/events`, undefined],
      [path, { method: 'DELETE' }],
    ] as const) {
      const refused = await other.ask(narrow, where, undefined, init);
      expect(refused).toMatchObject({ status: 404, body: { code: 'RUN_NOT_FOUND' } });
      expect(refused.body).toEqual((await other.ask(narrow, '/v1/runs/a_0000000000', undefined, {})).body);
    }
    expect((await other.ask(narrow, '/v1/runs')).body).toEqual({ runs: [] });
    expect((await other.ask(token, path, undefined, { method: 'DELETE' })).status).toBe(202);
    const events = await all;
    expect(events.at(-1)).toMatchObject({ event: 'run.cancelled', data: { status: 'cancelled' } });
    expect(await followed).toEqual(events);
    for (const server of [one, other]) {
      expect((await server.ask(token, path)).body).toMatchObject({ status: 'cancelled', last_seq: events.length });
      expect((await resume(server, run, `${run}:${events.length}`)).status).toBe(204);
      expect((await resume(server, run, `${run}:${events.length + 1}`)).status).toBe(400);
    }
  });

  it('goes on while it is read at the other one, and ends when it is read nowhere', async () => {
    const response = await one.fetch(token, '/v1/invocations/stream', post(invoke(1e6, 5, LONG)));
    const run = runOf(response);
    await firstEvents(response, 2);
    const leaving = new AbortController();
    const there = await other.fetch(token, `/v1/runs/${run}/events`, { signal: leaving.signal });
    let last = 0;
    // Longer than a run without readers would be let go on.
    for await (const { data } of eventsOf(there)) {
      last = Number(data['seq'] ?? last);
      if (last > 100) {
        break;
      }
    }
    leaving.abort();
    expect((await one.ask(token, `/v1/runs/${run}`)).body).toMatchObject({ status: 'running' });
    await eventually(
      async () => (await one.ask(token, `/v1/runs/${run}`)).body['status'] === 'cancelled',
      'the run that nobody reads is cancelled',
    );
  });

  it('leaves nothing to be read in the database', async () => {
    const response = await one.fetch(token, '/v1/invocations/stream', post(invoke(3)));
    await allEvents(response);
    const rows = await query(url, 'select * from akernel.runs join akernel.run_events using (run_id)');
    const text = rows.map((row) => JSON.stringify(row, (_, value) => (value instanceof Buffer ? '' : value))).join();
    const bytes = Buffer.concat(
      rows.flatMap((row) => Object.values(row).filter((value): value is Buffer => Buffer.isBuffer(value))),
    ).toString('latin1');
    for (const word of ['customers', 'frame', 'principal', 'local']) {
      expect([word, bytes.includes(word), text.includes(word)]).toEqual([word, false, false]);
    }
    expect(text).not.toContain(token);
  });
});

describe('a server that was killed', () => {
  it('leaves its runs whole up to one terminal event, which the other one tells', async () => {
    const third = await startMachine();
    const response = await third.fetch(token, '/v1/invocations/stream', post(invoke(1e6, 5)));
    const run = runOf(response);
    const got: ServerEvent[] = [];
    const reading = (async () => {
      for await (const event of eventsOf(response)) {
        got.push(event);
        if (got.length === 9) {
          await third.stop('SIGKILL');
        }
      }
    })();
    await reading.catch(() => undefined);
    const seen = got.length;
    const readers = await Promise.all([one, other].map((server) => resume(server, run, got.at(-1)?.id ?? '')));
    const [rest = [], same] = await Promise.all(readers.map(allEvents));
    expect(same).toEqual(rest);
    const all = [...got.slice(0, seen), ...rest];
    expect(all.map(({ id }) => id)).toEqual(all.map((_, at) => `${run}:${at + 1}`));
    expect(all.filter(({ event }) => TERMINAL.test(event))).toEqual([all.at(-1)]);
    expect(all.at(-1)).toMatchObject({
      event: 'run.failed',
      data: { status: 'failed', problem: { code: 'DRIVER_UNAVAILABLE' } },
    });
    expect((await other.ask(token, `/v1/runs/${run}`)).body).toMatchObject({ status: 'failed', last_seq: all.length });
    await other.ask(token, '/v1/handles');
    expect((await other.ask(token, `/v1/traces/${run}`)).body).toMatchObject({ outcome: 'failed' });
  });
});

describe('an Idempotency-Key', () => {
  it('that two servers are given at once begins one run', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const key = { 'idempotency-key': `stream-${turn}` };
      const runs = await Promise.all(
        [one, other, one, other].map(async (server) => {
          const response = await server.fetch(token, '/v1/invocations/stream', post(invoke(20), key));
          return [response.status, runOf(response), await allEvents(response)] as const;
        }),
      );
      const [first] = runs;
      expect(first?.[0]).toBe(200);
      expect(runs).toEqual(runs.map(() => first));
    }
  });

  it('gives its answer at the other server, and refuses another request there', async () => {
    const key = { 'idempotency-key': 'plain' };
    const [here, there] = [
      await one.ask(token, '/v1/invocations', undefined, post(invoke(2), key)),
      await other.ask(token, '/v1/invocations', undefined, post(invoke(2), key)),
    ];
    expect(here.status).toBe(200);
    expect(there).toMatchObject({ status: 200, body: here.body });
    expect(there.headers.get('akernel-action-id')).toBe(here.headers.get('akernel-action-id'));
    expect(await other.ask(token, '/v1/invocations', undefined, post(invoke(3), key))).toMatchObject({ status: 409 });
    const narrow = await other.grant('demo.customers');
    const own = await other.ask(narrow, '/v1/invocations', undefined, post(invoke(2), key));
    expect(own.status).toBe(200);
    expect(own.headers.get('akernel-action-id')).not.toBe(here.headers.get('akernel-action-id'));
  });

  it('of a server that died meanwhile is never done again', async () => {
    const third = await startMachine();
    const key = { 'idempotency-key': 'slow' };
    const asked = third.ask(token, '/v1/invocations', undefined, post(invoke(1000, 50), key)).catch(() => undefined);
    const claimed = async () =>
      (await query(url, 'select 1 from akernel.kept_replies where sealed is null')).length > 0;
    await eventually(claimed, 'the key is claimed');
    await third.stop('SIGKILL');
    await asked;
    expect(await other.ask(token, '/v1/invocations', undefined, post(invoke(1000, 50), key))).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('ended without an answer') },
    });
  });
});

describe('the connection on which servers hear of each other', () => {
  it('may be lost', async () => {
    const response = await one.fetch(token, '/v1/invocations/stream', post(invoke(600, 5, LONG)));
    const run = runOf(response);
    const all = allEvents(response);
    const there = await other.fetch(token, `/v1/runs/${run}/events`);
    const got: ServerEvent[] = [];
    for await (const event of eventsOf(there)) {
      got.push(event);
      if (got.length % 5 === 0) {
        const sql = "select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%'";
        await query(url, sql);
      }
    }
    expect(got).toEqual(await all);
    expect(got.at(-1)?.event).toBe('run.completed');
  });
});

describe('a store that is away', () => {
  // How the run ends is told by whoever first finds the store away.
  it.each(['for a moment', 'until nobody can say whether a token is revoked'])(
    '%s loses no event, and no run its end',
    async (how) => {
      const { pause, resume: start } = databases.server();
      const response = await one.fetch(token, '/v1/invocations/stream', post(invoke(200, 20, LONG)));
      const run = runOf(response);
      const got = await eventsWhile(response, async () => {
        await pause();
        await (how === 'for a moment' ? start() : undefined);
      });
      await (how === 'for a moment' ? undefined : start());
      const rest = await resume(other, run, got.at(-1)?.id ?? '');
      got.push(...(rest.status === 204 ? [] : await allEvents(rest)));
      expect(got.map(({ id }) => id)).toEqual(got.map((_, at) => `${run}:${at + 1}`));
      expect(got.filter(({ event }) => TERMINAL.test(event))).toEqual([got.at(-1)]);
      expect(await one.fetch(token, `/v1/runs/${run}/events`).then(allEvents)).toEqual(got);
    },
  );
});
