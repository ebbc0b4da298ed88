import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { get_encoding } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { startDemoModel } from '../support/demo-model.js';
import { type HttpServer, startServer } from '../support/http-server.js';

/** The machine of the server, and one that has nothing but an address and a capability token. */
let there: Sandbox;
let here: Sandbox;
let server: HttpServer;
let env: Record<string, string>;

beforeAll(async () => {
  const { origin } = await startDemoModel([{ text: 'all is well' }]);
  const agent = { provider: 'openai', allow_private: true, model: 'demo', base_url: `${origin}/v1` };
  there = sandbox();
  here = sandbox();
  const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
  const turn = { text: words, delay_ms: 100 };
  const slow = { ...agent, base_url: `${(await startDemoModel([turn, turn])).origin}/v1` };
  const config = { principal: { principal_id: 'me', roles: ['reader', 'service'] }, agents: { talker: agent, slow } };
  writeFileSync(join(there.directory, 'akernel.config.json'), JSON.stringify(config));
  server = await startServer(there);
  env = { AKERNEL_REMOTE: server.url, AKERNEL_REMOTE_TOKEN: await server.grant('http.serve') };
});
afterAll(async () => {
  await server.stop();
});

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Without what differs from run to run, and what is counted of it. */
function plain({ status, stdout, stderr }: Ran): Ran {
  const without = (text: string) =>
    text
      .replace(/\b[ahsg]_[0-9a-z]{10}\b|\brun_[\w-]+|\be_[\w-]+/g, 'ID')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/"(?:duration_ms|first_part_ms|at|used|remaining)":[\d.]+/g, 'NUMBER');
  return { status, stdout: without(stdout), stderr: without(stderr) };
}

async function both(args: readonly string[]): Promise<Ran> {
  const near = plain(await there.inside(args));
  const far = plain(await here.inside(args, { env }));
  expect(far).toEqual(near);
  return far;
}

describe('over --remote everything is as it is there', () => {
  it.each([
    [0, 'invoke demo.customers rows=3'],
    [0, 'invoke demo.customers rows=300 --mode table --max-rows 4'],
    [0, 'invoke demo.customers rows=3 -o text'],
    [0, 'invoke demo.customers rows=9 --no-keep'],
    [0, 'invoke demo.customers rows=3 --dry-run --stream'],
    [2, 'invoke demo.customers rows=many'],
    [2, 'invoke demo.customers nothing=1'],
    [4, 'invoke demo.nothing'],
    [4, 'invoke demo.customers rows=3 --session s_0000000000'],
    [3, 'invoke fs.read_file path=/nowhere --stream'],
    [4, 'expand h_0000000000'],
    [4, 'explain a_0000000000'],
    [0, 'explain demo.customers'],
    [4, 'explain demo.nothing'],
    [0, 'run talker hello'],
    [0, 'run talker hello -o text -q'],
    [0, 'run talker hello -o json'],
    [4, 'run nobody hello'],
  ])('%i: akernel %s', async (status, line) => {
    expect((await both(line.split(' '))).status).toBe(status);
  });

  it.each([
    [0, 'invoke demo.customers rows=20 --stream'],
    [6, 'invoke demo.customers rows=300 --budget 600 --fail-over-budget'],
  ])('%i: akernel %s, where frames follow the clock and ids cost what they cost', async (status, line) => {
    const ended = (ran: Ran) => {
      const frames = ran.stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as Record<string, unknown>);
      const { seen, status: outcome, budget } = frames.at(-1) ?? {};
      const ids = frames.flatMap(({ rows }) => (rows as { id: number }[] | undefined)?.map(({ id }) => id) ?? []);
      const { total } = budget as { total?: number };
      return { status: ran.status, seen, outcome, total, first: ids.slice(0, 3) };
    };
    const near = ended(await there.inside(line.split(' ')));
    expect(ended(await here.run(line.split(' '), { env }))).toEqual(near);
    expect(near.status).toBe(status);
  });

  it('pages of a stored result, to its end, and what is known of it', async () => {
    const { stdout } = await there.inside(['invoke', 'demo.customers', 'rows=500']);
    const { handle_id: handle, action_id: action = '' } = JSON.parse(stdout) as Record<string, string>;
    for (const line of [
      '--offset 5 --limit 3',
      '--fields id,plan --filter id>490',
      '--all --fields id',
      '--all --budget none --fields id,plan',
      // frames of more than 64 KiB
      '--all --budget none',
      '--query Berlin --limit 3',
    ]) {
      expect((await both(['expand', String(handle), ...line.split(' ')])).status).toBe(0);
    }
    await both(['expand', 'value', String(handle), '--row', '3', '--field', 'notes']);
    await both(['expand', 'info', String(handle)]);
    await both(['explain', action]);
    const first = await here.inside(['expand', String(handle), '--limit', '2', '--fields', 'id'], { env });
    const next = await here.inside(['expand', 'next', String(handle), '--limit', '2', '--fields', 'id'], { env });
    expect([first, next].map((page) => (JSON.parse(page.stdout) as { rows: unknown }).rows)).toEqual([
      [{ id: 1 }, { id: 2 }],
      [{ id: 3 }, { id: 4 }],
    ]);
  });

  it('a capability that is not there leaves its trace at the server, as it does here', async () => {
    const denied = async () => {
      const { body } = await server.ask(env['AKERNEL_REMOTE_TOKEN'], '/v1/traces?event=grant&limit=1000');
      const traces = body['traces'] as { capability_id?: string; outcome: string }[];
      return traces.filter(({ capability_id: id }) => id === 'demo.absent').map(({ outcome }) => outcome);
    };
    expect((await there.inside(['invoke', 'demo.absent'])).status).toBe(4);
    const [near] = await denied();
    expect((await here.inside(['invoke', 'demo.absent'], { env })).status).toBe(4);
    expect(await denied()).toEqual([near, near]);
  });

  it('and nothing of it is kept here', () => {
    expect(readdirSync(here.home).filter((name) => name !== 'cursors')).toEqual([]);
  });
});

