import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOSTS, type HostId } from '../../src/contract/host.js';
import { readHostServers } from '../../src/hosts/read-host-servers.js';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

const SECRET = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
const IDS = Object.keys(HOSTS) as HostId[];

let shop: CliWorkshop;
beforeEach(() => {
  shop = createCliWorkshop();
});
afterEach(() => shop.dispose());

const SERVERS = `{
    // one of ours
    "files": { "command": "npx", "args": ["-y", "files"], "env": { "API_KEY": "${SECRET}" } },
    "off": { "command": "x", "disabled": true },
  }`;
const OTHERS = '{ "hooks": [{ "type": "command", "command": "say done" }] }';

/** What people have, per host: the file of servers, and the file of hooks. */
const FILES: Readonly<Record<HostId, Readonly<Record<string, string>>>> = {
  'claude-code': {
    '.claude.json': `{\n  "numStartups": 7,\n  "mcpServers": ${SERVERS},\n  "projects": { "/p": { "mcpServers": { "b": { "command": "b" } } } }\n}\n`,
    '.claude/settings.json': `{\n\t// mine\n\t"hooks": {\n\t\t"PostToolUse": [ ${OTHERS} ] // last\n\t}\n}`,
  },
  codex: {
    '.codex/config.toml': `# mine\r\nmodel = "x"\r\n\r\n# files\r\n[mcp_servers.files]\r\ncommand = "npx" # run\r\nargs = ["-y",\r\n  "files"]\r\nenv_vars = ["A"]\r\n\r\n[mcp_servers.files.env]\r\nAPI_KEY = "${SECRET}"\r\n\r\n[tui]\r\nx = """\r\n[mcp_servers.no]\r\n"""\r\n`,
  },
  cursor: {
    '.cursor/mcp.json': `{"mcpServers": ${SERVERS}}`,
    '.cursor/hooks.json': `{ "version": 1, "hooks": { "stop": [ { "command": "say" } ] } }\n`,
  },
  vscode: {
    '.config/Code/User/mcp.json': `\ufeff{\r\n  "servers": ${SERVERS.replaceAll('\n', '\r\n')},\r\n  "inputs": []\r\n}\r\n`,
  },
  copilot: { '.copilot/mcp-config.json': `{ "mcpServers": ${SERVERS} }\n` },
  gemini: {
    '.gemini/settings.json': `{\n    "theme": "x", // y\n    "mcpServers": ${SERVERS},\n    "hooks": { "AfterTool": [ ${OTHERS} ] }\n}\n`,
  },
  opencode: {
    '.config/opencode/opencode.jsonc': `{\n  "mcp": {\n    "files": { "type": "local", "command": ["npx", "-y", "files"], "environment": { "API_KEY": "${SECRET}" } },\n    "off": { "type": "local", "command": ["x"], "enabled": false }\n  }\n}\n`,
  },
};

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(shop.directory, path)), { recursive: true });
    writeFileSync(join(shop.directory, path), text, { mode: 0o640 });
  }
}

/** Every file and folder of the home but akernel's own state, with mode and content. */
function home(): Readonly<Record<string, string>> {
  const names = readdirSync(shop.directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^state(?:\/|$)/.test(name),
  );
  return Object.fromEntries(
    names.sort().map((name) => {
      const path = join(shop.directory, name);
      const stats = lstatSync(path);
      const content = stats.isFile()
        ? readFileSync(path).toString('latin1')
        : stats.isSymbolicLink()
          ? 'link'
          : 'folder';
      return [name, `${(stats.mode & 0o777).toString(8)} ${content}`];
    }),
  );
}

function read(path: string): string {
  return readFileSync(join(shop.directory, path), 'utf8');
}

async function run(...words: string[]) {
  const ran = await shop.run(words);
  return { ...ran, value: ran.lines[0] ?? {} };
}

test.each(
  IDS.flatMap((host) =>
    [[], ['--gateway'], ['--hooks', '--wrap'], ['--gateway', '--wrap']].map((flags) => [host, flags] as const),
  ),
)('%s %j: install and uninstall leave every file as it was', async (host, flags) => {
  put(FILES[host]);
  const before = home();
  const planned = await run('install', host, ...flags, '--dry-run');
  expect([planned.status, planned.value['state'], home()]).toEqual([0, 'planned', before]);
  const installed = await run('install', host, ...flags, '--yes');
  expect([installed.status, installed.value['state']]).toEqual([0, 'installed']);
  expect(installed.stdout + installed.stderr + planned.stdout).not.toContain(SECRET);
  const after = home();
  expect(after).not.toEqual(before);
  const [first = ''] = Object.keys(FILES[host]);
  const loneEnds = /(?<!\r)\n/;
  expect(read(first).includes('\r') && loneEnds.test(read(first))).toBe(false);
  const again = await run('install', host, ...flags, '--yes');
  expect([again.status, again.value['state'], home()]).toEqual([0, 'already-installed', after]);
  const taken = await run('uninstall', host, '--yes');
  expect([taken.status, taken.stderr, home()]).toEqual([0, '', before]);
  expect(existsSync(join(shop.directory, 'state/hosts'))).toBe(false);
});

