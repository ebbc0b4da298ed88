import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { allEvents, eventsOf, type HttpServer, type ServerEvent, startServer } from '../support/http-server.js';

const TERMINAL = /^run\.(completed|failed|cancelled)$/;
let box: Sandbox;
let server: HttpServer;
let token: string;

beforeAll(async () => {
  box = sandbox();
  writeFileSync(
    join(box.directory, 'akernel.config.json'),
    JSON.stringify({ principal: { roles: ['reader', 'service'] } }),
  );
  server = await startServer(box);
  token = await server.grant('http.serve');
});
afterAll(async () => {
  await server.stop();
});

const invoke = (rows: number, delay_ms = 0, more = {}) => ({
  capability_id: 'demo.customers',
  args: { rows, delay_ms },
  ...more,
});
const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

/** What a plain socket is told. */
function raw(text: string | Buffer): Promise<string> {
  const { port, hostname } = new URL(server.url);
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on('data', (piece) => {
      said += piece.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
  });
}

function statusWith(headers: Record<string, string>, path = '/v1/runs'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } });
    sent.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject);
    sent.end();
  });
}

describe('who may ask', () => {
  it('says that it lives without a token, and nothing else', async () => {
    expect((await server.ask(undefined, '/healthz')).body).toEqual({ status: 'ok' });
    expect((await server.ask(undefined, '/readyz')).body).toEqual({ status: 'ready' });
    for (const path of ['/v1/capabilities', '/v1/runs', '/v1/handles', '/v1/sessions', '/v1/agents', '/metrics']) {
      const { status, headers, body } = await server.ask(undefined, path);
      expect([path, status, headers.get('www-authenticate'), body['code']]).toEqual([
        path,
        401,
        'Bearer',
        'TOKEN_REJECTED',
      ]);
    }
  });

  it('refuses tokens that are forged, expired, revoked, or widened', async () => {
    const forged = `${token.slice(0, -6)}AAAAAA`;
    expect((await server.ask(forged, '/v1/runs')).status).toBe(401);
    const expired = await server.grant('http.serve', '--ttl', '1s');
    const revoked = await server.grant('http.serve');
    const { stdout } = await box.shell(`akernel token inspect ${join(box.directory, 'serve-token-3')} -o json`);
    const { grant_id: id } = JSON.parse(stdout) as { grant_id: string };
    expect((await server.ask(revoked, '/v1/runs')).status).toBe(200);
    expect((await box.run(['revoke', id])).status).toBe(0);
    expect((await server.ask(revoked, '/v1/runs')).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await server.ask(expired, '/v1/runs')).status).toBe(401);
  });

  it('opens one capability to a token for one, with its restrictions, and what came of it', async () => {
    const one = await server.grant('demo.customers', '--max-rows', '2', '--max-calls', '3');
    const wide = await server.ask(token, '/v1/invocations', invoke(500));
    const listed = await server.ask(one, '/v1/capabilities');
    expect(listed.body['capabilities']).toMatchObject([{ capability_id: 'demo.customers' }]);
    const other = await server.ask(one, '/v1/invocations', { capability_id: 'demo.log' });
    expect([other.status, other.body['code']]).toEqual([403, 'TOKEN_REJECTED']);
    const own = await server.ask(one, '/v1/invocations', invoke(500, 0, { mode: 'table' }));
    expect((own.body['rows'] as unknown[]).length).toBe(2);
    for (const path of ['/v1/agents', '/v1/sessions', '/v1/handles', '/metrics']) {
      expect([path, (await server.ask(one, path)).status]).toEqual([path, 403]);
    }
    const theirs = String(wide.body['handle_id']);
    const mine = String(own.body['handle_id']);
    const unknown = await server.ask(one, '/v1/handles/h_0000000000');
    expect(await server.ask(one, `/v1/handles/${theirs}`)).toMatchObject({ status: 404, body: unknown.body });
    expect((await server.ask(one, `/v1/handles/${theirs}/expand`, {})).status).toBe(404);
    expect((await server.ask(one, `/v1/handles/${mine}/expand`, {})).status).toBe(200);
    const action = wide.headers.get('akernel-action-id');
    expect((await server.ask(one, `/v1/traces/${action}`)).status).toBe(404);
    expect((await server.ask(token, `/v1/traces/${action}`)).body).toMatchObject({
      event: 'invoke',
      action_id: action,
    });
    await server.ask(one, '/v1/invocations', invoke(1));
    await server.ask(one, '/v1/invocations', invoke(1));
    const spent = await server.ask(one, '/v1/invocations', invoke(1));
    expect(spent.status).toBeGreaterThan(400);
  });

  it('refuses what a page in a browser would send', async () => {
    expect(await statusWith({ host: 'evil.example' })).toBe(403);
    expect(await statusWith({ host: 'localhost.evil.example:80' })).toBe(403);
    expect(await statusWith({ origin: 'https://evil.example' })).toBe(403);
    expect(await statusWith({ origin: 'null' })).toBe(403);
    expect(await statusWith({ origin: server.url })).toBe(200);
  });
});

