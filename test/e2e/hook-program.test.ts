import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { firstLook } from '../../src/cli/hook/first-look.js';
import { HOST_IDS } from '../../src/contract/host.js';
import { type Sandbox, sandbox } from '../support/cli.js';
import { hookFixtures, SECRET, SECRET_LINE } from '../support/hook-fixture.js';

const ENV_FILE = `PORT=8080\n${SECRET_LINE}\nDEBUG=1\n`;

/** Handles and folders differ from run to run, and how much of a long text was shown at once. */
function comparable(text: string, folder: string): string {
  if (text.includes('[akernel] omitted')) {
    return 'cut';
  }
  return text
    .replaceAll(folder, '')
    .replace(/h_[0-9a-z]{10}/g, 'h_')
    .replace(/'[^' ]*' '[^' ]*akernel\.js'/g, 'akernel');
}

const HOOK: { readonly firstLook: typeof firstLook } = createRequire(import.meta.url)('../../dist/hook.cjs');

/** What the built first look writes, or what it leaves to the whole program. */
async function lookFirst(host: string, event: string, { directory, home }: Sandbox) {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) };
  const env = { PATH: process.env['PATH'], HOME: directory, AKERNEL_HOME: home };
  const argv = ['node', 'akernel', 'hook', host];
  const stdin = Readable.from([Buffer.from(event)]);
  const started = { argv, env, cwd: () => directory, stdin, stdout: output, stderr: output };
  const left = await HOOK.firstLook(started as unknown as NodeJS.Process);
  return { written: written.join(''), left: left === undefined ? undefined : await text(left.stdin) };
}

it('answers as the whole program does, though most of it is not loaded', async () => {
  const [box, shop] = [sandbox(), sandbox()];
  writeFileSync(join(box.directory, '.env'), ENV_FILE);
  writeFileSync(join(shop.directory, '.env'), ENV_FILE);
  const started = new Set<string>();
  for (const { host, name, event } of hookFixtures()) {
    const whole = await shop.inside(['hook', host], { stdin: JSON.stringify(event(shop.directory)) });
    const wanted = [host, name, comparable(whole.stdout, shop.directory)];
    const stdin = JSON.stringify(event(box.directory));
    const { written, left } = await lookFirst(host, stdin, box);
    if (left === undefined) {
      expect([host, name, comparable(written, box.directory)]).toEqual(wanted);
    } else {
      expect([host, name, written, left === stdin]).toEqual([host, name, '', true]);
    }
    // The program itself is started twice for each host: once with an event that the first look answers, once with another.
    const kind = `${host} ${left === undefined}`;
    if (!started.has(kind)) {
      started.add(kind);
      const { status, stdout, stderr } = await box.run(['hook', host], { stdin });
      expect([host, name, status, stderr]).toEqual([host, name, 0, '']);
      expect([host, name, comparable(stdout, box.directory)]).toEqual(wanted);
    }
    expect(written + whole.stdout).not.toContain(SECRET);
  }
  expect(started.size).toBeGreaterThan(HOST_IDS.length);
});

it('leaves one receipt of a clean output, and no store', async () => {
  const box = sandbox();
  const event = {
    session_id: 's-1',
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_response: { stdout: 'ok' },
  };
  const env = { AKERNEL_HOME: join(box.directory, 'hook-state') };
  expect(await box.run(['hook', 'claude-code'], { env, stdin: JSON.stringify(event) })).toMatchObject({
    status: 0,
    stdout: '',
    stderr: '',
  });
  const month = `${new Date().toISOString().slice(0, 7)}.ndjson`;
  const lines = readFileSync(join(env.AKERNEL_HOME, 'receipts', month), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ host: 'claude-code', session: 's-1', bytes_in: 2, bytes_out: 2, redactions: {} }),
  ]);
  expect(() => readFileSync(join(env.AKERNEL_HOME, 'akernel.db'))).toThrow('ENOENT');
});

it('ends with 0 and silence when the state cannot be written, the config is broken or nothing comes', async () => {
  const box = sandbox();
  const event = JSON.stringify({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: 'ok' } });
  const broken = join(box.directory, 'broken.json');
  writeFileSync(broken, '{"hooks":');
  const runs = [
    { stdin: event, env: { AKERNEL_HOME: '/proc/nowhere/state' } },
    { stdin: event, env: { AKERNEL_CONFIG: broken } },
    { stdin: '', env: {} },
    { stdin: '{"hook_event_name":"PostToolUse"', env: {} },
  ];
  for (const { stdin, env } of runs) {
    const { status, stdout, stderr } = await box.run(['hook', 'cursor'], { stdin, env });
    expect([stdin, status, stdout]).toEqual([stdin, 0, '{}']);
    expect(stderr.split('\n').length).toBeLessThanOrEqual(2);
  }
});

const KEY_LINES = Array.from({ length: 8 }, (_, index) =>
  Buffer.from(Array.from({ length: 48 }, (__, at) => (index * 7919 + at * 104729) % 251)).toString('base64'),
);
const BEGIN_AND_END = ['BEGIN', 'END'].map((word) => `-----${word} ${'PRIVATE'} KEY-----`);
const KEY_FILE = [BEGIN_AND_END[0], ...KEY_LINES, BEGIN_AND_END[1]].join('\n');
const PART = KEY_LINES.slice(3, 6);
const PATCH = [{ oldStart: 4, lines: [...PART.map((line) => ` ${line}`), '-old', '+new'] }];