test.each(IDS)('%s: the servers stand behind the gateway, with their true values', async (host) => {
  put(FILES[host]);
  await run('install', host, '--gateway', '--yes');
  const [path = ''] = Object.keys(FILES[host]);
  const text = read(path);
  expect(text).not.toContain(SECRET);
  expect(text).toContain(process.execPath);
  expect(text).toMatch(/"mcp", ?\s*"serve", ?\s*"--host", ?\s*"[a-z-]+", ?\s*"--from"/);
  const from = /"--from",\s*"([^"]+)"/.exec(text)?.[1] ?? '';
  expect([statSync(from).mode & 0o777, statSync(dirname(from)).mode & 0o777]).toEqual([0o600, 0o700]);
  const place = { env: {}, cwd: '/p', home: shop.directory, platform: 'linux' };
  const { servers } = await readHostServers({ from, host, ...place });
  expect(servers['files']).toMatchObject({ command: 'npx', args: ['-y', 'files'], env: { API_KEY: SECRET } });
  expect('b' in servers).toBe(host === 'claude-code');
  expect('off' in servers).toBe(false);
});

test.each(IDS)('%s: what a person changed since stays, and only our entries are taken out', async (host) => {
  put(FILES[host]);
  await run('install', host, '--yes');
  const [path = ''] = Object.keys(FILES[host]);
  const file = join(shop.directory, path);
  const changed =
    host === 'codex'
      ? `${read(path)}\n[mcp_servers.new]\ncommand = "new"\n`
      : read(path).replace(/"akernel": \{/, '"new": { "command": "new" },\n    "akernel": {');
  writeFileSync(file, changed);
  const taken = await run('uninstall', host, '--yes');
  expect([taken.status, taken.stderr]).toEqual([0, '']);
  const text = read(path);
  expect(text).not.toContain('akernel');
  for (const word of ['new', 'files', SECRET, host === 'codex' ? '# mine' : 'off']) {
    expect(text).toContain(word);
  }
});

test.each(IDS)('%s: a host without files gets some, which are gone afterwards', async (host) => {
  const folder = {
    'claude-code': '.claude',
    codex: '.codex',
    cursor: '.cursor',
    vscode: '.config/Code/User',
    copilot: '.copilot',
    gemini: '.gemini',
    opencode: '.config/opencode',
  }[host];
  mkdirSync(join(shop.directory, folder), { recursive: true });
  const before = home();
  expect((await run('install', host, '--wrap', '--yes')).status).toBe(0);
  expect(Object.keys(home()).length).toBeGreaterThan(Object.keys(before).length);
  expect((await run('uninstall', host, '--yes')).status).toBe(0);
  expect(home()).toEqual(before);
});

test('rules are told in a marked part of a file, and taken out of it', async () => {
  const files = { 'project/CLAUDE.md': '# ours\r\n\r\nbe kind', '.claude/x': '' };
  put(files);
  const cwd = join(shop.directory, 'project');
  const before = home();
  await shop.run(['install', 'claude-code', '--project', '--rules', '--yes'], { cwd });
  expect(read('project/CLAUDE.md')).toMatch(
    /^# ours\r\n\r\nbe kind\r\n\r\n<!-- akernel:begin -->[\s\S]*<!-- akernel:end -->\r\n$/,
  );
  writeFileSync(join(cwd, 'CLAUDE.md'), `${read('project/CLAUDE.md')}\r\nmore\r\n`);
  await shop.run(['uninstall', 'claude-code', '--project', '--yes'], { cwd });
  expect(read('project/CLAUDE.md')).toBe('# ours\r\n\r\nbe kind\r\n\r\n\r\nmore\r\n');
  writeFileSync(join(cwd, 'CLAUDE.md'), files['project/CLAUDE.md']);
  mkdirSync(join(shop.directory, '.cursor'));
  await shop.run(['install', 'cursor', '--project', '--rules', '--yes'], { cwd });
  expect(read('project/.cursor/rules/akernel.mdc')).toMatch(/^---\n.*alwaysApply: true/s);
  await shop.run(['uninstall', 'cursor', '--project', '--yes'], { cwd });
  rmSync(join(shop.directory, '.cursor'), { recursive: true });
  expect(home()).toEqual(before);
});

test('a symbolic link stays one, and what it leads to is changed and put back', async () => {
  put({ 'dots/settings.json': FILES['claude-code']['.claude/settings.json'] ?? '', '.claude/x': '' });
  symlinkSync('../dots/settings.json', join(shop.directory, '.claude/settings.json'));
  const before = home();
  await run('install', 'claude-code', '--hooks', '--yes');
  expect(lstatSync(join(shop.directory, '.claude/settings.json')).isSymbolicLink()).toBe(true);
  expect(read('dots/settings.json')).toContain('hook claude-code');
  await run('uninstall', 'claude-code', '--yes');
  expect(home()).toEqual(before);
});

test.each([
  ['one that cannot be read', '{ "hooks": [ }', /settings\.json is not valid JSON \(line 1\)/],
  [
    'one of another form',
    '{ "hooks": { "PostToolUse": {} } }',
    /settings\.json has hooks in a form that is not known here/,
  ],
  ['one that is no object', '[]', /settings\.json is not a JSON object/],
  ['one that is no text', '\u0000\ud800', /settings\.json is (?:not valid JSON|no text)/],
])('%s is refused, and no other file is touched either', async (_, text, message) => {
  put({ ...FILES['claude-code'], '.claude/settings.json': text });
  const before = home();
  const { status, stdout, stderr } = await run('install', 'claude-code', '--yes');
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
  expect(home()).toEqual(before);
  expect(existsSync(join(shop.directory, 'state/hosts'))).toBe(false);
});

test.each([
  ['[mcp_servers\nx = 1', /config\.toml is not valid TOML \(line 1\)/],
  ['mcp_servers = { a = { command = "a" } }', /config\.toml is written in a way that cannot be changed safely/],
  ['[mcp_servers.akernel]\ncommand = "other"', /config\.toml has a server akernel that is not ours/],
])('a TOML file that cannot be changed safely is refused: %j', async (text, message) => {
  put({ '.codex/config.toml': text });
  const { status, stderr } = await run('install', 'codex', '--yes');
  expect([status, stderr, read('.codex/config.toml')]).toEqual([2, expect.stringMatching(message), text]);
});

test.each([
  ['file', '.claude/settings.json', 0o444],
  ['folder', '.claude', 0o555],
])('a read-only %s is refused before anything is written', async (_, path, mode) => {
  put(FILES['claude-code']);
  chmodSync(join(shop.directory, path), mode);
  const before = home();
  for (const flag of ['--dry-run', '--yes']) {
    const { status, stdout, stderr } = await run('install', 'claude-code', flag);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('is read-only')]);
  }
  expect([home(), existsSync(join(shop.directory, 'state/hosts'))]).toEqual([before, false]);
  chmodSync(join(shop.directory, path), 0o755);
});