describe('what is wrong with a request', () => {
  it('is told with its place', async () => {
    const { status, headers, body } = await server.ask(
      token,
      '/v1/invocations',
      invoke(1, 0, { max_token: 3, max_rows: 'x' }),
    );
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(body['errors']).toMatchObject([{ path: 'body.max_rows' }, { path: 'body.max_token' }]);
    const misplaced = await server.ask(token, '/v1/invocations', invoke(1, 0, { on_disconnect: 'cancel' }));
    expect(misplaced.body['errors']).toMatchObject([{ path: 'body.on_disconnect' }]);
  });

  it.each([
    ['no JSON', '{', 400],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['a body of 1 MiB and one byte', Buffer.alloc(1024 * 1024 + 1, 0x20), 413],
  ])('%s', async (_, body, status) => {
    const response = await server.fetch(token, '/v1/invocations', { method: 'POST', body }).catch(() => undefined);
    expect(response?.status).toBe(status);
  });

  it('is refused when it is compressed', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const body = JSON.stringify(invoke(1));
    const { status } = await server.fetch(token, '/v1/invocations', { method: 'POST', body, headers });
    expect(status).toBe(415);
  });

  it('is refused before it is read whole', async () => {
    let isOver = false;
    const body = new ReadableStream({
      async pull(controller) {
        if (isOver) {
          controller.close();
          return;
        }
        // without a turn of the loop the sender would never look at the answer
        await new Promise((resolve) => setTimeout(resolve, 1));
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const sent = server.fetch(token, '/v1/invocations', { method: 'POST', body, duplex: 'half' } as RequestInit);
    const ended = await sent.then(({ status }) => status).catch(() => 'cut off');
    isOver = true;
    expect([413, 'cut off']).toContain(ended);
  });

  it('also in its path, its method and its headers', async () => {
    for (const path of ['..%2f..%2fkeys', '%2e%2e', 'a%00b', '%ff']) {
      const { status, body } = await server.ask(token, `/v1/handles/${path}`);
      expect([path, status >= 400 && status < 500, body['code']]).toEqual([path, true, expect.any(String)]);
    }
    for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'DELETE']) {
      const { status, headers } = await server.fetch(token, '/v1/capabilities', { method });
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'GET']);
    }
    const flood = Array.from({ length: 400 }, (_, at) => `x-flood-${at}: ${'y'.repeat(100)}`).join('\r\n');
    expect(await raw(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${flood}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /);
    expect(await raw('\x16\x03\x01 nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  it('a connection that sends half a request is ended', async () => {
    const begun = Date.now();
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: loc')).toMatch(/^HTTP\/1.1 408 /);
    expect(Date.now() - begun).toBeLessThan(20_000);
  });
});

describe('a streamed run', () => {
  const read = async (run: string, after: string): Promise<Response> =>
    server.fetch(token, `/v1/runs/${run}/events`, { headers: { 'last-event-id': after } });

  // After every one it is cut at each place; after more it goes on further from where it was taken up.
  it.each([1, 3, 7])('comes whole and once where it is cut off after every %i. event', async (k) => {
    const got: ServerEvent[] = [];
    let response = await server.fetch(token, '/v1/invocations/stream', post(invoke(400, 1)));
    const run = response.headers.get('location')?.split('/').at(-1) ?? '';
    for (let isOver = false; !isOver; ) {
      let taken = 0;
      for await (const event of eventsOf(response)) {
        got.push(event);
        taken += 1;
        if (taken === k) {
          break;
        }
      }
      response = await read(run, got.at(-1)?.id ?? '');
      expect([200, 204]).toContain(response.status);
      // Each event once: a server that repeats them would never come to an end.
      expect(new Set(got.map(({ id }) => id)).size).toBe(got.length);
      isOver = response.status === 204;
    }
    expect(got.map(({ id }) => id)).toEqual(got.map((_, at) => `${run}:${at + 1}`));
    expect(got.filter(({ event }) => TERMINAL.test(event))).toEqual([got.at(-1)]);
    expect(got.at(-1)).toMatchObject({ event: 'run.completed', data: { status: 'completed', run_id: run } });
    const frames = got.filter(({ event }) => event === 'frame').map(({ data }) => data);
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => at));
    expect(frames.at(-1)).toMatchObject({ is_final: true, seen: { rows: 400 } });
  });

  it('is read again from the beginning, the same by all who read it, and only by its owner', async () => {
    const response = await server.fetch(token, '/v1/invocations', {
      ...post(invoke(50, 2)),
      headers: { accept: 'text/event-stream' },
    });
    const path = `${response.headers.get('location')}/events`;
    const [first, second, third] = await Promise.all([
      allEvents(response),
      server.fetch(token, path).then(allEvents),
      server.fetch(token, `${path}?after=0`).then(allEvents),
    ]);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
    const one = await server.grant('demo.customers');
    expect((await server.ask(one, path)).status).toBe(404);
    for (const cursor of ['a_0000000000:1', 'x', '-1', '99999', `${first.at(-1)?.id}0`]) {
      expect([
        cursor,
        (await server.ask(token, path, undefined, { headers: { 'last-event-id': cursor } })).status,
      ]).toEqual([cursor, 400]);
    }
  });

  it('is cancelled by a DELETE, as often as one likes, and keeps what it had', async () => {
    const response = await server.fetch(token, '/v1/invocations/stream', post(invoke(1e6, 5)));
    const path = response.headers.get('location') ?? '';
    const events = allEvents(response);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await server.ask(token, path, undefined, { method: 'DELETE' })).status).toBe(202);
    const last = (await events).at(-1);
    expect(last).toMatchObject({ event: 'run.cancelled', data: { status: 'cancelled' } });
    expect((await server.ask(token, path, undefined, { method: 'DELETE' })).body).toMatchObject({
      status: 'cancelled',
    });
    expect((await server.ask(token, `/v1/handles/${last?.data['handle_id']}`)).body).toMatchObject({
      state: 'partial',
    });
  });

  it('ends when its client has gone, unless it was told to go on', async () => {
    const begun = await Promise.all(
      ['cancel', 'continue'].map(async (on_disconnect) => {
        const leave = new AbortController();
        const sent = { ...post(invoke(800, 10, { on_disconnect })), signal: leave.signal };
        const response = await server.fetch(token, '/v1/invocations/stream', sent);
        leave.abort();
        return response.headers.get('location') ?? '';
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 4500));
    const states = await Promise.all(begun.map(async (path) => (await server.ask(token, path)).body['status']));
    expect(states).toEqual(['cancelled', 'running']);
    const events = await allEvents(await server.fetch(token, `${begun[1]}/events`));
    expect(events.at(-1)?.event).toBe('run.completed');
  });

  it('that was refused has its terminal event too', async () => {
    const events = await allEvents(await server.fetch(token, '/v1/invocations/stream', post(invoke(-1))));
    expect(events.at(-1)).toMatchObject({ event: 'run.failed', data: { problem: { code: expect.any(String) } } });
    expect(events.filter(({ event }) => TERMINAL.test(event)).length).toBe(1);
  });
});

