import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { startDemoModel } from '../support/demo-model.js';
import { eventsOf, type HttpServer, startServer } from '../support/http-server.js';

/** What a browser of stored results, traces and conversations asks a server for. */
let box: Sandbox;
let server: HttpServer;
let token: string;
let other: string;
let admin: string;

beforeAll(async () => {
  box = sandbox();
  const { origin } = await startDemoModel();
  const talker = { provider: 'openai', allow_private: true, model: 'demo', base_url: `${origin}/v1` };
  const roles = { me: ['reader', 'service'], other: ['reader', 'service'], boss: ['admin', 'service'] };
  const principals = Object.fromEntries(
    Object.entries(roles).map(([id, own]) => [id, { principal_id: id, roles: own, attributes: { tenant: 'local' } }]),
  );
  const config = { principals, agents: { talker } };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  server = await startServer(box);
  token = await server.grant('http.serve', '--as', 'me');
  other = await server.grant('http.serve', '--as', 'other');
  admin = await server.grant('http.serve', '--as', 'boss');
});
afterAll(async () => {
  await server.stop();
});

async function kept(rows: number, capability = 'demo.customers'): Promise<string> {
  const args = capability === 'demo.log' ? { lines: rows } : { rows };
  const { body } = await server.ask(token, '/v1/invocations', { capability_id: capability, args, mode: 'handle_only' });
  return String(body['handle_id']);
}

async function found(handle: string, question: object, bearer = token) {
  const init = { method: 'POST', body: JSON.stringify(question) };
  const response = await server.fetch(bearer, `/v1/handles/${handle}/find`, init);
  const events: { event: string; data: Record<string, unknown> }[] = [];
  if (response.ok) {
    for await (const { event, data } of eventsOf(response)) {
      events.push({ event, data });
    }
  }
  return { status: response.status, events };
}

async function tracesOf(bearer: string, query = ''): Promise<readonly Record<string, unknown>[]> {
  const { body } = await server.ask(bearer, `/v1/traces?limit=1000${query}`);
  return body['traces'] as Record<string, unknown>[];
}

