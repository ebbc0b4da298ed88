import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finish, lastFrame, type Said, type Sandbox, sandbox } from '../support/cli.js';
import { type McpHttpServer, serveMcp } from '../support/mcp-http.js';
import { eventually, isAlive } from '../support/processes.js';

const EXAMPLE = resolve('fixtures/config-examples/mcp.yaml');
const KEY = ['key', 'of', 'docs'].join('-');
const MAIL = ['ada', 'example.org'].join('@');

let box: Sandbox;
let docs: McpHttpServer;
beforeAll(async () => {
  docs = await serveMcp();
  box = sandbox();
  symlinkSync(resolve('node_modules'), join(box.directory, 'node_modules'));
  writeFileSync(join(box.directory, 'letter.txt'), `Dear ${MAIL}\nbye\n`);
  writeFileSync(join(box.directory, 'akernel.config.yaml'), readFileSync(EXAMPLE, 'utf8'));
});
afterAll(() => docs.stop());

function run(...args: string[]): Promise<Said> {
  return box.inside(args, { env: { DOCS_URL: docs.url, DOCS_KEY: KEY } });
}

it('the example config is valid, and shows no credential', async () => {
  expect(await run('config', 'check')).toMatchObject({ status: 0 });
  expect((await run('config', 'show')).stdout).not.toContain(KEY);
});

it('a tool of a local server is a capability, through the firewall', async () => {
  const { status, stdout } = await run('invoke', 'files.read_text_file', 'path=letter.txt', '--stream', '-o', 'ndjson');
  expect(status).toBe(0);
  expect(stdout).toContain('Dear [REDACTED:email]');
  expect(stdout).not.toContain(MAIL);
  expect(lastFrame(stdout)).toMatchObject({ status: 'completed', handle: { total_rows: 2 } });
});

it('an error of a tool is its result, and ends with a status of its own', async () => {
  const { status, stdout } = await run('invoke', 'docs.fail', '--stream', '-o', 'ndjson');
  expect(status).toBe(5);
  expect(lastFrame(stdout)).toMatchObject({ status: 'completed', warnings: ['the tool reported an error'] });
});

it('a tool that is not classified is off until somebody has looked at it', async () => {
  const refused = await run('invoke', 'docs.note_it');
  expect(refused.status).toBe(3);
  expect(refused.stderr).toContain('akernel mcp trust docs.note_it');
  expect((await run('mcp', 'trust', 'docs.note_it')).status).toBe(2);
  expect(await run('mcp', 'trust', 'docs.note_it', '--yes')).toMatchObject({ status: 0 });
  const traces = JSON.parse((await run('audit', 'list', '--event', 'trust', '-o', 'json')).stdout);
  expect(traces).toMatchObject([{ event: 'trust', capability_id: 'docs.note_it', outcome: 'completed' }]);
  expect(traces[0].args).toMatchObject({
    server: 'docs',
    count: 1,
    tools: [expect.stringMatching(/^note_it \(.*sha256/)],
  });
  expect((await run('audit', 'verify')).status).toBe(0);
  const asked = await run('invoke', 'docs.note_it');
  expect(asked).toMatchObject({ status: 3 });
  expect(asked.stderr).toContain('needs the role writer');
});

it('of two processes that are told different things at once only one believes it, and one confirmation is kept', async () => {
  const server = resolve('fixtures/programs/mcp-misbehaving.mjs');
  for (const [name, text] of [
    ['one', 'Says one thing.'],
    ['two', 'Says another thing.'],
  ] as const) {
    writeFileSync(join(box.directory, `${name}.txt`), text);
    const config = { command: process.execPath, args: [server], era: 'legacy', env: { MCP_STATE: `${name}.txt` } };
    writeFileSync(join(box.directory, `${name}.yaml`), JSON.stringify({ mcp_servers: { racing: config } }));
  }
  const both = (...args: string[]) =>
    Promise.all(['one.yaml', 'two.yaml'].map((file) => box.run(['--config', file, 'mcp', ...args])));
  const pinIn = ({ stdout }: Said) =>
    JSON.parse(stdout)[0].tools.find(({ tool }: { readonly tool: string }) => tool === 'echo').pin;
  const seen = (await both('list')).map(pinIn);
  expect(seen).toContain('changed');
  expect(['new', 'pinned'].some((state) => seen.includes(state))).toBe(true);
  expect((await both('trust', 'racing.echo', '--yes')).map(({ status }) => status)).toEqual([0, 0]);
  const later = ['one.yaml', 'two.yaml'].map((file) => run('--config', file, 'mcp', 'list'));
  expect((await Promise.all(later)).map(pinIn).sort()).toEqual(['changed', 'confirmed']);
  const traces = JSON.parse((await run('audit', 'list', '--event', 'trust', '-o', 'json')).stdout);
  const racing = traces.filter(({ capability_id: id }: { readonly capability_id: string }) => id === 'racing.echo');
  expect(racing).toHaveLength(2);
  expect((await run('audit', 'verify')).status).toBe(0);
});

it('one bad server is told of and disturbs no other', async () => {
  const [files = '', onlyDocs = ''] = readFileSync(EXAMPLE, 'utf8').split(/(?=^ {2}docs:)/m);
  expect(files).toContain('files:');
  writeFileSync(join(box.directory, 'bad.yaml'), `mcp_servers:\n${onlyDocs}  bad: { command: no-such-program }\n`);
  const { status, stdout, stderr } = await run('--config', 'bad.yaml', 'capabilities', 'list');
  expect(status).toBe(0);
  expect(stdout).toContain('docs.echo');
  expect(stderr).toContain('warning: bad: command not found: no-such-program');
  const states = JSON.parse((await run('--config', 'bad.yaml', 'mcp', 'list')).stdout);
  expect(states).toMatchObject([
    { server: 'docs', state: 'ready', transport: 'http', era: 'modern' },
    { server: 'bad', state: 'failed' },
  ]);
});

it('servers of another host are imported into a config', async () => {
  const host = { mcpServers: { mine: { command: 'node', args: ['server.js'], env: { API_TOKEN: KEY } } } };
  writeFileSync(join(box.directory, 'mcp.json'), JSON.stringify(host));
  const { status, stderr } = await run('import', 'mcp', 'mcp.json', '--write', 'imported.yaml');
  expect(status).toBe(0);
  expect(stderr).toContain('set these variables before using it: API_TOKEN');
  const written = readFileSync(join(box.directory, 'imported.yaml'), 'utf8');
  expect(written).toContain('mine:');
  expect(written).not.toContain(KEY);
});

it('completion starts no server', async () => {
  const before = docs.notes().length;
  await run('__complete', '--', 'invoke', 'docs.echo', '');
  await run('__complete', '--', 'invoke', 'docs.');
  expect(docs.notes()).toHaveLength(before);
});

it('an interrupt does not wait for a server that is starting', async () => {
  const silent = 'silent: { command: sleep, args: ["60"], start_timeout_ms: 60000 }';
  writeFileSync(join(box.directory, 'silent.yaml'), `mcp_servers: { ${silent} }\n`);
  const child = box.start(['--config', 'silent.yaml', 'invoke', 'silent.echo']);
  const ended = finish(child);
  await eventually(() => childrenOf(child.pid).length > 0, 'the server was started');
  const [server = 0] = childrenOf(child.pid);
  child.kill('SIGINT');
  // A process that is slow to go is helped by the signal itself.
  expect((await ended).status ?? 130).toBe(130);
  expect(isAlive(server)).toBe(false);
});

function childrenOf(pid: number | undefined): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
