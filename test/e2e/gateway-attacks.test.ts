import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { get_encoding } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { type Connected, connectByPipes, type HttpGateway, namesWith, startHttp, textOf } from '../support/gateway.js';
import { PROGRAM } from '../support/program.js';

let box: Sandbox;
const closing: (() => Promise<void>)[] = [];
const tokens = get_encoding('o200k_base');

const countOf = (text: string) => tokens.encode(text, [], []).length;

beforeAll(() => {
  box = sandbox();
  const near = { command: process.execPath, args: [resolve('fixtures/programs/mcp-server.mjs')] };
  const dead = Array.from({ length: 60 }, (_, at) => [`dead${at}`, { command: `/nowhere/server-${at}` }]);
  writeFileSync(
    join(box.directory, 'akernel.config.json'),
    JSON.stringify({
      principal: { roles: ['reader', 'service'] },
      mcp_servers: { near, ...Object.fromEntries(dead) },
    }),
  );
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  tokens.free();
});

/** Its server may be slow to start among so many that do not. */
async function connectReady(args: readonly string[] = []): Promise<Connected> {
  const host = await connectByPipes(box, { args });
  await namesWith(host, 'near__big');
  return host;
}

function handleIn(answer: string): string {
  return /h_[0-9a-z]{10}/.exec(answer)?.[0] ?? '';
}

describe('the smallest budget', () => {
  let host: Connected;
  const spentBy = async (name: string, args: Record<string, unknown>) => {
    const { content } = await host.call(name, args);
    return content.reduce((sum, block) => sum + (block.type === 'text' ? countOf(block.text) : 0), 0);
  };
  beforeAll(async () => {
    host = await connectReady(['--budget', '512']);
    closing.push(host.close);
  });

  it('pays for the line behind a page of text too', async () => {
    const handle = handleIn(textOf(await host.call('near__big', { bytes: 60_000 })));
    for (const offset of [0, 10, 100, 400]) {
      expect(await spentBy('expand', { handle, offset })).toBeLessThanOrEqual(512);
    }
    const resource = await host.client.readResource({ uri: `akernel://handle/${handle}` });
    const [{ text = '' } = {}] = resource.contents.map((each) => ('text' in each ? { text: each.text } : {}));
    expect(countOf(text)).toBeLessThanOrEqual(512);
    expect(text).toMatch(/\n\[akernel\] rows 0 to /);
  });

  it('holds for search, which says how much it leaves out', async () => {
    expect(await spentBy('search', { query: 'say it again text big rows' })).toBeLessThanOrEqual(512);
    expect(textOf(await host.call('search', { query: 'anything' }))).toMatch(/\n\[akernel\] left out for length: \d+$/);
  });

  it('holds for explain, whatever the arguments of the call were', async () => {
    const args = {
      text: 'x'.repeat(3000),
      ...Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`a${at}`, at])),
    };
    const handle = handleIn(textOf(await host.call('near__big', { bytes: 60_000, ...args })));
    expect(await spentBy('explain', { id: handle })).toBeLessThanOrEqual(512);
  });
});

describe('expand', () => {
  let host: Connected;
  let handle: string;
  beforeAll(async () => {
    host = await connectReady();
    closing.push(host.close);
    handle = handleIn(textOf(await host.call('near__big', { bytes: 60_000 })));
  });

  it.each([
    [{ offset: 1e9 }, /^\[akernel\] no rows of \d+; this is the end$/],
    [{ filter: 'text ~ "nowhere"' }, /^\[akernel\] no row fits; the handle has \d+$/],
    [{ query: 'zebra' }, /^\[akernel\] no row fits; the handle has \d+$/],
    [{ row: 0 }, /row/],
    [{ row: 0, field: 'text', filter: 'line = 1' }, /alone/],
    [{ row: 0, field: 'text', from: 5, to: 2 }, /"from" is 5, behind "to", which is 2/],
    [{ fields: [] }, /fields/],
  ])('says what %j comes to', async (asked, said) => {
    expect(textOf(await host.call('expand', { handle, ...asked }))).toMatch(said);
  });
});

describe('over HTTP', () => {
  let http: HttpGateway;
  beforeAll(async () => {
    http = await startHttp(box);
    closing.push(http.stop);
  });

  it('a token for one capability does not read what another token was given', async () => {
    const all = await http.connect(await http.grant('mcp.serve'));
    const one = await http.connect(await http.grant('near.echo'));
    closing.push(all.close, one.close);
    const handle = handleIn(textOf(await all.call('near__big', { bytes: 60_000 })));
    const trace: unknown = JSON.parse(textOf(await all.call('explain', { id: handle })));
    const { action_id: id } = trace as { action_id: string };
    for (const [name, args] of [
      ['expand', { handle }],
      ['expand', { handle, row: 0, field: 'text' }],
      ['explain', { id: handle }],
      ['explain', { id }],
    ] as const) {
      expect(textOf(await one.call(name, args)), name).toMatch(/there is no/);
    }
    await expect(one.client.readResource({ uri: `akernel://handle/${handle}` })).rejects.toMatchObject({
      code: -32602,
    });
    const own = handleIn(textOf(await one.call('near__echo', { text: 'long '.repeat(20_000) })));
    expect(textOf(await one.call('expand', { handle: own, offset: 0 }))).toContain('long long');
    expect(textOf(await one.call('explain', { id: own }))).toContain('near.echo');
  });
});

it('a gateway that its own config names ends, and the others are listed', async () => {
  const loop = sandbox();
  const starts = join(loop.directory, 'starts');
  const program = join(loop.directory, 'again.mjs');
  const near = { command: process.execPath, args: [resolve('fixtures/programs/mcp-server.mjs')] };
  // were it not for the bound, this would go on to the tenth
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(starts)}, 'x');
process.argv.push('mcp', 'serve');
if (readFileSync(${JSON.stringify(starts)}, 'utf8').length < 10) await import(${JSON.stringify(PROGRAM)});`,
  );
  const config = join(loop.directory, 'akernel.config.json');
  const env = { AKERNEL_HOME: loop.home, AKERNEL_CONFIG: config, HOME: loop.directory };
  const again = { command: process.execPath, args: [program], env };
  writeFileSync(config, JSON.stringify({ mcp_servers: { again, near } }));
  const host = await connectByPipes(loop);
  closing.push(host.close);
  await namesWith(host, 'near__echo');
  expect(readFileSync(starts, 'utf8').length).toBeLessThan(6);
});
