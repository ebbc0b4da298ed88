import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readHostServers } from '../../src/hosts/read-host-servers.js';

const home = mkdtempSync(join(tmpdir(), 'akernel-hosts-'));
const cwd = join(home, 'project');
const SECRET = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');

afterAll(() => rmSync(home, { recursive: true, force: true }));

function put(path: string, content: unknown): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function read(from: string, env: Record<string, string> = {}) {
  return readHostServers({ from, env: { HOME: home, ...env }, cwd, home, platform: 'linux' });
}

test('the servers of Claude Code: of the user, the project, and the user for this project, with true values', async () => {
  put('.claude.json', {
    mcpServers: {
      a: { command: 'a', env: { TOKEN: SECRET } },
      b: { command: 'b' },
      akernel: { command: '/usr/bin/node', args: ['/opt/akernel/bin/akernel.js', 'mcp', 'serve'] },
    },
    projects: {
      [cwd]: {
        mcpServers: { b: { command: 'mine', args: [`\${WORD:-none}`] } },
        hasTrustDialogAccepted: true,
        enabledMcpjsonServers: ['b', 'd'],
      },
      '/other': { mcpServers: { c: { command: 'c' } } },
    },
  });
  put('project/.mcp.json', {
    mcpServers: { b: { command: 'shared' }, d: { type: 'http', url: 'http://localhost:1/' } },
  });
  const { servers, skipped, notes } = await read('claude-code');
  expect(servers).toEqual({
    a: { command: 'a', args: [], env: { TOKEN: SECRET }, cwd, env_allow: ['HOME'] },
    b: { command: 'mine', args: ['none'], env: {}, cwd, env_allow: ['HOME'] },
    d: { url: 'http://localhost:1/', headers: {}, allow_private: true },
  });
  expect([skipped, notes]).toEqual([[], []]);
});

test('servers of a project that is not trusted are left out, whatever its own settings say', async () => {
  const other = join(home, 'other');
  put('other/.mcp.json', { mcpServers: { x: { command: 'x' }, y: { command: 'y' } } });
  put('other/.claude/settings.local.json', { enableAllProjectMcpServers: true, disabledMcpjsonServers: ['y'] });
  put('moved/.claude.json', {});
  const place = { env: { CLAUDE_CONFIG_DIR: join(home, 'moved') }, cwd: other, home, platform: 'linux' };
  const untrusted = await readHostServers({ from: 'claude-code', ...place });
  expect([untrusted.servers, untrusted.notes]).toEqual([{}, ['left out until Claude Code trusts them: x, y']]);
  put('moved/.claude.json', { projects: { [other]: { hasTrustDialogAccepted: true } } });
  const trusted = await readHostServers({ from: 'claude-code', ...place });
  expect([Object.keys(trusted.servers), trusted.notes]).toEqual([['x'], ['left out until Claude Code trusts them: y']]);
  put('other/.codex/config.toml', '[mcp_servers.z]\ncommand = "z"\n');
  const codex = () =>
    readHostServers({ from: 'codex', env: {}, cwd: other, home: join(home, 'fresh'), platform: 'linux' });
  expect((await codex()).servers).toEqual({});
  put('fresh/.codex/config.toml', `[projects.${JSON.stringify(other)}]\ntrust_level = "trusted"\n`);
  expect(Object.keys((await codex()).servers)).toEqual(['z']);
});

test.each([
  ['codex', '.codex/config.toml', `[mcp_servers.a]\ncommand = "a"\nargs = ["\${X}"]`, [`\${X}`]],
  [
    'cursor',
    '.cursor/mcp.json',
    { mcpServers: { a: { command: 'a', args: [`\${env:X}\${/}\${userHome}`] } } },
    [`x/${home}`],
  ],
  ['vscode', '.config/Code/User/mcp.json', { servers: { a: { command: 'a', args: [`\${workspaceFolder}`] } } }, [cwd]],
  ['copilot', '.copilot/mcp-config.json', { mcpServers: { a: { command: 'a', args: ['$X'] } } }, ['$X']],
  ['gemini', '.gemini/settings.json', { mcpServers: { a: { command: 'a', args: ['$X'] } } }, ['x']],
  ['opencode', '.config/opencode/opencode.json', { mcp: { a: { command: ['a', '{env:X}'] } } }, ['x']],
])('of %s, with its references', async (host, path, content, args) => {
  put(path, content);
  const { servers } = await read(host, { X: 'x' });
  const inherited = host === 'codex' ? {} : { env_allow: ['HOME', 'X'] };
  expect(servers).toEqual({ a: { command: 'a', args, env: {}, cwd, ...inherited } });
});

test('variables come from a file and from the environment; what is not there leaves the server out', async () => {
  put('project/.env', `# ours\nexport A=1\nB="two words" # note\nnonsense\nC='x'`);
  const file = put('mcp.json', {
    mcpServers: {
      full: { command: 'a', envFile: `\${workspaceFolder}/.env`, env: { C: 'own' } },
      file: { command: 'a', envFile: '/nowhere/.env' },
      unset: { url: 'https://x/', headers: { Authorization: `Bearer \${UNSET}` } },
      asked: { command: 'a', args: [`\${input:key}`] },
      own: { command: 'a', args: [`\${AKERNEL_SECRET}`] },
    },
  });
  const { servers, skipped } = await read(file, { AKERNEL_SECRET: 'k' });
  expect(servers).toEqual({
    full: { command: 'a', args: [], env: { A: '1', B: 'two words', C: 'own' }, cwd, env_allow: ['HOME'] },
  });
  expect(skipped).toEqual([
    { name: 'file', why: 'needs a file that cannot be read' },
    { name: 'unset', why: 'needs the variable UNSET, which is not set' },
    { name: 'asked', why: `needs \${input:key}, which its host asks for` },
    { name: 'own', why: 'needs the variable AKERNEL_SECRET, which is not set' },
  ]);
});

test('no file of a host lets akernel read its own keys', async () => {
  const key = put('.local/state/akernel/store.key', 'key');
  const file = put('opencode.json', { mcp: { a: { command: ['a', `{file:${key}}`] } } });
  expect((await read(file)).skipped).toEqual([{ name: 'a', why: 'needs a file that cannot be read' }]);
});

test('a host without files says where they were looked for; a file that is not there is a mistake', async () => {
  const place = { env: {}, cwd: '/nowhere', home: '/nowhere', platform: 'linux' };
  const { servers, notes } = await readHostServers({ from: 'cursor', ...place });
  expect([servers, notes]).toEqual([{}, ['no file of Cursor is there: /nowhere/.cursor/mcp.json']]);
  await expect(read('/nowhere/mcp.json')).rejects.toThrow('"/nowhere/mcp.json" cannot be read');
  await expect(read(put('broken.json', '{nonsense'))).rejects.toThrow('no JSON');
});