describe('a key', () => {
  it('makes the same request safe to repeat', async () => {
    const headers = { 'idempotency-key': 'order-17' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.ask(token, '/v1/invocations', invoke(5), { headers })),
    );
    expect(new Set(answers.map(({ headers: got }) => got.get('akernel-action-id'))).size).toBe(1);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await server.ask(token, '/v1/invocations', invoke(6), { headers })).status).toBe(409);
    const streams = await Promise.all(
      [1, 2].map(async () => {
        const sent = { ...post(invoke(20)), headers: { 'idempotency-key': 'stream-1' } };
        return allEvents(await server.fetch(token, '/v1/invocations/stream', sent));
      }),
    );
    expect(streams[1]).toEqual(streams[0]);
    expect(
      (
        await server
          .ask(token, '/v1/invocations', invoke(5), { headers: { 'idempotency-key': 'ä b' } })
          .catch(() => ({ status: 400 }))
      ).status,
    ).toBe(400);
  });
});

describe('what is kept', () => {
  it('is paged, and its values read', async () => {
    const { body } = await server.ask(token, '/v1/invocations', invoke(300));
    const path = `/v1/handles/${body['handle_id']}`;
    expect((await server.ask(token, path)).body).toMatchObject({ total_rows: 300, state: 'complete', kind: 'records' });
    const page = await server.ask(token, `${path}/expand`, { offset: 290, limit: 5, fields: ['id', 'plan'] });
    expect((page.body['rows'] as unknown[])[0]).toMatchObject({ id: 291 });
    expect((await server.ask(token, `${path}/value`, { row: 3, field: 'company' })).status).toBe(200);
    expect((await server.ask(token, `${path}/expand`, { filter: 'id ((' })).status).toBe(400);
    const listed = await server.ask(token, '/v1/handles?limit=1');
    expect(listed.body['handles']).toMatchObject([{ handle_id: body['handle_id'] }]);
    expect((await server.ask(token, path, undefined, { method: 'DELETE' })).status).toBe(204);
    expect((await server.ask(token, path)).status).toBe(404);
  });

  it('a session that is removed ends what still runs for it, and nothing else', async () => {
    const made = await server.fetch(token, '/v1/sessions', post({ total: 100_000 }));
    const path = made.headers.get('location') ?? '';
    const { session_id: sessionId } = (await made.json()) as { readonly session_id: string };
    expect(path).toBe(`/v1/sessions/${sessionId}`);
    const endless = { ...invoke(1e6, 5), session_id: sessionId };
    const streams = [endless, invoke(1e6, 5)].map((body) => server.fetch(token, '/v1/invocations/stream', post(body)));
    const [own, other] = await Promise.all(streams);
    expect((await server.fetch(token, path, { method: 'DELETE' })).status).toBe(204);
    expect(own === undefined ? undefined : (await allEvents(own)).at(-1)).toMatchObject({ event: 'run.cancelled' });
    const otherRun = other?.headers.get('location') ?? '';
    expect((await server.ask(token, otherRun)).body).toMatchObject({ status: 'running' });
    await server.ask(token, otherRun, undefined, { method: 'DELETE' });
    await other?.body?.cancel();
  });

  it('of a session too', async () => {
    const headers = { 'idempotency-key': 'session-1' };
    const made = await server.ask(token, '/v1/sessions', { total: 5000 }, { headers });
    const again = await server.ask(token, '/v1/sessions', { total: 5000 }, { headers });
    expect([made.status, again.body]).toEqual([201, made.body]);
    const path = `/v1/sessions/${made.body['session_id']}`;
    const set = await server.fetch(token, `${path}/memory/project.name`, {
      method: 'PUT',
      body: '{"value":{"a":[1]}}',
    });
    expect(set.status).toBe(204);
    expect((await server.ask(token, `${path}/memory/project.name`)).body).toMatchObject({ value: { a: [1] } });
    expect((await server.ask(token, `${path}/memory`)).body['items']).toHaveLength(1);
    expect((await server.fetch(token, `${path}/memory/project.name`, { method: 'DELETE' })).status).toBe(204);
    expect((await server.ask(token, `${path}/memory/project.name`)).body['code']).toBe('MEMORY_NOT_FOUND');
    expect((await server.ask(token, `${path}/history`)).body).toEqual({ entries: [] });
    expect((await server.ask(token, '/v1/sessions')).body['sessions']).toMatchObject([{ total: 5000 }]);
    expect((await server.fetch(token, path, { method: 'DELETE' })).status).toBe(204);
    expect((await server.ask(token, path)).body['code']).toBe('SESSION_NOT_FOUND');
  });
});

