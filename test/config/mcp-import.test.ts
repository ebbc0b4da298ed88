import { expect, test } from 'vitest';
import { checkTree } from '../../src/config/check-tree.js';
import { importServers } from '../../src/config/mcp-import/import-servers.js';
import { parseHostFile } from '../../src/config/mcp-import/parse-host-file.js';
import { redactText } from '../../src/firewall/redactor.js';

const SECRET = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
const isSecret = (text: string) => redactText(text).text !== text;
const ref = (name: string) => `\${env:${name}}`;

function imported(servers: Readonly<Record<string, unknown>>) {
  return importServers(servers, { isSecret });
}

test('the files of the usual hosts are read, comments and commas included', () => {
  const server = { command: 'npx' };
  const texts = [
    JSON.stringify({ mcpServers: { a: server } }),
    `{ // VS Code\n "inputs": [], "servers": { "a": { "command": "npx", }, }, /* end */ }`,
    JSON.stringify({ mcp: { servers: { a: server } } }),
    JSON.stringify({ mcp_servers: { a: server } }),
  ];
  for (const text of texts) {
    expect(parseHostFile(text)).toEqual({ a: server });
  }
  const url = '{"mcpServers":{"a":{"url":"https://x//y"}}}';
  expect(parseHostFile(url)).toEqual({ a: { url: 'https://x//y' } });
});

test('the TOML of Codex is read', () => {
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
  expect(parseHostFile(text)).toEqual({
    docs: {
      command: 'npx',
      args: ['-y', 'pkg "quoted"', 'tab\té'],
      env: { API_KEY: 'x', LEVEL: 'debug' },
      startup_timeout_sec: '20',
    },
    'my server': { url: 'https://example.com/mcp', http_headers: { 'X-Own': 'one' } },
  });
});

test('a hostile TOML file ends soon', () => {
  for (const text of [
    '['.repeat(100_000),
    `a = ${'['.repeat(100_000)}`,
    `a = "${'\\"'.repeat(100_000)}`,
    'a.'.repeat(100_000),
  ]) {
    expect(() => parseHostFile(text)).toThrow('no TOML that can be read');
  }
  expect(() => parseHostFile('[__proto__]\nx = 1')).toThrow('no TOML');
});

test.each([
  ['nonsense', 'no TOML'],
  ['{nonsense', 'no JSON'],
  ['{"other":1}', 'names no MCP servers'],
  ['other = 1', 'names no MCP servers'],
])('what cannot be read is refused', (text, why) => {
  expect(() => parseHostFile(text)).toThrow(why);
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
