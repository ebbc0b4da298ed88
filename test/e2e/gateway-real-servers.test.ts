import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { type Connected, connectByPipes, namesWith, textOf } from '../support/gateway.js';

const MAIL = ['ada', 'example.org'].join('@');

/** As Claude Code tells its servers which session it is. */
const SESSION = { CLAUDE_CODE_SESSION_ID: 'session-1' };

let box: Sandbox;
let host: Connected;

beforeAll(async () => {
  box = sandbox();
  mkdirSync(join(box.directory, 'files'));
  writeFileSync(join(box.directory, 'files', 'letter.txt'), `Dear ${MAIL}\nbye\n`);
  const server = (path: string, args: readonly string[] = [], env = {}) => ({
    command: process.execPath,
    args: [resolve('node_modules', path), ...args],
    env,
  });
  const ours = '@modelcontextprotocol';
  const servers = {
    everything: server(`${ours}/server-everything/dist/index.js`),
    files: server(`${ours}/server-filesystem/dist/index.js`, [join(box.directory, 'files')]),
    memory: server(`${ours}/server-memory/dist/index.js`, [], { MEMORY_FILE_PATH: join(box.directory, 'memory.json') }),
    browser: server('@playwright/mcp/cli.js', ['--headless', '--executable-path', '/nowhere/chrome']),
  };
  const file = join(box.directory, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  host = await connectByPipes(box, { mode: 'auto', args: ['--from', file, '--host', 'claude-code'], env: SESSION });
});
afterAll(() => host.close());

it('lists the tools of servers that people have', async () => {
  const wanted = ['everything__echo', 'files__read_text_file', 'files__write_file', 'memory__create_entities'];
  const names = await namesWith(host, ...wanted, 'browser__browser_navigate');
  expect(names.filter((name) => name.startsWith('browser__')).length).toBeGreaterThan(15);
  expect(names.filter((name) => name.startsWith('demo__') || name.startsWith('fs__'))).toEqual([]);
});

it('passes what they answer, and hides what is personal', async () => {
  expect(textOf(await host.call('everything__echo', { message: 'hello' }))).toBe('Echo: hello');
  const read = textOf(await host.call('files__read_text_file', { path: join(box.directory, 'files', 'letter.txt') }));
  expect(read).toMatch(/^Dear \[REDACTED:email\]\nbye\n\[akernel\] redacted: email 1; handle h_\w+$/);
});

it('lets them write: the host asks its person, as it did before', async () => {
  const entity = { name: 'gateway', entityType: 'part', observations: ['stands in front'] };
  const made = await host.call('memory__create_entities', { entities: [entity] });
  expect(made.isError).not.toBe(true);
  expect(JSON.parse(textOf(made))).toEqual([entity]);
  expect(textOf(await host.call('memory__read_graph'))).toContain('stands in front');
});

it('tells the failure of a browser that is not there', async () => {
  const answer = await host.call('browser__browser_navigate', { url: 'http://127.0.0.1:9/' });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).toMatch(/chrom/i);
});

it('leaves a receipt for each call, under the name of the host', async () => {
  const { stdout } = await box.inside(['receipts', '--by', 'tool']);
  const { groups, all } = JSON.parse(stdout);
  expect(all.calls).toBeGreaterThanOrEqual(5);
  expect(all.redactions).toEqual({ email: 1 });
  const sessions = JSON.parse((await box.inside(['receipts', '--by', 'session'])).stdout);
  expect(sessions.groups.map(({ name }: { name: string }) => name)).toContain('claude-code session-1');
  expect(groups.map(({ name }: { name: string }) => name)).toContain('claude-code memory__read_graph');
});