test('what an installer that was killed left beside a file goes with it, and nothing else', async () => {
  put({ ...FILES['claude-code'], '.claude.json.0123456789ab.mine': 'mine', '.claude.json.akernel': 'mine' });
  const before = home();
  await run('install', 'claude-code', '--yes');
  put({ '.claude.json.0123456789ab.akernel': '{', '.claude/settings.json.ba9876543210.akernel': '{' });
  const { status } = await run('uninstall', 'claude-code', '--yes');
  expect([status, home()]).toEqual([0, before]);
});

test('without its copies nothing is taken out, and it is said where the entries are', async () => {
  put(FILES.cursor);
  await run('install', 'cursor', '--yes');
  rmSync(join(shop.directory, 'state'), { recursive: true });
  const { status, stderr } = await run('uninstall', 'cursor', '--yes');
  expect([status, JSON.parse(stderr).error]).toEqual([
    2,
    {
      code: 'USAGE',
      message: expect.stringMatching(/the copies of what was in Cursor are not in/),
      hint: expect.stringContaining(join(shop.directory, '.cursor/mcp.json')),
    },
  ]);
});

test('what was installed for the user inside a project with a store of its own is found from everywhere', async () => {
  put({ ...FILES['claude-code'], 'project/akernel.config.yaml': 'store: { directory: ./own-state }\n' });
  const env = { AKERNEL_HOME: '' };
  const cwd = join(shop.directory, 'project');
  const before = home();
  const { status } = await shop.run(['install', 'claude-code', '--yes'], { env, cwd });
  expect([status, existsSync(join(cwd, 'own-state/hosts'))]).toEqual([0, false]);
  const { lines } = await shop.run(['doctor', '-o', 'ndjson'], { env, cwd });
  const found = lines.find(({ check }) => check === 'Claude Code');
  expect(found?.['detail']).toContain('installed for the user');
  expect((await shop.run(['uninstall', 'claude-code', '--yes'], { env })).status).toBe(0);
  for (const state of ['.local', 'project/own-state']) {
    rmSync(join(shop.directory, state), { recursive: true, force: true });
  }
  expect(home()).toEqual(before);
});