describe('the budget of what is printed in another form than JSON', () => {
  const tokenizer = get_encoding('o200k_base');
  afterAll(() => tokenizer.free());

  it.each([
    ['demo.customers rows=300', 'text', 600],
    ['demo.customers rows=300', 'text', 4000],
    ['demo.customers rows=300', 'csv', 1000],
    ['demo.customers rows=300', 'markdown', 2000],
    ['demo.customers rows=300', 'rows', 2000],
    ['demo.log lines=2000', 'text', 1000],
  ])('is spent over --remote as it is here, and a ceiling: %s -o %s --budget %i', async (call, form, budget) => {
    const args = ['invoke', ...call.split(' '), '-o', form, '--budget', String(budget)];
    const [far, near] = [await here.inside(args, { env }), await there.inside(args)];
    expect(far.status).toBe(0);
    expect(tokenizer.encode(far.stdout).length).toBeLessThanOrEqual(budget);
    // Ids differ in what they cost, which may be a row.
    expect(Math.abs(far.stdout.length - near.stdout.length)).toBeLessThan(0.15 * near.stdout.length);
  });

  it('of a page too', async () => {
    const { stdout } = await there.inside(['invoke', 'demo.customers', 'rows=500']);
    const { handle_id: handle = '' } = JSON.parse(stdout) as Record<string, string>;
    for (const form of ['text', 'csv']) {
      await both(['expand', handle, '-o', form, '--budget', '1500']);
      await both(['expand', handle, '-o', form, '--budget', '1500', '--query', 'Berlin']);
    }
    await both(['expand', 'value', handle, '--row', '3', '--field', 'notes', '-o', 'text']);
  });
});

describe('a cancel', () => {
  it.each([['--stream'], []])(
    'by Ctrl-C reaches the work there, and the final frame is printed (%s)',
    async (...more) => {
      const child = here.start(['invoke', 'demo.customers', 'rows=1000000', 'delay_ms=5', ...more], { env });
      let said = '';
      child.stdout?.on('data', (piece: Buffer) => {
        said += piece.toString('utf8');
      });
      await runsThere('running');
      child.kill('SIGINT');
      expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130);
      expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toMatchObject({ is_final: true, status: 'cancelled' });
      await runsThere('cancelled');
    },
    60_000,
  );
});

describe('a run of an agent', () => {
  it.each([
    // its only step is the answer, and comes to its end
    [1, 0, 'completed'],
    [2, 130, 'cancelled'],
  ] as const)(
    'is told of Ctrl-C there, too: pressed %i times it ends with %i, %s',
    async (times, exit, status) => {
      const child = here.start(['run', 'slow', 'hello'], { env });
      let said = '';
      child.stdout?.on('data', (piece: Buffer) => {
        said += piece.toString('utf8');
      });
      await runsThere('running');
      await new Promise((resolve) => child.stdout?.once('data', resolve));
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGINT');
      if (times === 2) {
        await new Promise((resolve) => child.stderr?.once('data', resolve));
        child.kill('SIGINT');
      }
      expect(await ended).toBe(exit);
      expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toMatchObject({ type: 'result', status });
      await runsThere(status);
    },
    60_000,
  );
});

