import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { allEvents, eventsOf, type HttpServer, startServer } from '../support/http-server.js';

let box: Sandbox;
let server: HttpServer;
let token: string;

beforeAll(async () => {
  box = sandbox();
  const config = { principal: { roles: ['reader', 'service'] } };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  server = await startServer(box);
  token = await server.grant('http.serve');
});
afterAll(async () => {
  await server.stop();
});

const endless = (more = {}) => ({ capability_id: 'demo.customers', args: { rows: 1e6, delay_ms: 5 }, ...more });
const begin = (by: string, more = {}) =>
  server.fetch(by, '/v1/invocations/stream', { method: 'POST', body: JSON.stringify(endless(more)) });
const runOf = (response: Response): string => response.headers.get('location') ?? '';

async function revoke(capabilityToken: string): Promise<void> {
  writeFileSync(join(box.directory, 'to-revoke'), capabilityToken);
  const { stdout } = await box.run(['token', 'inspect', join(box.directory, 'to-revoke'), '-o', 'json']);
  const { grant_id: id } = JSON.parse(stdout) as { grant_id: string };
  expect((await box.run(['revoke', id])).status).toBe(0);
}

describe('an open stream: it went on after its capability token had ended', () => {
  it('is closed when the token is revoked, and the run that it began ends for all', async () => {
    const mine = await server.grant('http.serve');
    const response = await begin(mine);
    const other = allEvents(await server.fetch(token, `${runOf(response)}/events`));
    const own = allEvents(response);
    await revoke(mine);
    await own;
    expect((await other).at(-1)).toMatchObject({ event: 'run.cancelled', data: { status: 'cancelled' } });
    expect((await server.ask(mine, runOf(response))).status).toBe(401);
  });

  it('is closed for the reader alone whose token is revoked, where another began the run', async () => {
    const response = await begin(token, { on_disconnect: 'continue' });
    const reader = await server.grant('http.serve');
    const reading = allEvents(await server.fetch(reader, `${runOf(response)}/events`));
    await revoke(reader);
    const ended = await reading;
    expect(ended.at(-1)?.event).toBe('frame');
    let later = 0;
    for await (const { event } of eventsOf(response)) {
      expect(event).not.toMatch(/^run\.(cancelled|failed|completed)$/);
      later += 1;
      if (later > ended.length) {
        break;
      }
    }
    expect((await server.ask(token, runOf(response))).body).toMatchObject({ status: 'running' });
    expect((await server.ask(token, runOf(response), undefined, { method: 'DELETE' })).status).toBe(202);
  });

  it('is closed when the token expires', async () => {
    const brief = await server.grant('http.serve', '--ttl', '5s');
    const response = await begin(brief);
    expect(response.status).toBe(200);
    expect((await allEvents(response)).at(-1)?.event).toBe('frame');
    expect((await server.ask(brief, runOf(response))).status).toBe(401);
  });

  it('is closed when it was begun with a token for its capability alone', async () => {
    const one = await server.grant('demo.customers');
    const response = await begin(one);
    await revoke(one);
    await allEvents(response);
    expect((await server.ask(one, runOf(response))).status).toBe(401);
  });
});

it('an invocation that is waited for ends when the capability token of its server is revoked', async () => {
  const mine = await server.grant('http.serve');
  const waiting = server.ask(mine, '/v1/invocations', endless());
  await revoke(mine);
  expect((await waiting).body).toMatchObject({ code: 'CANCELLED' });
});

it('a refusal says why: pages of other places were told driver_refused, and a body too long to try again', async () => {
  const origin = { headers: { origin: 'https://evil.example' } };
  expect((await server.ask(token, '/v1/runs', undefined, origin)).body).toMatchObject({ reason: 'other_origin' });
  const long = { capability_id: 'demo.customers', args: { text: 'x'.repeat(1024 * 1024) } };
  expect(await server.ask(token, '/v1/invocations', long)).toMatchObject({ status: 413, body: { retryable: false } });
});