test('where copies cannot be kept, nothing is changed', async () => {
  put({ ...FILES.cursor, state: 'a file' });
  const before = home();
  const { status, stderr } = await run('install', 'cursor', '--yes');
  expect([status, JSON.parse(stderr).error.message]).toEqual([7, expect.stringContaining('copies cannot be kept in')]);
  expect(home()).toEqual(before);
});

test('without a yes nothing is changed; a file that was deleted is left so', async () => {
  put(FILES.cursor);
  const before = home();
  const asked = await run('install', 'cursor');
  expect([asked.status, asked.stderr, home()]).toEqual([2, expect.stringContaining('nothing was changed'), before]);
  const yes = await shop.run(['install', 'cursor'], { stdin: 'y\n', stdinIsTty: true });
  expect(yes.status).toBe(0);
  rmSync(join(shop.directory, '.cursor/mcp.json'));
  const taken = await run('uninstall', 'cursor', '--yes');
  expect([taken.status, taken.stderr]).toEqual([0, expect.stringContaining('was deleted since, and is left so')]);
  expect(existsSync(join(shop.directory, '.cursor/mcp.json'))).toBe(false);
});

test('more can be installed later, and servers that were added since go behind the gateway too', async () => {
  put(FILES.gemini);
  const before = home();
  await run('install', 'gemini', '--hooks', '--yes');
  await run('install', 'gemini', '--gateway', '--yes');
  expect(JSON.stringify(home())).toContain('(?!akernel_)');
  await run('uninstall', 'gemini', '--yes');
  expect(home()).toEqual(before);

  await run('install', 'gemini', '--gateway', '--yes');
  const path = join(shop.directory, '.gemini/settings.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"akernel": {', '"later": { "command": "l" }, "akernel": {'));
  expect((await run('install', 'gemini', '--gateway', '--yes')).value['state']).toBe('installed');
  expect(read('.gemini/settings.json')).not.toContain('later');
  await run('uninstall', 'gemini', '--yes');
  expect(read('.gemini/settings.json')).toContain('"later"');
  expect(read('.gemini/settings.json')).not.toContain('akernel');
});

test.each([
  [['install', 'claude'], 'there is no host "claude"', 'did you mean claude-code?'],
  [['install', 'emacs'], 'there is no host "emacs"', 'one of claude-code, codex'],
  [['install', 'cursor', '--yes'], 'Cursor was not found on this machine', 'looked for the program cursor or'],
  [['uninstall', 'codex', '--yes'], 'akernel is not installed in Codex for the user', 'akernel install codex'],
  [['install', 'codex', '--project'], 'this folder is the home of the user, and no project', 'use --user'],
  [['install', 'codex', '--project', '--user'], '--project and --user exclude each other', 'give one of them'],
])('%j is a mistake of usage', async (words, message, hint) => {
  const { status, stdout, stderr } = await shop.run(words, { env: { PATH: '' } });
  expect([status, stdout]).toEqual([2, '']);
  expect(JSON.parse(stderr).error).toEqual({ code: 'USAGE', message, hint: expect.stringContaining(hint) });
});

test('what a host has no place for is refused with what to do', async () => {
  put({ ...FILES.copilot, ...FILES.cursor, ...FILES.codex, 'p/x': '' });
  const cwd = join(shop.directory, 'p');
  const ofProject = (...words: string[]) => shop.run([...words, '--project', '--yes'], { cwd });
  expect((await ofProject('uninstall', 'codex')).stderr).toContain('not installed in Codex in this project');
  expect((await ofProject('install', 'copilot', '--gateway')).stderr).toContain('no file for gateway');
  expect((await run('install', 'cursor', '--rules', '--yes')).stderr).toContain('use --project');
  expect((await run('install', 'codex', '--hooks', '--yes')).stderr).toContain('cannot replace an output');
});

test('the diff is what a person reads, credentials hidden', async () => {
  put(FILES.copilot);
  const { stdout } = await shop.run(['install', 'copilot', '--gateway', '--dry-run', '-o', 'text']);
  expect(stdout).toContain(`--- ${shop.directory}/.copilot/mcp-config.json\n+++ `);
  expect(stdout).toMatch(/^\+ +"akernel": \{/m);
  expect(stdout).toMatch(/^- +"files": .*REDACTED/m);
  expect(stdout).not.toContain(SECRET);
});

test.each(IDS)(
  'hides the variables and headers of servers in what it shows, whatever they look like: %s',
  async (host) => {
    const files = Object.entries(FILES[host]).map(([path, text]) => [path, text.replace(SECRET, 'kestrel moor')]);
    put(Object.fromEntries(files));
    for (const args of [
      ['install', host, '--dry-run'],
      ['install', host, '--yes'],
      ['uninstall', host, '--yes'],
    ]) {
      const { stdout, stderr } = await shop.run(args);
      expect(stdout).toContain('[REDACTED:secret]');
      expect(stdout + stderr).not.toContain('kestrel');
    }
  },
);