describe('a stored result looked at here and there', () => {
  it('gives rows by their numbers, redacted and no more than a page may show', async () => {
    const handle = await kept(300);
    const { status, body } = await server.ask(token, `/v1/handles/${handle}/expand`, { rows: [3, 299, 400] });
    expect(status).toBe(200);
    expect((body['rows'] as { id: number }[]).map(({ id }) => id)).toEqual([4, 300]);
    expect(JSON.stringify(body)).not.toContain('@example.com');
    const many = Array.from({ length: 5000 }, (_, row) => row);
    const cut = await server.ask(token, `/v1/handles/${handle}/expand`, { rows: many });
    expect([cut.status, cut.body['code']]).toEqual([400, 'USAGE']);
  });

  it('leaves one trace for all pages and searches of a visit', async () => {
    const handle = await kept(300);
    const path = `/v1/handles/${handle}/expand`;
    const reading = 'visit-1';
    await server.ask(token, path, { reading, rows: [0, 1] });
    await server.ask(token, path, { reading, rows: [200] });
    await found(handle, { reading, text: 'Berlin' });
    const about = async () =>
      (await tracesOf(token)).filter(({ event, handle_id }) => event === 'expand' && handle_id === handle);
    const end = () => server.fetch(token, `/v1/handles/${handle}/readings/${reading}`, { method: 'DELETE' });
    // another principal's visit of the same name is another one
    expect((await server.fetch(other, `/v1/handles/${handle}/readings/${reading}`, { method: 'DELETE' })).status).toBe(
      204,
    );
    expect(await about()).toEqual([]);
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(204);
    const traces = await about();
    expect(traces).toHaveLength(1);
    expect(traces[0]).toMatchObject({ outcome: 'completed', reading: { pages: 2, finds: 1, rows: 3 } });
  });

  it('refuses pages of a visit that are no rows by their numbers', async () => {
    const handle = await kept(3);
    for (const more of [{}, { rows: [0], offset: 1 }, { rows: [0], filter: 'id>1' }]) {
      const { status } = await server.ask(token, `/v1/handles/${handle}/expand`, { reading: 'v', ...more });
      expect([more, status]).toEqual([more, 400]);
    }
    const { status } = await server.ask(token, `/v1/handles/${handle}/expand`, { reading: '../v', rows: [0] });
    expect(status).toBe(400);
  });

  it('finds rows by a filter and a text, from where it is told, and tells how far it came', async () => {
    const handle = await kept(3000);
    const all = await found(handle, { filter: 'id>2990' });
    expect(all.events.at(-1)).toEqual({ event: 'find.completed', data: {} });
    const progress = all.events.filter(({ event }) => event === 'progress');
    expect(progress.flatMap(({ data }) => data['rows'])).toEqual(Array.from({ length: 10 }, (_, at) => 2990 + at));
    expect(progress.at(-1)?.data).toMatchObject({ scanned: 3000, total: 3000 });
    const every = await found(handle, { filter: 'id>0', from: 10, to: 20 });
    expect(every.events.flatMap(({ data }) => data['rows'] ?? [])).toEqual(
      Array.from({ length: 10 }, (_, at) => 10 + at),
    );
    const log = await kept(500, 'demo.log');
    const lines = await found(log, { text: 'error' });
    expect(lines.events.at(-1)?.event).toBe('find.completed');
  });

  it('puts rows in the order of a field, and counts its values', async () => {
    const handle = await kept(300);
    const order = await found(handle, { order: { field: 'id', descending: true }, filter: 'id<100' });
    const { ordered } = order.events.findLast(({ event }) => event === 'progress')?.data ?? {};
    expect(ordered).toEqual(Array.from({ length: 99 }, (_, at) => 98 - at));
    const equal = { field: 'email', then_by: [{ field: 'id', descending: true }] };
    const further = await found(handle, { order: equal, filter: 'id<100' });
    expect(further.events.findLast(({ event }) => event === 'progress')?.data['ordered']).toEqual(ordered);
    const made = { formulas: ['double = id * 2'], filter: 'double < 10', count: 'double' };
    const doubled = await found(handle, made);
    expect(doubled.events.at(-2)?.data['counted']).toMatchObject({ rows: 4, different: 4 });
    const summed = await found(handle, { ...made, count: 'email', sum: 'double' });
    expect(summed.events.at(-2)?.data['counted']).toMatchObject({ summed: { sum: 20, numbers: 4 } });
    const count = await found(handle, { count: 'email' });
    expect(count.events.at(-2)?.data['counted']).toMatchObject({
      values: [{ value: '[REDACTED:email]', rows: 300 }],
      is_exact: true,
    });
    const { status } = await server.ask(token, `/v1/handles/${handle}/find`, {});
    expect(status).toBe(400);
  });

  it('tells tens of thousands of matches in order, and never that it is further than it told', async () => {
    const handle = await kept(20_000);
    const { events } = await found(handle, { filter: 'id>0' });
    const rows: number[] = [];
    for (const { data } of events.slice(0, -1)) {
      rows.push(...(data['rows'] as number[]));
      expect(JSON.stringify(data).length).toBeLessThan(65_536);
      expect(data['scanned']).toBeGreaterThanOrEqual((rows.at(-1) ?? -1) + 1);
      expect(rows).toHaveLength(Math.min(Number(data['scanned']), 20_000));
    }
    expect(rows).toEqual(Array.from({ length: 20_000 }, (_, row) => row));
  });

  it('is not there for others, and a question without sense is refused', async () => {
    const handle = await kept(3);
    expect((await found(handle, { text: 'x' }, other)).status).toBe(404);
    expect((await found('h_0000000000', { text: 'x' })).status).toBe(404);
    expect((await found(handle, {})).status).toBe(400);
    expect((await found(handle, { filter: 'id >' })).status).toBe(400);
    const one = await server.grant('demo.log', '--as', 'me');
    expect((await found(handle, { text: 'x' }, one)).status).toBe(404);
    const page = await server.ask(other, `/v1/handles/${handle}/expand`, { rows: [0], reading: 'v' });
    expect(page.status).toBe(404);
  });
});

describe('grants', () => {
  it('are asked for with a trace, and given without their proof', async () => {
    const { status, body } = await server.ask(token, '/v1/grants', { capability_id: 'demo.customers' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ principal_id: 'me', capability_id: 'demo.customers' });
    expect(JSON.stringify(body)).not.toContain('capability_token');
    const refused = await server.ask(token, '/v1/grants', { capability_id: 'demo.nothing' });
    expect([refused.status, refused.body['code']]).toEqual([404, 'CAPABILITY_NOT_FOUND']);
    const traces = await tracesOf(token, '&event=grant&outcome=failed');
    const denied = [...traces, ...(await tracesOf(token, '&event=grant&outcome=denied'))];
    expect(denied.filter(({ capability_id }) => capability_id === 'demo.nothing')).toHaveLength(1);
  });

  it('with a justification are for the next call that says the same', async () => {
    const why = 'the customers are counted for the report of today';
    const granted = async () =>
      (await tracesOf(token, '&event=grant')).filter(({ justification }) => justification === why).length;
    await server.ask(token, '/v1/grants', { capability_id: 'demo.customers', justification: why });
    const call = { capability_id: 'demo.customers', args: { rows: 1 }, justification: why };
    expect((await server.ask(token, '/v1/invocations', call)).status).toBe(200);
    expect(await granted()).toBe(1);
    expect((await server.ask(token, '/v1/invocations', call)).status).toBe(200);
    expect(await granted()).toBe(2);
  });

  it('for another capability than that of the token are refused with a trace', async () => {
    const one = await server.grant('demo.log', '--as', 'me');
    expect((await server.ask(one, '/v1/grants', { capability_id: 'demo.log' })).body).toMatchObject({
      reason: 'token_verified',
    });
    const refused = await server.ask(one, '/v1/grants', { capability_id: 'demo.customers' });
    expect([refused.status, refused.body['code']]).toEqual([403, 'TOKEN_REJECTED']);
    expect(await tracesOf(token, '&event=grant&outcome=denied')).toContainEqual(
      expect.objectContaining({
        capability_id: 'demo.customers',
        error: expect.objectContaining({ code: 'TOKEN_REJECTED' }),
      }),
    );
  });
});

