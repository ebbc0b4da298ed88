import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { checkTree } from '../../src/config/check-tree.js';
import { importServers } from '../../src/config/mcp-import/import-servers.js';
import { parseHostFile } from '../../src/config/mcp-import/parse-host-file.js';
import { redactText } from '../../src/firewall/find/redactor.js';

const SECRET = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
const isSecret = (text: string) => redactText(text).text !== text;
const ref = (name: string) => `\${env:${name}}`;

function imported(servers: Readonly<Record<string, unknown>>) {
  const found = Object.entries(servers).map(([name, entry]) => ({ name, entry, style: 'braces' as const }));
  return importServers(found, { isSecret });
}

async function parsed(text: string): Promise<Readonly<Record<string, unknown>>> {
  return Object.fromEntries((await parseHostFile(text)).map(({ name, entry }) => [name, entry]));
}

test('the files of the usual hosts are read, comments and commas included', async () => {
  const server = { command: 'npx' };
  const texts = [
    JSON.stringify({ mcpServers: { a: server } }),
    `{ // VS Code\n "inputs": [], "servers": { "a": { "command": "npx", }, }, /* end */ }`,
    JSON.stringify({ mcp: { servers: { a: server } } }),
    JSON.stringify({ mcp_servers: { a: server } }),
    JSON.stringify({ context_servers: { a: server }, theme: 'One' }),
    JSON.stringify({ mcp: { a: server } }),
    JSON.stringify({ projects: { '/p': { mcpServers: { a: server } }, '/q': {} } }),
    `\ufeff${JSON.stringify({ mcpServers: { a: server } })}`,
  ];
  for (const text of texts) {
    expect(await parsed(text)).toEqual({ a: server });
  }
  const url = '{"mcpServers":{"a":{"url":"https://x//y"}}}';
  expect(await parsed(url)).toEqual({ a: { url: 'https://x//y' } });
});

test('the TOML of Codex is read', async () => {
  const text = `# settings
model = "gpt" # a comment
notify = ["a", 'b',
  "c", # more
]
since = 2026-11-22T09:00:00Z

[mcp_servers.docs]
command = 'npx'
args = ["-y", "pkg \\"quoted\\"", "tab\\t\\u00e9"]
env = { "API_KEY" = "x", LEVEL = "debug" }
startup_timeout_sec = 20

[mcp_servers."my server"]
url = "https://example.com/mcp"
[mcp_servers."my server".http_headers]
X-Own = """
one"""

[[profiles]]
name = "unused"
`;
  expect(await parsed(text)).toEqual({
    docs: {
      command: 'npx',
      args: ['-y', 'pkg "quoted"', 'tab\té'],
      env: { API_KEY: 'x', LEVEL: 'debug' },
      startup_timeout_sec: 20,
    },
    'my server': { url: 'https://example.com/mcp', http_headers: { 'X-Own': 'one' } },
  });
});

test('a hostile TOML file ends soon, and its mistake repeats nothing of it', async () => {
  for (const text of [
    '['.repeat(100_000),
    `a = ${'['.repeat(100_000)}`,
    `a = "${'\\"'.repeat(100_000)}`,
    'a.'.repeat(100_000),
  ]) {
    await expect(parseHostFile(text)).rejects.toThrow('no TOML that can be read (line 1)');
  }
  await expect(parseHostFile('[__proto__]\nx = 1')).rejects.toThrow('names no MCP servers');
  await expect(parseHostFile(`${'a.'.repeat(100_000)}x = 1`)).rejects.toThrow('names no MCP servers');
  const thrown: unknown = await parseHostFile('token = "hunter2').catch((error: unknown) => error);
  expect(inspect(thrown)).not.toContain('hunter2');
});

test.each([
  ['nonsense', 'no TOML'],
  ['{nonsense', 'no JSON'],
  ['{"other":1}', 'names no MCP servers'],
  ['other = 1', 'names no MCP servers'],
])('what cannot be read is refused', async (text, why) => {
  await expect(parseHostFile(text)).rejects.toThrow(why);
});

