import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { startDemoModel } from '../support/demo-model.js';
import { type HttpServer, startServer } from '../support/http-server.js';
import { openPty, type Pty } from '../support/pty.js';

/** `akernel ui` whose kernel is on another machine: a state directory and a config of its own. */
let there: Sandbox;
let here: Sandbox;
let server: HttpServer;
let token: string;
const opened: Pty[] = [];

beforeAll(async () => {
  const { origin } = await startDemoModel([{ text: 'all is well' }]);
  const talker = { provider: 'openai', allow_private: true, model: 'demo', base_url: `${origin}/v1` };
  there = sandbox();
  here = sandbox();
  const config = { principal: { principal_id: 'me', roles: ['reader', 'service'] }, agents: { talker } };
  writeFileSync(join(there.directory, 'akernel.config.json'), JSON.stringify(config));
  server = await startServer(there);
  token = await server.grant('http.serve');
});
afterEach(async () => {
  for (const terminal of opened.splice(0)) {
    terminal.kill('SIGKILL');
    await terminal.exit;
  }
});
afterAll(async () => {
  await server.stop();
});

const SIZES = [
  [60, 15],
  [120, 40],
] as const;

function ui(size: readonly [number, number] = [80, 24], args: readonly string[] = ['ui'], bearer = token): Pty {
  const [columns, rows] = size;
  const env = { AKERNEL_REMOTE: server.url, AKERNEL_REMOTE_TOKEN: bearer };
  const terminal = openPty(here, args, { columns, rows, env });
  opened.push(terminal);
  return terminal;
}

async function kept(rows: number): Promise<string> {
  const body = { capability_id: 'demo.customers', args: { rows }, mode: 'handle_only' };
  return String((await server.ask(token, '/v1/invocations', body)).body['handle_id']);
}

async function steps(terminal: Pty, keys: readonly (readonly [string, RegExp | string])[]): Promise<void> {
  for (const [typed, wanted] of keys) {
    terminal.type(typed);
    await terminal.waitFor(wanted);
  }
}

const DOWN = '\u001b[B';
const ESCAPE = '\u001b';

describe('akernel ui at a server', () => {
  it.each(SIZES)(
    'has all its lists, at %i × %i',
    async (columns, rows) => {
      const handle = await kept(300);
      const terminal = ui([columns, rows]);
      await terminal.waitFor(/demo\.customers +allowed/);
      await steps(terminal, [
        ['/list', /fs\.list_files/],
        [`${ESCAPE}`, /enter arguments/],
        [`${ESCAPE}`, /demo\.customers/],
        ['3', handle],
        ['\r', /rows 1-\d+ of 300/],
        [':250\r', /\n?> +250 /],
        ['f', 'filter:'],
        ['id>297\r', /matches 1-3 of 3/],
        ['/', 'search'],
        ['nowhere\r', 'no row holds it'],
        ['q', /\[3 handles\]/],
        ['4', /expand +completed/],
        ['v', 'only the role admin'],
        ['5', 'receipts are files of the machine'],
        ['6', /talker +chat/],
        ['2', /\[2 sessions\]/],
      ]);
      expect(terminal.screen().join('\n')).not.toContain('@example.com');
      terminal.type('q');
      expect((await terminal.exit).exitCode).toBe(0);
      // on a wide screen the list looks into the handle too
      const { body } = await server.ask(token, `/v1/traces?event=expand&limit=${columns < 120 ? 1 : 2}`);
      const visit = { handle_id: handle, outcome: 'completed', reading: { finds: 3 } };
      expect(body['traces']).toContainEqual(
        expect.objectContaining({ ...visit, reading: expect.objectContaining(visit.reading) }),
      );
    },
    60_000,
  );

  it('runs a capability and an agent, and shows the conversation that is left', async () => {
    const terminal = ui();
    await terminal.waitFor(/demo\.customers +allowed/);
    await steps(terminal, [
      ['\r', 'run as'],
      ['7', /rows +7/],
      ['\r', /completed/],
      ['q', /The run completed\. Open its result/],
      ['o', /rows 1-7 of 7/],
      ['q', 'enter run'],
      [ESCAPE, /\[1 capabilities\]/],
      ['6', /talker +chat/],
      ['\r', 'Message to talker'],
      ['hello there\r', 'all is well'],
      ['q', 'the conversation is session'],
      ['2', /talker +1 /],
      ['o', 'conversation of s_'],
    ]);
    await terminal.waitFor('hello there');
    await terminal.waitFor('all is well');
  });

  it('says why there is no grant, and what would mend it', async () => {
    const one = await server.grant('demo.log');
    const terminal = ui([80, 24], ['ui'], one);
    await terminal.waitFor(/> demo\.log/);
    await terminal.waitFor('a capability token for one capability does not open this');
    expect(terminal.screen().join('\n')).not.toContain('demo.customers');
    terminal.type('q');
    expect((await terminal.exit).exitCode).toBe(0);
  });

  it('pages by keys in expand, too', async () => {
    const handle = await kept(50);
    const terminal = ui([80, 24], ['expand', handle]);
    await terminal.waitFor(/rows 1-\d+ of 50/);
    await steps(terminal, [
      ['G', /> +50 /],
      ['+', 'new column:'],
      ['back = 100 - id\r', /back/],
      ['[', /by back, ascending/],
    ]);
    await terminal.waitFor(/^> +50 +50 +50 /m);
    terminal.type('q');
    expect((await terminal.exit).exitCode).toBe(0);
  });
});

