import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { framesOf, lastFrame, type Said, type Sandbox, sandbox } from '../support/cli.js';
import { reference } from '../support/config-home.js';
import { type McpHttpServer, serveMcp } from '../support/mcp-http.js';

const VALUE = ['let', 'me', 'in'].join('-');

let box: Sandbox;
let docs: McpHttpServer;
beforeAll(async () => {
  docs = await serveMcp();
  box = sandbox();
  writeFileSync(join(box.directory, 'letter.txt'), 'hello\n');
  writeFileSync(
    join(box.directory, 'akernel.config.yaml'),
    `
mcp_servers:
  docs: { url: "${reference('env:DOCS_URL')}", allow_private: true, tools: { echo: { safety_class: READ } } }
  dark: { command: touch, args: ["ran-${reference('env:DARK_KEY')}"] }
databases:
  shop: { url: "${reference('file:shop.url')}" }
capabilities:
  - capability_id: tickets.close_all
    description: Closes them.
    safety_class: READ
    sensitivity: NONE
    driver: { driver_id: process, operation: run, options: { command: touch, args: ["ran-${reference('env:TICKETS_KEY')}"] } }
  - capability_id: notes.read_file
    safety_class: READ
    sensitivity: NONE
    params: { type: object, properties: { path: { type: string } } }
    driver: { driver_id: filesystem, operation: read_file, options: { root: "${reference('env:NOTES')}" } }
  - capability_id: shop.list_orders
    safety_class: READ
    sensitivity: NONE
    driver: { driver_id: sql, operation: query, options: { database: shop, statement: select 1 } }
`.trimStart(),
  );
});
afterAll(() => docs.stop());

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Said> {
  return box.inside(args, { env: { DOCS_URL: docs.url, ...env } });
}

function errorIn({ stdout, stderr }: Said): unknown {
  return [...framesOf(stdout), ...framesOf(stderr.replace(/^akernel: .*$/gm, ''))].find((line) => 'error' in line)?.[
    'error'
  ];
}

it('config check names every reference that leads to nothing, with path, line and hint', async () => {
  const { status, stderr } = await run(['config', 'check']);
  expect(status).toBe(2);
  const { code, message, hint } = JSON.parse(stderr).error;
  expect(code).toBe('CONFIG_INVALID');
  expect(hint).toContain('set the environment variable DARK_KEY');
  expect(message.match(/yaml:\d+: [^:]*(?=: the (?:environment variable|file) )/g)).toEqual([
    'yaml:3: mcp_servers.dark.args[0]',
    'yaml:5: databases.shop.url',
    'yaml:11: capabilities[0].driver.options.args[0]',
    'yaml:16: capabilities[1].driver.options.root',
  ]);
});

it('what does not need them works: built-in capabilities, the other server, and what is said of the rest', async () => {
  expect((await run(['invoke', 'demo.log', 'lines=1'])).status).toBe(0);
  const echoed = await run(['invoke', 'docs.echo', 'text=hello', '--stream', '-o', 'ndjson']);
  expect(echoed.status).toBe(0);
  expect(lastFrame(echoed.stdout)).toMatchObject({ status: 'completed' });
  const { status, stdout, stderr } = await run(['capabilities', 'list', '-o', 'ndjson']);
  expect(status).toBe(0);
  expect(stderr).toBe(
    'akernel: warning: dark: the environment variable DARK_KEY is not set (set DARK_KEY, then run it again)\n',
  );
  const described = framesOf(stdout).map(({ capability_id: id, description }) => `${id} ${description}`);
  expect(described).toContain('tickets.close_all [off: the environment variable TICKETS_KEY is not set] Closes them.');
  expect(described).toContain('shop.list_orders [off: the file shop.url cannot be read]');
  expect(stdout).toContain('"docs.echo"');
});

it.each([
  ['tickets.close_all', 'the environment variable TICKETS_KEY is not set', 'set TICKETS_KEY, then run it again'],
  ['notes.read_file', 'the environment variable NOTES is not set', 'set NOTES, then run it again'],
  ['shop.list_orders', 'the file shop.url cannot be read', 'put the value into the file shop.url, then run it again'],
])('%s is shown, and refused with what is missing', async (id, message, hint) => {
  const refused = await run(['invoke', id]);
  expect(refused.status).toBe(3);
  expect(errorIn(refused)).toMatchObject({ code: 'POLICY_DENIED', message, hint });
  const shown = await run(['capabilities', 'show', id]);
  expect(JSON.parse(shown.stdout)).toMatchObject({ policy: { allowed: false, denials: [{ message, remedy: hint }] } });
  expect((await run(['invoke', id, '--dry-run'])).stdout).toContain('capability_switched_off');
});

it('a server without its key is never started; its tools say why', async () => {
  const failed = await run(['invoke', 'dark.read']);
  expect(failed.status).toBe(2);
  expect(errorIn(failed)).toMatchObject({
    message: 'the environment variable DARK_KEY is not set',
    hint: 'set DARK_KEY, then run it again',
  });
  expect(JSON.parse((await run(['mcp', 'list'])).stdout)).toMatchObject([
    { server: 'docs', state: 'ready' },
    { server: 'dark', state: 'failed', error: { message: 'the environment variable DARK_KEY is not set' } },
  ]);
  expect(existsSync(join(box.directory, 'ran-'))).toBe(false);
});

it('a capability token that is older than the lack of it opens nothing', async () => {
  const env = { NOTES: box.directory, TICKETS_KEY: VALUE };
  const invoke = (id: string, token: string) => ['invoke', id, '--token-file', token];
  await run(['grant', 'notes.read_file', '--token-file', 'notes.token'], env);
  await run(['grant', 'tickets.close_all', '--token-file', 'tickets.token'], env);
  const read = await run([...invoke('notes.read_file', 'notes.token'), 'path=letter.txt'], env);
  expect(lastFrame(read.stdout)).toMatchObject({ status: 'completed', text: expect.stringMatching(/./) });
  const refused = await run([...invoke('notes.read_file', 'notes.token'), 'path=letter.txt']);
  expect(refused.status).toBe(3);
  expect(errorIn(refused)).toMatchObject({ message: 'the environment variable NOTES is not set' });
  expect((await run(invoke('tickets.close_all', 'tickets.token'))).status).toBe(3);
  expect(existsSync(join(box.directory, 'ran-'))).toBe(false);
});

it('config show shows what is written, and doctor warns', async () => {
  const shown = await run(['config', 'show'], { TICKETS_KEY: VALUE });
  expect(shown.status).toBe(0);
  expect(shown.stdout).toContain(`ran-${reference('env:DARK_KEY')}`);
  expect(shown.stdout).not.toContain(VALUE);
  const { status, stdout } = await run(['doctor', '-o', 'ndjson']);
  expect(status).toBe(0);
  const warned = framesOf(stdout).filter(({ check }) => check === 'reference');
  expect(warned).toHaveLength(4);
  expect(warned[0]).toMatchObject({ result: 'warning', hint: 'set the environment variable DARK_KEY' });
});
