import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { sandbox } from '../support/cli.js';

const EVERYTHING = join(process.cwd(), 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

test('a host whose folder has blanks in its name: what is installed can be started as it is written', async () => {
  const box = sandbox();
  const home = join(box.directory, 'my home');
  mkdirSync(join(home, '.claude'), { recursive: true });
  const original = JSON.stringify({ mcpServers: { everything: { command: process.execPath, args: [EVERYTHING] } } });
  writeFileSync(join(home, '.claude.json'), original);
  const env = { HOME: home, AKERNEL_HOME: join(home, 'my state') };
  const installed = await box.run(['install', 'claude-code', '--yes', '-o', 'json'], { env });
  expect([installed.status, JSON.parse(installed.stdout).state]).toEqual([0, 'installed']);

  const { command, args, env: own } = JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8')).mcpServers.akernel;
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command, args, env: { ...own, HOME: home, PATH: '/usr/bin:/bin' } }));
  try {
    const { tools } = await client.listTools();
    const { name } = tools.find((tool) => tool.name.includes('echo')) ?? { name: '' };
    const { content } = await client.callTool({ name, arguments: { message: 'hello' } });
    expect(JSON.stringify(content)).toContain('hello');
  } finally {
    await client.close();
  }
  const doctor = await box.run(['doctor', '-o', 'json'], { env });
  expect(doctor.stdout).toMatch(/gateway and hooks installed for the user; last called 2\d{3}-/);

  const settings = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'));
  const [{ hooks }] = settings.hooks.PostToolUse;
  const version = hooks[0].command.replace(/ hook claude-code$/, ' --version');
  expect(execFileSync('sh', ['-c', version], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/);

  const taken = await box.run(['uninstall', 'claude-code', '--yes'], { env });
  expect([taken.status, taken.stderr]).toEqual([0, '']);
  expect(readFileSync(join(home, '.claude.json'), 'utf8')).toBe(original);
});

test('the plugin of OpenCode asks akernel: outputs are looked through, and what it writes', async () => {
  const secret = ['ghp', 'abcdefghijklmnopqrstuvwxyz0123456789'].join('_');
  const box = sandbox();
  mkdirSync(join(box.directory, '.config/opencode'), { recursive: true });
  const { status } = await box.run(['install', 'opencode', '--yes']);
  expect(status).toBe(0);
  const file = join(box.directory, '.config/opencode/plugins/akernel.mjs');
  writeFileSync(file, readFileSync(file.replace('.mjs', '.js')));
  const script = join(box.directory, 'host.mjs');
  writeFileSync(join(box.directory, '.env'), `TOKEN=${secret}\n`);
  writeFileSync(
    script,
    `import { Akernel } from ${JSON.stringify(pathToFileURL(file).href)};
const hooks = await Akernel({ directory: ${JSON.stringify(box.directory)} });
const call = { tool: 'bash', sessionID: 's', callID: 'c', args: { command: 'env' } };
const output = { title: '', output: 'TOKEN=${secret}', metadata: {} };
await hooks['tool.execute.after'](call, output);
const own = { output: 'TOKEN=${secret}' };
await hooks['tool.execute.after']({ ...call, tool: 'akernel_expand' }, own);
const write = { args: { filePath: ${JSON.stringify(join(box.directory, '.env'))}, content: 'TOKEN=[REDACTED:secret]' } };
const denied = await hooks['tool.execute.before']({ ...call, tool: 'write' }, write).catch((error) => error.message);
console.log(JSON.stringify({ output: output.output, own: own.output, denied }));
`,
  );
  const env = { PATH: '/usr/bin:/bin', HOME: box.directory, AKERNEL_HOME: box.home };
  const { output, own, denied } = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8', env }));
  expect(output).toContain('TOKEN=[REDACTED:');
  expect(output).not.toContain(secret);
  expect(own).toContain(secret);
  expect(denied).toContain('[akernel] not written');
});
