import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { allEvents, eventsOf, type HttpServer, type ServerEvent, startServer } from '../support/http-server.js';
import { eventually, isAlive } from '../support/processes.js';

const TERMINAL = /^run\.(completed|failed|cancelled)$/;
/** Says its own id and that of its child, which ignores SIGTERM, and goes on for ever. */
const FAMILY = `
import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')"]);
child.stdout.once('data', () => console.log(JSON.stringify({ pids: [process.pid, child.pid] })));
setInterval(() => {}, 1000);`;
const CRASHING = `process.stdout.write('{"row":1}\\n', () => process.kill(process.pid, 'SIGKILL'));`;
/** Says nothing before it is told to. */
const SILENT = `
import { existsSync, watch } from 'node:fs';
const watcher = watch('.', speak);
speak();
function speak() { if (existsSync('spoken')) { console.log('{"row":1}'); watcher.close(); } }`;

let box: Sandbox;
let server: HttpServer;
let token: string;

beforeAll(async () => {
  box = sandbox();
  const programs = { family: FAMILY, crashing: CRASHING, silent: SILENT };
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(box.directory, `${name}.mjs`), text);
  }
  const capabilities = Object.keys(programs).map((name) => ({
    capability_id: `box.${name}`,
    description: 'Runs a program.',
    safety_class: 'READ',
    sensitivity: 'NONE',
    driver: {
      driver_id: 'process',
      operation: 'run',
      options: { command: process.execPath, args: [`${name}.mjs`], output: 'ndjson' },
    },
  }));
  const nobody = { provider: 'openai', allow_private: true, model: 'demo', base_url: 'http://127.0.0.1:1/v1' };
  const config = {
    principal: { roles: ['reader', 'service'] },
    principals: { other: { roles: ['reader', 'service'] } },
    capabilities,
    agents: { nobody },
  };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  server = await startServer(box);
  token = await server.grant('http.serve');
});
afterAll(async () => {
  await server.stop();
});

const invoke = (capability_id: string, args: Readonly<Record<string, unknown>> = {}, more = {}) => ({
  capability_id,
  args,
  ...more,
});
const stream = (body: unknown, init: RequestInit = {}): Promise<Response> =>
  server.fetch(token, '/v1/invocations/stream', { method: 'POST', body: JSON.stringify(body), ...init });

/** The processes of a run of box.family, as its first rows tell them. */
async function familyOf(response: Response): Promise<readonly number[]> {
  for await (const { data } of eventsOf(response)) {
    const [row] = (data['rows'] ?? []) as { pids: number[] }[];
    if (row !== undefined) {
      return row.pids;
    }
  }
  throw new Error('it has said nothing');
}

describe('the work of a run whose client has gone', () => {
  it.each(['its connection', 'a request to cancel'])(
    'ends with %s, and all its processes',
    async (how) => {
      const leave = new AbortController();
      const response = await stream(invoke('box.family'), { signal: leave.signal });
      const path = response.headers.get('location') ?? '';
      // read by a second reader, so that the first stays as it is
      const reader = new AbortController();
      const pids = await familyOf(await server.fetch(token, `${path}/events`, { signal: reader.signal }));
      expect([pids.length, pids.filter(isAlive)]).toEqual([2, pids]);
      if (how === 'its connection') {
        leave.abort();
        reader.abort();
      } else {
        expect((await server.ask(token, path, undefined, { method: 'DELETE' })).status).toBe(202);
      }
      await eventually(() => !pids.some(isAlive), 'the processes are gone');
      expect((await server.ask(token, path)).body).toMatchObject({ status: 'cancelled' });
    },
    30_000,
  );
});

describe('exactly one terminal event', () => {
  const ends = (events: readonly ServerEvent[]) => events.filter(({ event }) => TERMINAL.test(event));

  it('ends a run whose tool crashes', async () => {
    const events = await allEvents(await stream(invoke('box.crashing')));
    expect(ends(events)).toMatchObject([{ event: 'run.failed', data: { problem: { code: 'DRIVER_FAILED' } } }]);
    expect(ends(events)).toEqual([events.at(-1)]);
    const finals = events.filter(({ data }) => data['is_final'] === true);
    expect(finals).toMatchObject([{ event: 'frame', data: { status: 'failed', seen: { rows: 1 } } }]);
  });

  it('ends a run whose model cannot be reached', async () => {
    const made = await server.ask(token, '/v1/sessions', { agent: 'nobody' });
    const asked = await server.fetch(token, `/v1/sessions/${made.body['session_id']}/runs`, {
      method: 'POST',
      body: '{"message":"hello"}',
      headers: { accept: 'text/event-stream' },
    });
    const events = await allEvents(asked);
    expect(ends(events)).toMatchObject([{ event: 'run.failed', data: { problem: { code: expect.any(String) } } }]);
    expect(ends(events)).toEqual([events.at(-1)]);
  });
});

