import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { startDemoModel } from '../support/demo-model.js';
import { allEvents, eventsOf, type HttpServer, type ServerEvent, startServer } from '../support/http-server.js';

/** Put together at run time, so that no file holds it. */
const SECRET = ['sk_live', '51H8xKpL2eZvKYlo2Cq7Wx2Kd9Zv4Lm8'].join('_');
const TERMINAL = /^run\.(completed|failed|cancelled)$/;

let box: Sandbox;
let server: HttpServer;
let token: string;

beforeAll(async () => {
  const talking = await startDemoModel(
    [{ text: `the key is ${SECRET}, keep it well. That was all there is to say.` }],
    2,
  );
  const writing = await startDemoModel([
    { tool_calls: [{ name: 'my__write', arguments: { what: 'x' } }] },
    { text: 'it was not done' },
  ]);
  const agent = { provider: 'openai', allow_private: true, model: 'demo' };
  box = sandbox();
  writeFileSync(
    join(box.directory, 'leaky.mjs'),
    `export async function* read() { yield { note: 'key ${SECRET}' }; yield { note: 'all' }; }
     export async function fail() { throw new Error('no access with ${SECRET}'); }
     export async function write() { throw new Error('this must never be run'); }`,
  );
  const capability = (name: string, safety_class: string) => ({
    capability_id: `my.${name}`,
    name,
    description: `Does it. Key ${SECRET}`,
    safety_class,
    sensitivity: 'NONE',
    params: { type: 'object', properties: { what: { type: 'string' } } },
    driver: { driver_id: 'module', operation: name, options: { module: './leaky.mjs', export: name } },
  });
  writeFileSync(
    join(box.directory, 'akernel.config.json'),
    JSON.stringify({
      principal: { roles: ['reader', 'writer', 'service'] },
      capabilities: [capability('read', 'READ'), capability('fail', 'READ'), capability('write', 'WRITE')],
      agents: {
        talker: { ...agent, base_url: `${talking.origin}/v1` },
        writer: { ...agent, base_url: `${writing.origin}/v1`, tools: ['my.write'] },
      },
    }),
  );
  server = await startServer(box);
  token = await server.grant('http.serve');
});
afterAll(async () => {
  await server.stop();
});

async function session(agent: string): Promise<string> {
  const { status, body } = await server.ask(token, '/v1/sessions', { agent });
  expect(status).toBe(201);
  return `/v1/sessions/${body['session_id']}`;
}

const message = (text: string, more = {}): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ message: text, ...more }),
  headers: { accept: 'text/event-stream' },
});