test('references of hosts become references of akernel', () => {
  const { servers, variables } = imported({
    a: {
      command: 'npx',
      args: ['-y', 'pkg', `\${workspaceFolder}/data`, '--api-key', `\${input:api-key}`],
      env: { A: `\${TOKEN_A}`, B: `\${env:TOKEN_B}`, C: `\${TOKEN_C:-none}` },
    },
    c: { url: 'https://example.com/', bearer_token_env_var: 'my_Key' },
    b: { type: 'http', url: 'https://example.com/mcp', headers: { Authorization: `Bearer \${DOCS_KEY}` } },
  });
  expect(servers).toEqual({
    a: {
      command: 'npx',
      args: ['-y', 'pkg', './data', '--api-key', ref('API_KEY')],
      env: { A: ref('TOKEN_A'), B: ref('TOKEN_B'), C: ref('TOKEN_C') },
    },
    b: { url: 'https://example.com/mcp', headers: { Authorization: `Bearer ${ref('DOCS_KEY')}` } },
    c: { url: 'https://example.com/', headers: { Authorization: `Bearer ${ref('my_Key')}` } },
  });
  expect(variables).toEqual(['API_KEY', 'DOCS_KEY', 'TOKEN_A', 'TOKEN_B', 'TOKEN_C', 'my_Key']);
});

test('no credential is copied, wherever it stands', () => {
  const result = imported({
    'My Docs': {
      url: `https://example.com/mcp?api_key=${SECRET}&v=1`,
      headers: { Authorization: `Bearer ${SECRET}`, 'X-Own': 'hunter2', 'X-Mixed': `\${USER}:hunter2` },
    },
    local: {
      command: 'server',
      args: ['--token', 'hunter2', '--password=hunter2', SECRET, '--verbose'],
      env: {
        GITHUB_PAT: SECRET,
        DB_PASSWORD: 'hunter2',
        LOG_LEVEL: 'debug',
        PORT: '8080',
        DATABASE_URL: 'pg://a:hunter2@b',
      },
    },
  });
  const text = JSON.stringify(result);
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain('hunter2');
  expect(result.servers).toEqual({
    'my-docs': {
      url: `https://example.com/mcp?api_key=${ref('MY_DOCS_API_KEY')}&v=1`,
      headers: {
        Authorization: `Bearer ${ref('MY_DOCS_AUTHORIZATION')}`,
        'X-Own': ref('MY_DOCS_X_OWN'),
        'X-Mixed': ref('MY_DOCS_X_MIXED'),
      },
    },
    local: {
      command: 'server',
      args: ['--token', ref('LOCAL_TOKEN'), `--password=${ref('LOCAL_PASSWORD')}`, ref('LOCAL_ARGUMENT'), '--verbose'],
      env: {
        GITHUB_PAT: ref('GITHUB_PAT'),
        DB_PASSWORD: ref('DB_PASSWORD'),
        LOG_LEVEL: 'debug',
        PORT: '8080',
        DATABASE_URL: ref('DATABASE_URL'),
      },
    },
  });
});

test('names fit, none is taken twice, and what cannot be used is told', async () => {
  const { servers, skipped } = imported({
    fs: { command: 'a' },
    'A b': { command: 'a' },
    'a-b': { command: 'a' },
    off: { command: 'a', disabled: true },
    old: { type: 'sse', url: 'https://x/sse' },
    user: { url: 'https://a:b@x/' },
    none: {},
  });
  expect(Object.keys(servers)).toEqual(['fs-mcp', 'a-b', 'a-b-2']);
  expect(skipped.map(({ name }) => name)).toEqual(['off', 'old', 'user', 'none']);
  expect(await checkTree({ mcp_servers: servers })).toHaveProperty('file');
});

