import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands/index.js';
import { isTopic, PAGES, TOPICS } from '../../src/cli/pages.js';
import { VERSION } from '../../src/contract/version.js';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

let shop: CliWorkshop;
beforeAll(() => {
  shop = createCliWorkshop();
});
afterAll(() => shop.dispose());

describe('help', () => {
  test.each([[], ['--help'], ['help']])('%j shows the program', async (...argv) => {
    const { stdout, status } = await shop.run(argv);
    expect(status).toBe(0);
    await expect(stdout).toMatchFileSnapshot('help/akernel.txt');
  });

  const words = COMMANDS.filter(({ summary }) => summary.hidden !== true).map(({ name }) => name);
  test.each(words)('%s', async (name) => {
    const { stdout, status } = await shop.run([name, '--help']);
    expect(status).toBe(0);
    await expect(stdout).toMatchFileSnapshot(`help/${name}.txt`);
    // `config` and `mcp` are topics as well, and `help` is told by `help` alone.
    const page = isTopic(name) ? readFileSync(join(ROOT, PAGES[name], 'README.md'), 'utf8') : stdout;
    expect((await shop.run(['help', name])).stdout).toBe(page);
  });

  test.each(TOPICS.filter(isTopic))('the page %s', async (topic) => {
    const page = readFileSync(join(ROOT, PAGES[topic], 'README.md'), 'utf8');
    expect((await shop.run(['help', topic])).stdout).toBe(page);
  });

  test('the version is the one of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(VERSION).toBe(version);
    expect((await shop.run(['--version'])).stdout).toBe(`${version}\n`);
  });
});

test('the table of commands and their folder agree', () => {
  const files = readdirSync(join(ROOT, 'src/cli/commands')).map((name) => name.replace(/\.ts$/, ''));
  const named = COMMANDS.map(({ name }) => name.replace(/^__/, ''));
  expect([...named, 'index'].sort()).toEqual(files.sort());
});