it.each([
  ['Edit', { file_path: 'k.pem' }, { originalFile: KEY_FILE, structuredPatch: PATCH }],
  ['Read', { file_path: 'k.pem', offset: 4, limit: 3 }, { type: 'text', file: { content: PART.join('\n') } }],
  ['Bash', { command: "tail -n 5 'k.pem'" }, { stdout: PART.join('\n'), stderr: '' }],
  ['mcp__vault__list', {}, { [SECRET]: 'in use' }],
  ['Bash', { command: 'x' }, { stdout: `${SECRET}${'A'.repeat(40)}`, isImage: true }],
])('hides what only the whole of it tells: %s %j', async (tool, input, response) => {
  const box = sandbox();
  writeFileSync(join(box.directory, 'k.pem'), KEY_FILE);
  const about = { tool_name: tool, tool_input: input, tool_response: response };
  const event = { hook_event_name: 'PostToolUse', session_id: 's', cwd: box.directory, ...about };
  const { status, stdout } = await box.inside(['hook', 'claude-code'], { stdin: JSON.stringify(event) });
  expect(status).toBe(0);
  expect(stdout).toContain('[akernel] redacted: ');
  expect([...KEY_LINES, SECRET].filter((secret) => stdout.includes(secret))).toEqual([]);
});

it.each([2, 12, SECRET.length - 2])('hides a secret that is cut over two blocks: at %i', async (cut) => {
  const box = sandbox();
  const at = SECRET_LINE.indexOf(SECRET) + cut;
  const blocks = [SECRET_LINE.slice(0, at), SECRET_LINE.slice(at), 'fine'].map((text) => ({ type: 'text', text }));
  const event = {
    hook_event_name: 'PostToolUse',
    session_id: 's',
    tool_name: 'mcp__vault__read',
    tool_response: blocks,
  };
  const { stdout } = await box.inside(['hook', 'claude-code'], { stdin: JSON.stringify(event) });
  const { updatedToolOutput: shown } = JSON.parse(stdout).hookSpecificOutput;
  const texts: readonly string[] = shown.map(({ text }: { text: string }) => text);
  expect(texts).toHaveLength(3);
  expect(texts.join('\n')).toContain('[REDACTED:');
  const [, handle = ''] = /handle (h_\w+)/.exec(stdout) ?? [];
  const kept = await box.inside(['expand', handle, '--all']);
  expect(kept.stdout).toContain('[REDACTED:');
  const runs = Array.from({ length: SECRET.length - 5 }, (_, from) => SECRET.slice(from, from + 6));
  expect(runs.filter((run) => texts.join('').includes(run) || kept.stdout.includes(run))).toEqual([]);
});

it.each([
  ['broken', 'foo: ['],
  ['hostile', 'exec: false\nredaction: { groups: { secret: false }, allow: { patterns: ["kestrel.*"] } }\n'],
])('hides secrets in a folder whose config is %s', async (_, config) => {
  const box = sandbox();
  writeFileSync(join(box.directory, 'akernel.config.yaml'), config);
  const event = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: SECRET_LINE } };
  const after = await box.inside(['hook', 'claude-code'], { stdin: JSON.stringify(event) });
  const wrapped = ['exec', '--hook', 'claude-code', '--shell', '', '--', `printf %s '${SECRET_LINE}'; exit 3`];
  const run = await box.run(wrapped);
  expect(run).toMatchObject({ status: 3, stderr: '' });
  for (const { stdout } of [after, run]) {
    expect(stdout).toContain('[REDACTED:');
    expect(stdout).not.toContain(SECRET);
  }
});

it('does not let an agent write what says what is hidden', async () => {
  const box = sandbox();
  const event = {
    session_id: 's',
    cwd: box.directory,
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: join(box.directory, 'akernel.config.yaml'), content: 'redaction: { off: [secret] }\n' },
  };
  const { status, stdout } = await box.inside(['hook', 'claude-code'], { stdin: JSON.stringify(event) });
  expect(status).toBe(0);
  expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('ask the person'),
  });
});

it('withholds what is nested too deeply to be looked at', async () => {
  const box = sandbox();
  const deep = `${'{"a":'.repeat(5000)}${JSON.stringify(SECRET_LINE)}${'}'.repeat(5000)}`;
  const event = JSON.stringify({
    session_id: 's',
    cwd: box.directory,
    hook_event_name: 'PostToolUse',
    tool_name: 'mcp__shop__get',
    tool_input: {},
    tool_response: 'RESPONSE',
  }).replace('"RESPONSE"', `[{"type":"text","text":"fine"},${deep}]`);
  const { status, stdout } = await box.inside(['hook', 'claude-code'], { stdin: event });
  expect(status).toBe(0);
  expect(stdout).toContain('[akernel] withheld: nested too deeply');
  expect(stdout).toContain('fine');
  expect(stdout).not.toContain(SECRET);
});