test('a file that is made to hurt is read as far as it can be', () => {
  const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const { servers, skipped } = imported({
    deep: { command: 'a', args: nested(20_000) },
    env: { command: 'a', env: { A: nested(20_000) } },
    url: { url: 'https://x/', headers: { A: { b: 1 } } },
    below: { command: 'a', other: nested(20_000) },
    ...JSON.parse('{"__proto__":{"command":"a"},"constructor":{"command":"a","env":{"__proto__":"x"}}}'),
  });
  expect(Object.keys(servers)).toEqual(['below', 'proto__', 'constructor']);
  expect(skipped.map(({ name }) => name)).toEqual(['deep', 'env', 'url']);
  expect(Reflect.get({}, 'command')).toBeUndefined();
});

test('of very many servers with one name some hundreds are taken', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => [
    `a${' '.repeat(index % 40)}${'-'.repeat(index / 40)}`,
    { command: 'a' },
  ]);
  const { servers, skipped } = imported(Object.fromEntries(many));
  expect(Object.keys(servers)).toHaveLength(500);
  expect(skipped).toHaveLength(20_000 - 500);
});

test.each([
  [
    'the limits of Codex',
    {
      command: 'a',
      enabled_tools: ['read', 'list'],
      disabled_tools: ['list'],
      startup_timeout_sec: 12.5,
      tool_timeout_sec: 90,
      env_vars: ['HOME_DIR'],
    },
    {
      command: 'a',
      allow: ['read', 'list'],
      deny: ['list'],
      start_timeout_ms: 12_500,
      call_timeout_ms: 90_000,
      env_allow: ['HOME_DIR'],
    },
    [],
  ],
  [
    'those of Gemini, and an address by its own name',
    { httpUrl: 'https://x/', includeTools: ['a(1)'], excludeTools: ['b'], timeout: 5000, trust: true },
    { url: 'https://x/', allow: ['a'], deny: ['b'], call_timeout_ms: 5000 },
    ['not taken over of s: trust'],
  ],
  [
    'headers of Codex from variables',
    { url: 'https://x/', env_http_headers: { 'X-Key': 'MY_KEY' } },
    { url: 'https://x/', headers: { 'X-Key': ref('MY_KEY') } },
    [],
  ],
  [
    'a server of OpenCode',
    { type: 'local', command: ['npx', '-y', 'x'], environment: { A: 'b' }, enabled: true, timeout: 30 },
    { command: 'npx', args: ['-y', 'x'], env: { A: 'b' }, call_timeout_ms: 30_000 },
    [],
  ],
  ['one of Zed', { command: { path: 'a', args: ['b'] }, settings: {} }, { command: 'a', args: ['b'] }, ['settings']],
  ['all tools of Copilot CLI', { type: 'local', command: 'a', args: [], tools: ['*'] }, { command: 'a' }, []],
  ['a file of variables', { command: 'a', envFile: '.env' }, { command: 'a' }, ['envFile, set its variables in env']],
  [
    'members that mean something else than they can here',
    { command: 'a', args: 'b', enabled_tools: 'all', timeout: 'long', env_vars: ['AKERNEL_SECRET'], url: 'https://x/' },
    { command: 'a' },
    ['enabled_tools, timeout, env_vars, url, args'],
  ],
  [
    'a default and a reference to nowhere',
    { command: 'a', args: [`\${A:-hunter2}`, `\${command:pick}`] },
    { command: 'a', args: [ref('A'), `\${command:pick}`] },
    ['the default of A', `the reference \${command:pick}, which is not known here`],
  ],
])('of %s nothing is lost in silence', (_, entry, expected, left) => {
  const { servers, notes } = imported({ s: entry });
  expect(servers).toEqual({ s: expected });
  expect(notes).toEqual(left.map((what) => (what.startsWith('not') ? what : `not taken over of s: ${what}`)));
});

test('a server that has to be called otherwise is named, with its project', () => {
  const found = { name: 'My Docs', entry: { command: 'a' }, style: 'braces' as const, project: '/p' };
  expect(importServers([found], { isSecret }).notes).toEqual(['My Docs of /p is called my-docs here']);
});