describe('config', () => {
  test('show, with and without origins', async () => {
    const config = join(shop.directory, 'a.yaml');
    writeFileSync(config, 'limits: { max_rows: 7 }');
    const plain = await shop.run(['config', 'show', '--config', config]);
    expect(plain.lines[0]).toMatchObject({ limits: { max_rows: 7, max_fields: 20 } });
    const { stdout } = await shop.run(['config', 'show', '--origin', '--config', config, '-o', 'text']);
    expect(stdout).toContain(`limits.max_rows = 7  # file ${config}\n`);
    expect(stdout).toContain('budget.max_tokens = 4000  # default\n');
    expect(stdout).toContain('  # environment AKERNEL_HOME\n');
  });

  test('show hides what was written in clear into options', async () => {
    const config = join(shop.directory, 'secrets.json');
    const env = {
      api_key: 'hunter2-hunter2',
      AUTHORIZATION: 'hunter2-hunter2',
      password: '\u0024{env:PASSWORD}',
      url: 'https://ada:hunter2-hunter2@example.org/x',
    };
    const driver = { driver_id: 'process', operation: 'run', options: { command: './fine', env } };
    const capability = { capability_id: 'a.b', safety_class: 'READ', sensitivity: 'NONE', driver };
    writeFileSync(config, JSON.stringify({ capabilities: [capability] }));
    for (const format of ['json', 'text']) {
      const { stdout, status } = await shop.run(['config', 'show', '--config', config, '-o', format], {
        env: { PASSWORD: 'swordfish' },
      });
      expect(status).toBe(0);
      expect(stdout).not.toMatch(/hunter2|swordfish/);
      expect(stdout).toContain('./fine');
      expect(stdout).toContain('env:PASSWORD');
    }
  });

  test('check finds tools of runners that are no capabilities', async () => {
    const runner = (tools: readonly string[]) => ({
      mcp_servers: { files: { command: 'files-server' } },
      capabilities: [
        {
          capability_id: 'own.talk',
          safety_class: 'READ',
          sensitivity: 'NONE',
          driver: { driver_id: 'process', operation: 'runner', options: { command: 'talk', tools } },
        },
      ],
    });
    const check = (tools: readonly string[]) => {
      writeFileSync(join(shop.directory, 'tools.json'), JSON.stringify(runner(tools), undefined, 1));
      return shop.run(['config', 'check', 'tools.json']);
    };
    expect((await check(['fs.read_file', 'own.talk', 'files.anything'])).status).toBe(0);
    const { status, stderr } = await check(['fs.read_file', 'fs.read_fil']);
    expect(status).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      message: expect.stringMatching(
        /tools\.json:\d+: capabilities\[0\]\.driver\.options\.tools\[1\]: is not a capability$/,
      ),
      hint: 'did you mean fs.read_file?',
    });
  });

  test('check finds schemas of arguments by which nothing could be checked', async () => {
    const capability = (id: string, params: object) => ({
      capability_id: id,
      safety_class: 'READ',
      sensitivity: 'NONE',
      params,
      driver: { driver_id: 'demo', operation: 'log' },
    });
    const wrong = [
      capability('a.one', { type: 'strin' }),
      capability('a.two', { properties: { x: { pattern: '(' } } }),
      capability('a.three', { type: 'object', properties: { x: { $ref: 'https://example.org/x' } } }),
      capability('a.four', { type: 'object' }),
    ];
    writeFileSync(join(shop.directory, 'params.json'), JSON.stringify({ capabilities: wrong }, undefined, 1));
    const { status, stderr } = await shop.run(['config', 'check', 'params.json']);
    expect(status).toBe(2);
    const { mistakes } = JSON.parse(stderr).error.details ?? {};
    expect(JSON.parse(stderr).error.message).toMatch(
      /params\.json:\d+: capabilities\[0\]\.params: cannot be used: .*capabilities\[1\]\.params.*capabilities\[2\]\.params/s,
    );
    expect(JSON.stringify(mistakes ?? stderr)).not.toContain('capabilities[3]');
  });

  test('check names every mistake', async () => {
    writeFileSync(join(shop.directory, 'bad.yaml'), 'budget: { max_token: 1 }\nexec: maybe\n');
    const { status, stderr } = await shop.run(['config', 'check', 'bad.yaml']);
    expect(status).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringMatching(/budget\.max_token.*exec|exec.*budget\.max_token/s),
      hint: expect.stringContaining('did you mean max_tokens?'),
    });
    expect((await shop.run(['config', 'check'])).lines[0]).toEqual({ ok: true, files: [], warnings: [] });
  });

  test('init writes a valid config once', async () => {
    const written = await shop.run(['config', 'init', 'new.yaml']);
    expect(written.lines[0]).toEqual({ written: join(shop.directory, 'new.yaml') });
    expect((await shop.run(['config', 'check', 'new.yaml'])).status).toBe(0);
    expect((await shop.run(['config', 'init', 'new.yaml'])).status).toBe(2);
    expect((await shop.run(['config', 'init', 'new.toml'])).status).toBe(2);
  });

  test('schema is JSON Schema', async () => {
    expect((await shop.run(['config', 'schema'])).lines[0]).toMatchObject({
      type: 'object',
      additionalProperties: false,
    });
  });

  test('an unknown variable is a warning that -q silences', async () => {
    const env = { AKERNEL_BUGDET: '1' };
    expect((await shop.run(['config', 'show'], { env })).stderr).toContain('warning: AKERNEL_BUGDET is not a variable');
    expect((await shop.run(['config', 'show', '-q'], { env })).stderr).toBe('');
  });
});