describe('a run of an agent', () => {
  it('is its parts as events, and comes once wherever it is cut off', async () => {
    const path = await session('talker');
    const got: ServerEvent[] = [];
    let response = await server.fetch(token, `${path}/runs`, message('hello'));
    const events = `${response.headers.get('location')}/events`;
    for (let isOver = false; !isOver; ) {
      for await (const event of eventsOf(response)) {
        got.push(event);
        if (got.length % 3 === 0) {
          break;
        }
      }
      response = await server.fetch(token, events, { headers: { 'last-event-id': got.at(-1)?.id ?? '' } });
      isOver = response.status === 204;
    }
    expect(got.map(({ id }) => Number(id.split(':')[1]))).toEqual(got.map((_, at) => at + 1));
    const parts = got.filter(({ event }) => event === 'part').map(({ data }) => data);
    expect(parts.map(({ seq }) => seq)).toEqual(parts.map((_, at) => at));
    const text = parts.map(({ type, delta }) => (type === 'text-delta' ? delta : '')).join('');
    expect(text).toMatch(/^the key is \[REDACTED:\w+\], keep it well\. That was all/);
    expect(got.at(-1)).toMatchObject({ event: 'run.completed', data: { model_calls: 1 } });
    const history = await server.ask(token, `${path}/history?limit=1`);
    expect(history.body).toMatchObject({ entries: [{ seq: 1, message: { content: 'hello' } }], next_after: 1 });
    const rest = await server.ask(token, `${path}/history?after=1`);
    expect(rest.body['entries']).toMatchObject([{ seq: 2, message: { role: 'assistant' } }]);
  });

  it('goes on without a reader, and is begun once by its key', async () => {
    const path = await session('talker');
    const headers = { 'idempotency-key': 'message-1' };
    const [first, second] = await Promise.all(
      [1, 2].map(() => server.ask(token, `${path}/runs`, { message: 'hello' }, { headers })),
    );
    expect([first?.status, second?.status]).toEqual([202, 202]);
    expect(second?.body['run_id']).toBe(first?.body['run_id']);
    const all = await allEvents(await server.fetch(token, `${first?.headers.get('location')}/events`));
    expect(all.filter(({ event }) => TERMINAL.test(event))).toEqual([all.at(-1)]);
    expect((await server.ask(token, path)).body).toMatchObject({ turns: 1 });
  });

  it('asks nobody: a call that changes something is denied', async () => {
    const path = await session('writer');
    const events = await allEvents(
      await server.fetch(token, `${path}/runs`, message('write it', { justification: 'the ticket asks for it' })),
    );
    const parts = events.filter(({ event }) => event === 'part').map(({ data }) => data);
    const result = parts.find(({ type }) => type === 'tool-result');
    expect(result).toMatchObject({ is_error: true, output: { error: { code: 'POLICY_DENIED' } } });
    expect(JSON.stringify(result)).toMatch(/approv/);
    expect(events.at(-1)?.event).toBe('run.completed');
  });

  it('of an agent or a session that is not there is refused', async () => {
    const { body } = await server.ask(token, '/v1/sessions/s_0000000000/runs', { message: 'x' });
    expect(body['code']).toBe('SESSION_NOT_FOUND');
    const path = await session('talker');
    const other = await server.ask(token, `${path}/runs`, { message: 'x', agent: 'nobody' });
    expect(other.body['code']).toBe('AGENT_NOT_FOUND');
    const wrong = await server.ask(token, `${path}/runs`, { message: 'x', limits: { max_model_calls: -1 } });
    expect(wrong.body['errors']).toMatchObject([{ path: 'body.limits.max_model_calls' }]);
  });
});

it('a planted secret is in no answer', async () => {
  const path = await session('talker');
  const run = await server.fetch(token, `${path}/runs`, message(`my key is ${SECRET}`));
  const texts: string[] = [await run.text()];
  const keep = async (where: string, body?: unknown, init?: RequestInit) => {
    const sent = body === undefined ? init : { method: 'POST', body: JSON.stringify(body), ...init };
    texts.push(await (await server.fetch(token, where, sent)).text());
  };
  const answer = await server.ask(token, '/v1/invocations', { capability_id: 'my.read' });
  expect(JSON.stringify(answer.body)).toContain('[REDACTED:');
  texts.push(JSON.stringify(answer.body));
  for (const capability_id of ['my.read', 'my.fail']) {
    await keep('/v1/invocations', { capability_id });
    await keep('/v1/invocations/stream', { capability_id });
    await keep('/v1/plans', { capability_id, args: { what: SECRET } });
  }
  const failed = await server.ask(token, '/v1/invocations', { capability_id: 'my.fail', args: { what: SECRET } });
  expect(failed.body).toMatchObject({ code: 'DRIVER_FAILED', action_id: expect.any(String) });
  texts.push(JSON.stringify(failed.body));
  await keep(`/v1/traces/${failed.body['action_id']}`);
  await keep(`/v1/handles/${answer.body['handle_id']}/expand`, {});
  await keep(`/v1/handles/${answer.body['handle_id']}/value`, { row: 0, field: 'note' });
  await keep(`${path}/memory/key`, undefined, { method: 'PUT', body: JSON.stringify({ value: `key ${SECRET}` }) });
  for (const where of [
    '/v1/capabilities',
    '/v1/capabilities/my.read',
    '/v1/runs',
    `${path}/history`,
    `${path}/memory`,
  ]) {
    await keep(where);
  }
  for (const where of [`${path}/memory/key`, '/v1/agents', '/v1/handles', '/metrics', '/openapi.json']) {
    await keep(where);
  }
  const pieces = Array.from({ length: SECRET.length - 13 }, (_, at) => SECRET.slice(at + 8, at + 14)).filter(
    (piece) => piece.length === 6,
  );
  const found = texts.flatMap((text) => pieces.filter((piece) => text.includes(piece)));
  expect(found).toEqual([]);
});