describe('what happens to the server meanwhile', () => {
  it('is told in a line, and it goes on when the server is back', async () => {
    const handle = await kept(300);
    const terminal = ui();
    await terminal.waitFor(/demo\.customers +allowed/);
    await steps(terminal, [
      ['3', handle],
      ['\r', /rows 1-\d+ of 300/],
    ]);
    const { port } = new URL(server.url);
    await server.stop('SIGKILL');
    await steps(terminal, [
      ['G', /the server http:\/\/127\.0\.0\.1:\d+ does not answer/],
      ['q', /\[3 handles\]/],
      ['r', /✗ DRIVER_UNAVAILABLE: the server http.* does not answer/],
      ['1', /\[1 capabilities\]/],
      [`${DOWN}`, /> demo\.log/],
    ]);
    server = await startServer(there, ['--listen', `127.0.0.1:${port}`]);
    await steps(terminal, [
      ['\u0012', /demo\.log +allowed/],
      ['3', handle],
      ['\r', /rows 1-\d+ of 300/],
      ['G', /> +300 /],
      ['q', /\[3 handles\]/],
    ]);
    // the visit that the killed server had begun has its trace, too
    const { body } = await server.ask(token, '/v1/traces?event=expand&limit=10');
    const own = (body['traces'] as Record<string, unknown>[]).filter(({ handle_id: id }) => id === handle);
    expect(own.map(({ outcome }) => outcome)).toContain('completed');
  });

  it('a run that goes on ends with what became of it', async () => {
    const terminal = ui();
    await terminal.waitFor(/demo\.customers +allowed/);
    await steps(terminal, [
      ['\r', 'run as'],
      ['1000000', /rows +1000000/],
      ['\t', /> delay_ms/],
      ['20', /delay_ms +20/],
      ['\r', /rows\/s/],
    ]);
    const { port } = new URL(server.url);
    await server.stop('SIGKILL');
    await terminal.waitFor(/DRIVER_UNAVAILABLE: the server http.* has gone/);
    server = await startServer(there, ['--listen', `127.0.0.1:${port}`]);
    await steps(terminal, [
      ['q', /run failed: DRIVER_UNAVAILABLE/],
      [ESCAPE, /\[1 capabilities\]/],
      ['3', /demo\.customers/],
    ]);
  });

  it('a revoked capability token opens nothing any more, and says so', async () => {
    const file = join(there.directory, 'own.token');
    expect((await there.inside(['grant', 'http.serve', '--out', file])).status).toBe(0);
    const own = readFileSync(file, 'utf8').trim();
    const handle = await kept(300);
    const terminal = ui([80, 24], ['ui'], own);
    await terminal.waitFor(/demo\.customers +allowed/);
    await steps(terminal, [['3', handle]]);
    const { stdout } = await there.inside(['token', 'inspect', file, '-o', 'json']);
    const { grant_id: id } = JSON.parse(stdout) as { grant_id: string };
    expect((await there.inside(['revoke', id])).status).toBe(0);
    await steps(terminal, [
      ['r', /TOKEN_REJECTED: the capability token is not accepted: it was revoked/],
      ['\r', /it was revoked/],
    ]);
    expect(terminal.screen().join('\n')).not.toContain('Blue Heron');
  });
});