describe('curl', () => {
  it('prints the beginning of a run at once, and reads a socket', async () => {
    const run = promisify(execFile);
    const headers = ['-H', `Authorization: Bearer ${token}`, '-H', 'Content-Type: application/json'];
    const form = ['-s', '-o', '/dev/null', '-w', '%{http_code} %{time_starttransfer} %{time_total}'];
    const slow = ['-d', JSON.stringify(invoke(40, 50)), `${server.url}/v1/invocations/stream`];
    const { stdout } = await run('curl', [...form, ...headers, ...slow]);
    const [status, first = 0, total = 0] = stdout.split(' ').map(Number);
    expect(status).toBe(200);
    expect(first).toBeLessThan(total / 2);
  });
});

describe('where it listens', () => {
  it('beyond this machine only with TLS, and by the names that were given', async () => {
    const refused = await box.run(['serve', '--listen', '0.0.0.0:0']);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--tls-cert')]);
    const half = await box.run(['serve', '--listen', '0.0.0.0:0', '--tls-cert', 'cert.pem']);
    expect([half.status, half.stderr]).toEqual([2, expect.stringContaining('together')]);
    const subject = '-subj /CN=kernel.example.org -addext subjectAltName=DNS:kernel.example.org';
    const made = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out cert.pem -days 2 ${subject}`;
    expect((await box.shell(made)).status).toBe(0);
    const names = ['--allow-host', 'Kernel.Example.org', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
    const other = box.start(['serve', '--listen', '0.0.0.0:0', '-o', 'json', ...names]);
    const url = await new Promise<string>((resolve) => {
      other.stdout?.once('data', (piece: Buffer) => resolve(JSON.parse(piece.toString('utf8')).url));
    });
    const port = new URL(url).port;
    const curl = (name: string) =>
      box.shell(`curl -s --cacert cert.pem --resolve ${name}:${port}:127.0.0.1 https://${name}:${port}/healthz`);
    expect((await curl('kernel.example.org')).stdout).toBe('{"status":"ok"}');
    expect((await box.shell(`curl -sk https://127.0.0.1:${port}/healthz`)).stdout).toBe('{"status":"ok"}');
    expect(
      (await box.shell(`curl -sk -H 'Host: other.example.org' https://127.0.0.1:${port}/healthz`)).stdout,
    ).toContain('403');
    other.kill('SIGTERM');
    await new Promise((resolve) => other.once('exit', resolve));
  });

  it('nowhere where another listens', async () => {
    const { port } = new URL(server.url);
    const { status, stderr } = await box.run(['serve', '--listen', `127.0.0.1:${port}`]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('cannot listen')]);
  });
});