describe('doctor', () => {
  const resultsOf = (lines: readonly Readonly<Record<string, unknown>>[]) =>
    Object.fromEntries(lines.map(({ check, result }) => [check, result]));

  test('all is well', async () => {
    await shop.run(['invoke', 'demo.log', 'lines=1']);
    const { status, lines } = await shop.run(['doctor', '-o', 'ndjson']);
    expect(status).toBe(0);
    expect(resultsOf(lines.filter(({ area }) => area !== 'hosts'))).toEqual({
      node: 'ok',
      config: 'ok',
      'state directory': 'ok',
      'key file': 'ok',
      store: 'ok',
      tokenizer: 'ok',
    });
  });

  test('a key that others can read', async () => {
    const key = join(shop.directory, 'state', 'secret.key');
    chmodSync(key, 0o644);
    const { status, lines } = await shop.run(['doctor', '-o', 'ndjson']);
    chmodSync(key, 0o600);
    expect(status).toBe(7);
    expect(lines).toContainEqual(
      expect.objectContaining({ check: 'key file', result: 'error', hint: `chmod 600 ${key}` }),
    );
  });

  test('an open state directory is a warning, a broken config an error', async () => {
    const state = join(shop.directory, 'state');
    chmodSync(state, 0o755);
    const open = await shop.run(['doctor', '-o', 'ndjson']);
    chmodSync(state, 0o700);
    expect(open.status).toBe(0);
    expect(resultsOf(open.lines)['state directory']).toBe('warning');
    const broken = await shop.run(['doctor', '-o', 'ndjson'], { env: { AKERNEL_BUDGET_MAX_TOKENS: '1' } });
    expect(broken.status).toBe(1);
    expect(resultsOf(broken.lines)['config']).toBe('error');
  });
});

describe('doctor tells people', () => {
  test('every mistake of a config on a line of its own, with what to do below it', async () => {
    writeFileSync(
      join(shop.directory, 'wrong.yaml'),
      'budget: { max_tokens: no }\ncapabilities: [{ id: a, driver: sql }]\n',
    );
    const { stdout, status } = await shop.run(['doctor', '-o', 'text', '--config', 'wrong.yaml']);
    expect(status).toBe(1);
    expect(stdout).toContain('error    config: ');
    const told = stdout.split('\n').filter((line) => line.startsWith('error'));
    expect(told.length).toBeGreaterThan(5);
    expect(told.every((line) => /wrong\.yaml:[12]: \S+: /.test(line))).toBe(true);
    expect(stdout).toMatch(/^ {9}correct capabilities\[0\]\.driver/m);
    expect(stdout).not.toContain('more mistake');
  });
});

describe('doctor tries what the config names', () => {
  const SERVER = `import { createInterface } from 'node:readline';
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const results = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } },
    'tools/list': { tools: [{ name: 'a', inputSchema: { type: 'object' } }] },
  };
  if (id !== undefined) process.stdout.write(JSON.stringify(
    results[method] === undefined ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } } : { jsonrpc: '2.0', id, result: results[method] },
  ) + '\\n');
});
`;

  test('every database, server and module', async () => {
    const at = (name: string) => join(shop.directory, name);
    writeFileSync(at('server.mjs'), SERVER);
    writeFileSync(at('good.mjs'), 'export default () => 1;\nexport const two = () => 2;\n');
    writeFileSync(at('waits.mjs'), 'await undefined.x;\n');
    const key = ['Winter', 'Axe17'].join('');
    const config = {
      databases: { gone: { file: at('none.db') }, refused: { url: `postgres://someone:${key}@127.0.0.1:1/db` } },
      mcp_servers: {
        good: { command: process.execPath, args: [at('server.mjs')] },
        bad: { command: at('no-such-program') },
      },
      capabilities: ['good.mjs', 'good.mjs#two', 'waits.mjs', 'none.mjs', 'good.mjs#three'].map((name, index) => ({
        capability_id: `my.c${index}`,
        name: 'c',
        description: 'a function',
        safety_class: 'READ',
        sensitivity: 'NONE',
        params: { type: 'object' },
        driver: { driver_id: 'module', operation: 'call', options: moduleOptions(name) },
      })),
    };
    writeFileSync(at('parts.json'), JSON.stringify(config));
    const { status, lines, stdout } = await shop.run(['doctor', '-o', 'ndjson', '--config', 'parts.json']);
    const found = lines.filter(({ check }) => /^(?:database|server|module) /.test(String(check)));
    expect(found.map(({ check, result }) => `${String(check)}: ${String(result)}`)).toEqual([
      'database gone: error',
      'database refused: error',
      'server good: ok',
      'server bad: error',
      'module good.mjs: ok',
      'module good.mjs two: ok',
      'module waits.mjs: error',
      'module none.mjs: error',
      'module good.mjs three: error',
    ]);
    expect(found.every(({ detail }) => String(detail).length > 5)).toBe(true);
    expect(found[2]).toMatchObject({ detail: 'has 1 tools' });
    expect([status, stdout.includes(key)]).toEqual([1, false]);
  });

  function moduleOptions(name: string) {
    const [module = '', exported] = name.split('#');
    return exported === undefined ? { module } : { module, export: exported };
  }
});