describe('traces, collections and conversations', () => {
  it('shows everybody their own traces, and admins all', async () => {
    await kept(1);
    await server.ask(other, '/v1/invocations', { capability_id: 'demo.customers', args: { rows: 1 } });
    const principals = async (bearer: string) =>
      [...new Set((await tracesOf(bearer)).map(({ principal_id }) => principal_id))].sort();
    expect(await principals(token)).toEqual(['me']);
    expect(await principals(other)).toEqual(['other']);
    expect(await principals(admin)).toEqual(expect.arrayContaining(['me', 'other']));
    const invoked = await tracesOf(token, '&event=invoke&capability_id=demo.customers');
    expect(new Set(invoked.map(({ event, capability_id }) => `${event} ${capability_id}`))).toEqual(
      new Set(['invoke demo.customers']),
    );
    const [newest, second] = invoked;
    const from = await server.ask(token, '/v1/traces?event=invoke&capability_id=demo.customers&limit=1&offset=1');
    expect(from.body['traces']).toEqual([second]);
    expect(newest).not.toEqual(second);
    for (const query of ['?event=none', '?until=yesterday', '?limit=0', '?principal_id=other']) {
      expect([query, (await server.ask(token, `/v1/traces${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('verifies the trail for admins alone', async () => {
    const post = { method: 'POST' };
    expect((await server.ask(token, '/v1/verifications', undefined, post)).status).toBe(403);
    const both = await Promise.all([1, 2].map(() => server.ask(admin, '/v1/verifications', undefined, post)));
    expect(both.map(({ body }) => body['ok'])).toEqual([true, true]);
  });

  it('removes what has expired', async () => {
    const { status, body } = await server.ask(token, '/v1/collections', undefined, { method: 'POST' });
    expect([status, body]).toEqual([200, { removed_handles: 0, removed_bytes: 0 }]);
    const one = await server.grant('demo.log', '--as', 'me');
    expect((await server.ask(one, '/v1/collections', undefined, { method: 'POST' })).status).toBe(403);
  });

  it('gives the end of a conversation without its beginning', async () => {
    const made = await server.ask(token, '/v1/sessions', { agent: 'talker' });
    const path = `/v1/sessions/${made.body['session_id']}`;
    for (const message of ['one', 'two', 'three']) {
      const run = await server.fetch(token, `${path}/runs`, {
        method: 'POST',
        body: JSON.stringify({ message }),
        headers: { accept: 'text/event-stream' },
      });
      await run.text();
    }
    const seqs = async (query: string) => {
      const { body } = await server.ask(token, `${path}/history${query}`);
      return { seqs: (body['entries'] as { seq: number }[]).map(({ seq }) => seq), next: body['next_after'] };
    };
    const { seqs: all } = await seqs('');
    expect(all).toEqual(all.map((_, at) => at + 1));
    expect(all.length).toBeGreaterThanOrEqual(6);
    const last = all.length;
    expect(await seqs('?newest=3')).toEqual({ seqs: [last - 2, last - 1, last], next: undefined });
    expect(await seqs('?newest=3&limit=2')).toEqual({ seqs: [last - 2, last - 1], next: last - 1 });
    expect(await seqs(`?newest=3&limit=2&after=${last - 1}`)).toEqual({ seqs: [last], next: undefined });
    expect(await seqs('?after=2&limit=1')).toEqual({ seqs: [3], next: 3 });
    expect(await seqs('?newest=1000')).toEqual({ seqs: all, next: undefined });
    expect(await seqs(`?after=${last}`)).toEqual({ seqs: [], next: undefined });
  });
});
