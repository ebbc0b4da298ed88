import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createCliWorkshop } from '../support/cli-host.js';
import { reference } from '../support/config-home.js';

const DOCUMENT = resolve('fixtures/openapi/library.yaml');

const asked: string[] = [];
const server = createServer(async (request, response) => {
  if (request.url === '/openapi.yaml') {
    response.writeHead(200, { 'content-type': 'application/yaml' }).end(readFileSync(DOCUMENT));
    return;
  }
  let body = '';
  for await (const piece of request) {
    body += String(piece);
  }
  asked.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`.trim());
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify([{ id: 1, title: 'Faust', reader: 'ada@example.com' }]));
});
let origin = '';
const shop = createCliWorkshop();

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  shop.dispose();
});

const ENV = { TOWN_LIBRARY_API_KEY: 'key-of-the-library' };
const ADMIN = `principal:
  principal_id: ada
  roles: [admin]   # may everything
  attributes: { tenant: local }
`;

test.each(['openapi', 'mcp'])('import %s reads no further than its limit of a device that never ends', async (kind) => {
  const { status, stderr } = await shop.run(['import', kind, '/dev/zero']);
  expect([status, stderr]).toEqual([6, expect.stringContaining('is longer than')]);
});

describe('import openapi', () => {
  test('prints capabilities as YAML, and says where requests go, with what, and what is missing', async () => {
    const { status, stdout, stderr } = await shop.run(['import', 'openapi', DOCUMENT]);
    expect(status).toBe(0);
    const { capabilities } = parse(stdout);
    expect(capabilities.map((each: Record<string, unknown>) => [each['capability_id'], each['safety_class']])).toEqual([
      ['town_library.list_books', 'READ'],
      ['town_library.add_book', 'WRITE'],
      ['town_library.get_book', 'READ'],
      ['town_library.remove_book', 'DESTRUCTIVE'],
    ]);
    expect(stderr).toContain('requests go to https://library.example');
    expect(stderr).toContain('with the credentials in the environment: TOWN_LIBRARY_API_KEY');
    expect(stderr).toContain('left out POST /covers: it needs a body of a kind that cannot be made here');
  });

  test('what is printed is a config', async () => {
    const { stdout } = await shop.run(['import', 'openapi', DOCUMENT, '--namespace', 'lib']);
    const { lines } = await shop.run(['import', 'openapi', DOCUMENT, '--namespace', 'lib', '-o', 'json']);
    expect(lines[0]).toEqual(parse(stdout));
    const file = join(shop.directory, 'printed.yaml');
    writeFileSync(file, stdout);
    const checked = await shop.run(['config', 'check', file], { env: { LIB_API_KEY: 'x' } });
    expect([checked.status, checked.stderr]).toEqual([0, '']);
  });

  test('an imported capability runs: from a document at an address, written beside what is in the config', async () => {
    const file = join(shop.directory, 'akernel.config.yaml');
    writeFileSync(file, `# ours\n${ADMIN}# the end\n`);
    const write = ['import', 'openapi', `${origin}/openapi.yaml`, '--base-url', `${origin}/api`, '--write', file];
    const written = await shop.run([...write, '--tag', 'books', '-o', 'text']);
    expect([written.status, written.stdout]).toEqual([
      0,
      `added 4 capabilities to ${file}\nnext: akernel config check\n`,
    ]);
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith(`# ours\n${ADMIN.slice(0, 30)}`)).toBe(true);
    expect(text).toContain('# may everything');
    expect(text).toContain('# the end');
    expect(text).toContain(`Bearer ${reference('env:TOWN_LIBRARY_API_KEY')}`);

    const again = await shop.run([...write, '-o', 'json']);
    expect(again.status).toBe(2);
    expect(again.stderr).toContain('the config has town_library.list_books');
    expect(readFileSync(file, 'utf8')).toBe(text);

    const env = { env: ENV };
    expect((await shop.run(['config', 'check'], env)).status).toBe(0);
    const invoke = async (args: readonly string[]) =>
      shop.run(['invoke', ...args, '--mode', 'table', '-o', 'json'], env);
    const listed = await invoke(['town_library.list_books', 'title=Fau&x=1', 'lang=["de","en"]']);
    expect(listed.stderr).toBe('');
    expect(listed.lines[0]).toMatchObject({ rows: [{ id: 1, title: 'Faust', reader: '[REDACTED:email]' }] });
    const why = ['--justification', 'a new book has come in today'];
    await invoke(['town_library.add_book', 'body={"title":"Egmont","pages":null}', ...why]);
    await invoke(['town_library.remove_book', 'book_id=7', ...why]);
    expect(asked).toEqual([
      'GET /api/books?title=Fau%26x%3D1&lang=de&lang=en Bearer key-of-the-library',
      'POST /api/books Bearer key-of-the-library {"title":"Egmont","pages":null}',
      'DELETE /api/books/7 Bearer key-of-the-library',
    ]);
    const refused = await invoke(['town_library.list_books', 'title=F']);
    expect(refused.status).toBe(2);
    expect(asked).toHaveLength(3);
  });

  test('a JSON config stays JSON, and a new file is made', async () => {
    const json = join(shop.directory, 'more.json');
    writeFileSync(json, '{"budget":{"max_tokens":1000}}');
    await shop.run(['import', 'openapi', DOCUMENT, '--tag', 'books', '--write', json]);
    const config = JSON.parse(readFileSync(json, 'utf8'));
    expect([config.budget, config.capabilities.length]).toEqual([{ max_tokens: 1000 }, 4]);
    const fresh = join(shop.directory, 'fresh.yaml');
    const { lines } = await shop.run(['import', 'openapi', DOCUMENT, '--write', fresh, '-o', 'json']);
    expect(lines[0]).toMatchObject({ written: fresh });
    expect(parse(readFileSync(fresh, 'utf8')).capabilities).toHaveLength(4);
  });

  test.each([
    [['nothing.yaml'], /cannot be read/],
    [[resolve('package.json')], /this is not an OpenAPI document/],
    [[resolve('LICENSE')], /neither JSON nor YAML|not an OpenAPI document/],
    [[DOCUMENT, '--tag', 'none'], /no operation that could be imported/],
    [[DOCUMENT, '--namespace', 'a b'], /--namespace is not a name/],
    [[DOCUMENT, '--sensitivity', 'much'], /--sensitivity does not know/],
    [[DOCUMENT, '--base-url', 'ftp://x'], /--base-url is not an address/],
    [[DOCUMENT, '--write', 'config.txt'], /must end in/],
  ])('%j is a mistake of usage', async (args, message) => {
    const { status, stdout, stderr } = await shop.run(['import', 'openapi', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

describe('import mcp', () => {
  const file = () => join(shop.directory, 'config.toml');

  test('says that nothing was written, and all that is not in what it prints', async () => {
    writeFileSync(
      file(),
      `[mcp_servers."My Docs"]
command = "docs"
args = ["\${LEVEL:-high}"]
enabled_tools = ["read"]
approval_mode = "auto"

[mcp_servers.old]
enabled = false
command = "x"
`,
    );
    const { status, stdout, stderr } = await shop.run(['import', 'mcp', file(), '-o', 'text']);
    expect([status, parse(stdout).mcp_servers]).toEqual([
      0,
      { 'my-docs': { command: 'docs', args: [reference('env:LEVEL')], allow: ['read'] } },
    ]);
    expect(stderr.trim().split('\n')).toEqual([
      'akernel: set these variables before using it: LEVEL',
      'akernel: left out old: it is switched off',
      'akernel: My Docs is called my-docs here',
      'akernel: not taken over of my-docs: approval_mode',
      'akernel: not taken over of my-docs: the default of LEVEL',
      'akernel: nothing was written; --write FILE adds them to a config',
    ]);
  });

  test('what was written is told by its name only', async () => {
    const written = await shop.run(['import', 'mcp', file(), '--write', join(shop.directory, 'of-codex.yaml')]);
    expect([written.status, written.stderr.includes('nothing was written')]).toEqual([0, false]);
    const quiet = await shop.run(['import', 'mcp', file(), '-q']);
    expect([quiet.status, quiet.stderr]).toEqual([0, '']);
  });
});