describe('completion', () => {
  const complete = async (...words: readonly string[]) => {
    const { stdout } = await shop.run(['__complete', '--', ...words]);
    return stdout.split('\n').filter((word) => word !== '');
  };

  test.each(['bash', 'zsh', 'fish', 'powershell'])('the script for %s asks akernel', async (shell) => {
    expect((await shop.run(['completion', shell])).stdout).toMatch(/akernel __complete (?:@next )?--/);
  });

  test('fish is given files only where akernel knows no word', async () => {
    const { stdout } = await shop.run(['completion', 'fish']);
    expect(stdout).toContain("complete -c akernel -f -a '(__akernel_complete)'");
    expect(stdout).toMatch(/printf '%s\\n' \$found\n {4}else\n {8}__fish_complete_path/);
  });

  test('a shell that loses empty words says that one begins', async () => {
    const { stdout } = await shop.run(['__complete', '--next', '--', 'store']);
    expect(stdout).toBe('status\nmigrate\ncopy\n');
  });

  test('an unknown shell', async () => {
    expect((await shop.run(['completion', 'tcsh'])).status).toBe(2);
  });

  test('commands, subcommands and flags', async () => {
    expect(await complete('ex')).toEqual(['expand', 'exec', 'explain']);
    expect(await complete('')).not.toContain('__complete');
    expect(await complete('audit', 'v')).toEqual(['verify']);
    expect(await complete('invoke', '--st')).toEqual(['--stream', '--stop-at-budget']);
    expect(await complete('-q', 'invoke', '--output', 'nd')).toEqual(['ndjson']);
    expect(await complete('invoke', '--mode', '')).toEqual(['auto', 'summary', 'table', 'handle_only', 'raw']);
    expect(await complete('audit', 'export', '--outp')).toEqual(['--output']);
    expect(await complete('install', 'c')).toEqual(['claude-code', 'codex', 'cursor', 'copilot']);
    expect(await complete('exec', '--', 'l')).toEqual([]);
    expect(await complete('nonsense', 'x')).toEqual([]);
  });

  test('ids and arguments', async () => {
    expect(await complete('invoke', 'demo.c')).toEqual(['demo.customers']);
    expect(await complete('invoke', '--stream', 'demo.customers', 'r')).toEqual(['rows=']);
    const [handle] = (await shop.run(['handles', '-o', 'ndjson'])).lines;
    expect(await complete('expand', 'h_')).toContain(handle?.['handle_id']);
    expect(await complete('expand', 'value', 'h_')).toContain(handle?.['handle_id']);
  });
});

describe('the page for man', () => {
  test('has every command with its flags and examples, and nothing that roff would take for its own', async () => {
    const { stdout } = await shop.run(['__man']);
    const headings = [...stdout.matchAll(/^\.SS "akernel (\S+)/gm)].map(([, name = '']) => name.replaceAll('\\', ''));
    expect([...new Set(headings)]).toEqual(
      COMMANDS.filter(({ summary }) => summary.hidden !== true).map(({ name }) => name),
    );
    expect(stdout).toContain('.SS "akernel audit verify [options]"');
    expect(stdout).toContain('.B "\\-\\-args\\-from <name=handle#path>"');
    expect(stdout).toContain('\ngit log \\-p | akernel redact > log.txt\n');
    const requests = new Set(stdout.split('\n').flatMap((line) => /^([.']\S*)/.exec(line)?.slice(1) ?? []));
    expect([...requests].sort()).toEqual(['.B', '.PP', '.RE', '.RS', '.SH', '.SS', '.TH', '.TP', '.fi', '.nf']);
    expect(stdout.replaceAll(/\\(?:-|e|&|\(aq|\(dq)/g, '')).not.toContain('\\');
  });
});
