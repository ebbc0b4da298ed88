import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