describe('curl', () => {
  it('prints headers and the first event while the tool still says nothing', async () => {
    const sent = ['-H', `Authorization: Bearer ${token}`, '-H', 'Content-Type: application/json'];
    const body = JSON.stringify(invoke('box.silent'));
    const curl = spawn('curl', ['-sNi', '-m', '30', ...sent, '-d', body, `${server.url}/v1/invocations/stream`]);
    let said = '';
    curl.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
    const ended = new Promise((resolve) => curl.once('close', resolve));
    await eventually(() => said.includes('event: run.started'), 'curl prints the beginning');
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(said).toMatch(/\r\ncontent-type: text\/event-stream/i);
    expect(said).not.toContain('event: frame');
    writeFileSync(join(box.directory, 'spoken'), '');
    expect(await ended).toBe(0);
    expect(said).toContain('event: run.completed');
  });
});

describe('a capability token', () => {
  it.each([
    [['--pin', 'rows=2', '--max-calls', '9'], { rows: 3 }, /the argument rows/, /call(s| of)|session|capability$/],
    [['--arg-keys', 'rows', '--max-calls', '9'], { rows: 2, delay_ms: 1 }, /give only rows/, /calls|session/],
    [['--max-calls', '9', '--session', 's_0000000000'], { rows: 2 }, /for another session/, /calls|argument/],
  ])('that is narrowed by %j says which restriction fails, and no other', async (flags, args, named, others) => {
    const narrow = await server.grant('demo.customers', ...flags);
    const { status, body } = await server.ask(narrow, '/v1/invocations', invoke('demo.customers', args));
    const told = `${body['detail']}; ${body['hint']}`;
    expect([status, told]).toEqual([403, expect.stringMatching(named)]);
    expect(told).not.toMatch(others);
  });

  it('of another secret opens nothing here', async () => {
    const elsewhere = sandbox();
    const config = { principal: { roles: ['reader', 'service'] } };
    writeFileSync(join(elsewhere.directory, 'akernel.config.json'), JSON.stringify(config));
    const { stdout } = await elsewhere.run(['grant', 'http.serve', '-o', 'json']);
    const theirs = String((JSON.parse(stdout) as Record<string, unknown>)['capability_token']);
    const { status, body } = await server.ask(theirs, '/v1/runs');
    expect([status, body['code']]).toEqual([401, 'TOKEN_REJECTED']);
  });
});

describe('a session of somebody else', () => {
  it('is answered like one that was never there', async () => {
    const other = await server.grant('http.serve', '--as', 'other');
    const made = await server.ask(token, '/v1/sessions', {});
    const ways: readonly (readonly [string, string, unknown?])[] = [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/history'],
      ['GET', '/memory'],
      ['GET', '/memory/key'],
      ['PUT', '/memory/key', { value: 1 }],
      ['POST', '/runs', { message: 'hello', agent: 'nobody' }],
    ];
    for (const [method, path, body] of ways) {
      const answers = await Promise.all(
        [made.body['session_id'], 's_0000000000'].map(async (id) => {
          const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
          const response = await server.fetch(other, `/v1/sessions/${id}${path}`, init);
          return { status: response.status, text: await response.text() };
        }),
      );
      expect([method, path, answers[0]]).toEqual([method, path, answers[1]]);
      expect([method, path, answers[0]?.status]).toEqual([method, path, 404]);
    }
    expect((await server.ask(token, `/v1/sessions/${made.body['session_id']}`)).status).toBe(200);
  });
});

describe('what is told of a result', () => {
  it('adds up: in the frame, in its trace, and mark by mark', async () => {
    const { headers, body } = await server.ask(
      token,
      '/v1/invocations',
      invoke('demo.customers', { rows: 200 }, { max_tokens: 2000 }),
    );
    const { seen, shown, omitted, redactions, rows } = body as {
      seen: { rows: number };
      shown: { rows: number };
      omitted: { rows: number };
      redactions: Record<string, number>;
      rows: unknown[];
    };
    expect(seen.rows).toBe(shown.rows + omitted.rows);
    expect([seen.rows, shown.rows]).toEqual([200, rows.length]);
    const counted: Record<string, number> = {};
    for (const [, type = ''] of JSON.stringify(rows).matchAll(/\[REDACTED:(\w+)\]/g)) {
      counted[type] = (counted[type] ?? 0) + 1;
    }
    expect(redactions).toEqual(counted);
    const trace = await server.ask(token, `/v1/traces/${headers.get('akernel-action-id')}`);
    expect(trace.body['totals']).toMatchObject({ rows: seen.rows, shown_rows: shown.rows, redactions });
  });

  it('is the same waited for and as an event', async () => {
    const asked = invoke('demo.customers', { rows: 40 });
    const plain = (frame: unknown) =>
      JSON.parse(
        JSON.stringify(frame)
          .replace(/\b[ah]_[0-9a-z]{10}\b/g, 'ID')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
          .replace(/"(used|remaining)":\d+/g, '"$1":0'),
      );
    const waited = await server.ask(token, '/v1/invocations', asked);
    const frames = (await allEvents(await stream({ ...asked, one_frame: true }))).filter(
      ({ event }) => event === 'frame',
    );
    expect(frames.map(({ data }) => plain(data))).toEqual([plain(waited.body)]);
  });
});