describe('the end', () => {
  it('gives each run its terminal event, and then comes', async () => {
    const other = await startServer(box);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => other.fetch(token, '/v1/invocations/stream', post(invoke(1e6, 5)))),
    );
    const reading = responses.map(allEvents);
    const waiting = other.ask(token, '/v1/invocations', invoke(1e6, 5));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const begun = Date.now();
    expect(await other.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    for (const events of await Promise.all(reading)) {
      expect(events.at(-1)?.event).toBe('run.cancelled');
      expect(events.filter(({ event }) => TERMINAL.test(event)).length).toBe(1);
    }
    expect((await waiting).body).toMatchObject({ code: 'CANCELLED' });
  });

  it('by kill -9 leaves handles that can be read, and a socket that the next one takes', async () => {
    const socket = join(box.directory, 'a.sock');
    const other = box.start(['serve', '--listen', `unix:${socket}`, '-o', 'json']);
    await new Promise((resolve) => other.stdout?.once('data', resolve));
    const ask = (path: string, ...more: string[]) =>
      promisify(execFile)('curl', [
        '-sN',
        '-m',
        '2',
        '--unix-socket',
        socket,
        '-H',
        `Authorization: Bearer ${token}`,
        ...more,
        `http://localhost${path}`,
      ]).catch((error: { stdout: string }) => error);
    const body = JSON.stringify(invoke(1e6, 5));
    const { stdout } = await ask('/v1/invocations/stream', '-H', 'Content-Type: application/json', '-d', body);
    const handle = /h_[0-9a-z]{10}/.exec(stdout)?.[0];
    other.kill('SIGKILL');
    await new Promise((resolve) => other.once('exit', resolve));
    const next = box.start(['serve', '--listen', `unix:${socket}`, '-o', 'json']);
    await new Promise((resolve) => next.stdout?.once('data', resolve));
    const page = await ask(`/v1/handles/${handle}/expand`, '-H', 'Content-Type: application/json', '-d', '{"limit":1}');
    expect(JSON.parse(page.stdout)).toMatchObject({ rows: [{ id: 1 }] });
    next.kill('SIGTERM');
    await new Promise((resolve) => next.once('exit', resolve));
  });
});