/** Waits until the newest run there is so. */
async function runsThere(status: string): Promise<void> {
  for (;;) {
    const { body } = await server.ask(env['AKERNEL_REMOTE_TOKEN'], '/v1/runs');
    const runs = body['runs'] as { status: string }[];
    if (runs.at(-1)?.status === status) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a server that is none', () => {
  const hosts: Server[] = [];
  afterAll(() => {
    for (const host of hosts) {
      host.close();
      host.closeAllConnections();
    }
  });
  const serve = async (handler: Parameters<typeof createServer>[1]): Promise<string> => {
    const host = createServer(handler);
    hosts.push(host);
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const address = host.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  };
  const invoke = (address: string, more: Record<string, string> = {}) =>
    here.inside(['invoke', 'demo.customers', 'rows=1'], { env: { ...env, AKERNEL_REMOTE: address, ...more } });

  it('is told no capability token by a redirect', async () => {
    const told: unknown[] = [];
    const other = await serve((request, response) => {
      told.push(request.headers.authorization);
      response.end('{}');
    });
    const first = await serve((_, response) => {
      response.writeHead(307, { location: `${other}/v1/server` }).end();
    });
    expect(await invoke(first)).toMatchObject({ status: 5, stdout: '' });
    expect(told).toEqual([]);
  });

  it('is refused before the token leaves where it would travel in the open', async () => {
    for (const address of ['http://192.0.2.1', 'http://kernel.example.org:80', 'http://me:you@127.0.0.1', 'ftp://x']) {
      const { status, stderr } = await invoke(address);
      expect([address, status, stderr]).toEqual([address, 2, expect.stringContaining('the address of the server')]);
      expect(stderr).not.toContain(env['AKERNEL_REMOTE_TOKEN']);
    }
  });

  it('says so where nobody answers, or something else does', async () => {
    expect(await invoke('http://127.0.0.1:1')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('DRIVER_UNAVAILABLE'),
    });
    const other = await serve((_, response) => response.end('<html></html>'));
    expect(await invoke(other)).toMatchObject({ status: 5, stderr: expect.stringContaining('DRIVER_PROTOCOL') });
    expect(await invoke(server.url, { AKERNEL_REMOTE_TOKEN: 'none' })).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('TOKEN_REJECTED'),
    });
    expect(await invoke(server.url, { AKERNEL_REMOTE_TOKEN: '' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('AKERNEL_REMOTE_TOKEN'),
    });
  });

  it('says so where a server changes the protocol, which no answer follows', async () => {
    const other = await serve((request) => {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    });
    expect(await invoke(other)).toMatchObject({ status: 5, stderr: expect.stringContaining('DRIVER_PROTOCOL') });
  });

  it('that is killed ends the command with what to do', async () => {
    const other = await startServer(there);
    const child = here.start(['invoke', 'demo.customers', 'rows=1000000', 'delay_ms=5', '--stream'], {
      env: { ...env, AKERNEL_REMOTE: other.url },
    });
    let said = '';
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString('utf8');
    });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.stdout?.resume();
    await other.stop('SIGKILL');
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(5);
    expect(said).toMatch(/has gone, or has forgotten the run.*akernel explain a_/s);
  });

  it('cuts a stream after some events again and again: each frame is printed once', async () => {
    let cuts = 0;
    const cutting = createTcpServer((client) => {
      const upstream = connect(Number(new URL(server.url).port), '127.0.0.1');
      let events = 0;
      client.on('error', () => upstream.destroy()).pipe(upstream);
      upstream.on('data', (piece: Buffer) => {
        client.write(piece);
        const text = piece.toString('latin1');
        events += text.split('event: ').length - 1;
        if (events >= 3 && !text.includes('event: run.completed')) {
          cuts += 1;
          client.destroySoon();
          upstream.destroy();
        }
      });
      upstream.on('error', () => client.destroy()).on('end', () => client.end());
    });
    await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
    const place = cutting.address();
    const address = `http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}`;
    const args = ['invoke', 'demo.customers', 'rows=300', 'delay_ms=1', '--stream'];
    const cut = await here.run(args, { env: { ...env, AKERNEL_REMOTE: address } });
    cutting.close();
    expect(cut).toMatchObject({ status: 0, stderr: '' });
    const frames = cut.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, at) => at));
    expect(frames.at(-1)).toMatchObject({ is_final: true, seen: { rows: 300 } });
    expect(cuts).toBeGreaterThan(1);
  });
});

describe('what does not work over --remote is refused', () => {
  it.each([
    ['invoke demo.customers --as other', '--as'],
    ['invoke demo.customers --token-file x', '--token-file'],
    ['run talker hi --graph x.yaml', '--graph'],
    ['run talker hi --approve demo.customers', '--approve'],
    ['grant demo.customers --remote http://127.0.0.1:1', '--remote'],
  ])('akernel %s', async (line, named) => {
    const { status, stderr } = await here.inside(line.split(' '), { env });
    expect([status, stderr]).toEqual([2, expect.stringContaining(named)]);
  });

  it('takes its capability token from a file, and a socket for an address', async () => {
    const file = join(here.directory, 'server.token');
    writeFileSync(file, `${env['AKERNEL_REMOTE_TOKEN']}\n`, { mode: 0o600 });
    const socket = join(there.directory, 'serve.sock');
    const other = there.start(['serve', '--listen', `unix:${socket}`, '-o', 'json']);
    await new Promise((resolve) => other.stdout?.once('data', resolve));
    const args = ['invoke', 'demo.customers', 'rows=1', '--remote', `unix:${socket}`, '--remote-token-file', file];
    expect((await here.inside(args)).status).toBe(0);
    other.kill('SIGTERM');
    await new Promise((resolve) => other.once('exit', resolve));
    expect(readFileSync(file, 'utf8')).toContain(env['AKERNEL_REMOTE_TOKEN']);
  });
});
