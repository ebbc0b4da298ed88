import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readReceipts } from '../../../src/files/receipt-log.js';
import { type CliResult, type CliWorkshop, createCliWorkshop } from '../../support/cli-host.js';
import { hookFixtures, PASSWORD, SECRET, SECRET_LINE } from '../../support/hook-fixture.js';

let shop: CliWorkshop;
beforeAll(() => {
  shop = createCliWorkshop();
  writeFileSync(join(shop.directory, '.env'), `PORT=8080\n${SECRET_LINE}\nDEBUG=1\n`);
});
afterAll(() => shop.dispose());

/** What each event is answered by. A host that is to get something all the same gets `{}` for silence. */
const ANSWERS: Readonly<
  Record<string, Readonly<Record<string, 'silent' | 'replaced' | 'cut' | 'refused' | 'wrapped'>>>
> = {
  'claude-code': {
    'bash-background': 'silent',
    'bash-binary': 'silent',
    'bash-clean': 'silent',
    'bash-failed': 'silent',
    'bash-image': 'silent',
    'bash-large': 'cut',
    'bash-secret': 'replaced',
    'glob-clean': 'silent',
    'grep-secret': 'replaced',
    'mcp-secret': 'replaced',
    'mcp-structured': 'replaced',
    'pre-bash': 'wrapped',
    'pre-bash-placeholder': 'refused',
    'pre-bash-background': 'silent',
    'pre-bash-cd': 'silent',
    'pre-edit': 'refused',
    'pre-multi-edit': 'refused',
    'pre-write': 'refused',
    'pre-write-clean': 'silent',
    'read-image': 'silent',
    'read-large': 'replaced',
    'read-secret': 'replaced',
    'task-secret': 'replaced',
  },
  codex: { 'post-bash': 'silent', 'pre-bash': 'wrapped', 'pre-bash-placeholder': 'refused', 'pre-patch': 'refused' },
  cursor: {
    'mcp-clean': 'silent',
    'mcp-large': 'cut',
    'mcp-secret': 'replaced',
    'post-shell': 'silent',
    'pre-shell': 'silent',
    'pre-shell-placeholder': 'refused',
    'pre-write': 'refused',
  },
  vscode: {
    'post-terminal': 'silent',
    'pre-create': 'refused',
    'pre-terminal': 'wrapped',
    'pre-terminal-placeholder': 'refused',
    'pre-terminal-background': 'silent',
  },
  copilot: {
    'bash-clean': 'silent',
    'bash-failed': 'silent',
    'bash-large': 'cut',
    'bash-secret': 'replaced',
    'pascal-secret': 'replaced',
    'pre-bash': 'wrapped',
    'pre-bash-placeholder': 'refused',
    'pre-edit': 'refused',
    'view-large': 'silent',
  },
  gemini: {
    'before-replace': 'refused',
    'before-shell': 'wrapped',
    'before-shell-placeholder': 'refused',
    'read-image': 'silent',
    'read-parts': 'replaced',
    'shell-clean': 'silent',
    'shell-large': 'cut',
    'shell-secret': 'replaced',
  },
  opencode: {
    'bash-clean': 'silent',
    'bash-large': 'cut',
    'bash-secret': 'replaced',
    'before-bash': 'wrapped',
    'before-bash-placeholder': 'refused',
    'before-write': 'refused',
    'read-large': 'silent',
  },
};

const FIXTURES = hookFixtures();
const CASES = FIXTURES.map(({ host, name, event }) => ({ host, name, event, answer: ANSWERS[host]?.[name] }));
const [BASH_SECRET] = FIXTURES.filter(({ host, name }) => host === 'claude-code' && name === 'bash-secret');

function run(host: string, stdin: string, env: Readonly<Record<string, string>> = {}): Promise<CliResult> {
  return shop.run(['hook', host, '--wrap'], { stdin, env });
}

function silenceOf(host: string): string {
  return host === 'cursor' ? '{}' : '';
}

/** Every text in an answer, one a line. */
function textOf({ stdout }: CliResult): string {
  const texts: string[] = [];
  JSON.parse(stdout, (_, value) => {
    texts.push(...(typeof value === 'string' ? [value] : []));
    return value;
  });
  return texts.join('\n');
}

test('every event has its answer in the table', () => {
  expect(CASES.filter(({ answer }) => answer === undefined)).toEqual([]);
  expect(CASES.length).toBe(Object.values(ANSWERS).flatMap((answers) => Object.keys(answers)).length);
});

describe.each(CASES)('$host $name', ({ host, event, answer }) => {
  test(`is ${answer}`, async () => {
    const started = performance.now();
    const result = await run(host, JSON.stringify(event(shop.directory)));
    expect(result).toMatchObject({ status: 0, stderr: '' });
    if (answer === 'silent') {
      expect(result.stdout).toBe(silenceOf(host));
      return;
    }
    const text = textOf(result);
    expect(result.stdout).not.toContain(SECRET);
    expect(result.stdout).not.toContain(PASSWORD);
    const expected = {
      replaced: /\n\[akernel\] (?:.*; )?redacted: (?:secret|password) [12]; handle h_\w{10}\n/,
      cut: /\n\[akernel\] omitted [\d,]+ chars; next: akernel expand h_\w{10}(?: --offset \d+)?\n/,
      wrapped: /exec --hook [a-z-]+ --shell "\$\{BASH:-\$\{ZSH_VERSION:\+zsh\}\}" -- 'npm test'/,
      refused:
        /not written: \[REDACTED:secret(?::7f3a)?\] in line \d of the new text|not run: the command would write \[REDACTED:secret\] into \.env/,
    } as const;
    expect(text).toMatch(expected[answer ?? 'cut']);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe('native shapes', () => {
  const answerTo = async (host: string, name: string): Promise<unknown> => {
    const { event } = FIXTURES.find((each) => each.host === host && each.name === name) ?? {};
    return JSON.parse((await run(host, JSON.stringify(event?.(shop.directory)))).stdout);
  };
  const placeholder = 'API_KEY=[REDACTED:secret]';
  const account = (count: number) =>
    expect.stringMatching(new RegExp(`^\\[akernel\\] redacted: secret ${count}; handle`));
  const lines = (...texts: readonly unknown[]) => texts;

  test('Bash: every other member as it was, and each stream in its place', async () => {
    const answer = await answerTo('claude-code', 'bash-secret');
    const { stdout, ...others } = Object(answer).hookSpecificOutput.updatedToolOutput;
    expect(stdout.split('\n')).toEqual(lines('start', placeholder, 'end', account(2), ''));
    expect(others).toEqual({
      stderr: `warn ${placeholder}\n`,
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
    });
  });

  test('Read: the text in the same structure, whole however long it is', async () => {
    const answer = await answerTo('claude-code', 'read-large');
    const { file, type } = Object(answer).hookSpecificOutput.updatedToolOutput;
    expect(type).toBe('text');
    expect(file).toMatchObject({ numLines: 9, startLine: 1, totalLines: 9 });
    expect(file.content.split('\n').slice(-4)).toEqual(
      lines(expect.stringMatching(/^25999 line/), placeholder, account(1), ''),
    );
    expect(file.content.split('\n').length).toBe(26_003);
  });

  test('Bash: what is cut of a manual page is not longer than what the host would cut again', async () => {
    const page = readFileSync('fixtures/sessions/manual/01-bash.json', 'utf8');
    const { stdout } = Object(JSON.parse((await run('claude-code', page)).stdout)).hookSpecificOutput.updatedToolOutput;
    expect(stdout).toMatch(/\[akernel\] .*next: akernel expand/);
    expect(stdout.length).toBeLessThanOrEqual(30_000);
  });

  test('MCP: texts and structured members, pictures as they were', async () => {
    const answer = await answerTo('claude-code', 'mcp-secret');
    const [text, picture] = Object(answer).hookSpecificOutput.updatedToolOutput;
    expect(text.text.split('\n')).toEqual(lines('name: Ada', placeholder, account(1), ''));
    expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' });
    const structured = Object(await answerTo('claude-code', 'mcp-structured')).hookSpecificOutput.updatedToolOutput;
    expect(structured).toMatchObject({ user: 'ada', tries: 3 });
    expect(structured.password).toMatch(/^\[REDACTED:password\]\n\[akernel\]/);
  });

  test('the answers of the other hosts', async () => {
    expect(await answerTo('copilot', 'bash-secret')).toEqual({
      modifiedResult: { resultType: 'success', textResultForLlm: expect.stringContaining(placeholder) },
    });
    expect(await answerTo('gemini', 'shell-secret')).toEqual({
      decision: 'deny',
      reason: expect.stringContaining(placeholder),
    });
    expect(await answerTo('cursor', 'mcp-secret')).toEqual({
      updated_mcp_tool_output: { content: [{ type: 'text', text: expect.stringContaining(placeholder) }] },
    });
    expect(await answerTo('opencode', 'bash-secret')).toEqual({
      output: {
        title: 'npm test',
        output: expect.stringContaining(placeholder),
        metadata: { exit: 1, description: 'tests' },
      },
    });
  });

  test('a rewritten command keeps every other member, and is allowed only where the host wants it so', async () => {
    const wrapped = { command: expect.stringContaining('exec --hook') };
    expect(await answerTo('claude-code', 'pre-bash')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { ...wrapped, description: 'Run the tests', timeout: 120_000 },
      },
    });
    expect(await answerTo('codex', 'pre-bash')).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { ...wrapped, workdir: shop.directory },
      },
    });
    expect(await answerTo('copilot', 'pre-bash')).toEqual({ modifiedArgs: { ...wrapped, description: 'tests' } });
    expect(await answerTo('gemini', 'before-shell')).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: wrapped },
    });
    expect(await answerTo('opencode', 'before-bash')).toEqual({ args: { ...wrapped, description: 'tests' } });
  });
});

describe('whatever happens, the host gets an answer', () => {
  const event = () => JSON.stringify(BASH_SECRET?.event(shop.directory));

  test.each([['{"hook_event_name":'], ['[]'], [''], ['null'], ['{}'], ['{"hook_event_name":7}']])(
    'broken JSON: %j',
    async (stdin) => {
      for (const { host } of FIXTURES) {
        const { status, stdout, stderr } = await run(host, stdin);
        expect([host, status, stdout]).toEqual([host, 0, silenceOf(host)]);
        expect(stderr.split('\n').length).toBeLessThanOrEqual(2);
      }
    },
    120_000,
  );

  test('a store that cannot be written: redacted all the same, and it says that nothing is kept', async () => {
    const result = await run('claude-code', event(), { AKERNEL_HOME: join(shop.directory, '.env', 'state') });
    expect(result.status).toBe(0);
    expect(textOf(result)).toContain('[akernel] redacted: secret 2; nothing is kept\n');
    expect(result.stdout).not.toContain(SECRET);
  });

  test('a config that is wrong, a setting that is wrong, a host that nobody knows', async () => {
    writeFileSync(join(shop.directory, 'wrong.json'), '{"hooks":{"profile":"none"}}');
    const env = { AKERNEL_CONFIG: join(shop.directory, 'wrong.json') };
    const { status, stdout } = await run('claude-code', event(), env);
    expect([status, stdout.includes('[REDACTED:'), stdout.includes(SECRET)]).toEqual([0, true, false]);
    expect(await run('cursor', event(), { AKERNEL_OUTPUT: 'loud' })).toMatchObject({ status: 0, stdout: '{}' });
    expect(await run('emacs', event())).toMatchObject({ status: 0, stdout: '' });
    expect(await shop.run(['hook', 'claude-code', '--loud'], { stdin: event() })).toMatchObject({
      status: 0,
      stdout: '',
    });
    expect(await shop.run(['hook'], { stdin: event() })).toMatchObject({ status: 0, stdout: '' });
  });
});

describe('what a profile hides', () => {
  const TEXT = `mail ada@example.org\nserver 93.184.216.34\n${SECRET_LINE}\n`;
  test.each([
    ['coding', ['secret']],
    ['personal', ['email', 'secret']],
    ['strict', ['email', 'ipv4', 'secret']],
  ])('%s', async (profile, types) => {
    writeFileSync(join(shop.directory, 'profile.json'), JSON.stringify({ hooks: { profile } }));
    const env = { AKERNEL_CONFIG: join(shop.directory, 'profile.json') };
    const event = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout: TEXT, stderr: '' } };
    const text = textOf(await run('claude-code', JSON.stringify(event), env));
    const found = [...text.matchAll(/\[REDACTED:(\w+)\]/g)].map(([, type]) => type);
    expect([...new Set(found)].sort()).toEqual(types);
    const [handle = ''] = /h_\w{10}/.exec(text) ?? [];
    const expanded = (await shop.run(['expand', handle, '-o', 'text'], { env })).stdout;
    expect([...new Set([...expanded.matchAll(/\[REDACTED:(\w+)\]/g)].map(([, type]) => type))].sort()).toEqual(types);
  });
});

describe('what calls itself a picture', () => {
  const bytes = Buffer.from(Array.from({ length: 900 }, (_, index) => (index * 7919) % 251)).toString('base64');
  test('keeps its bytes, and nothing else is passed with them', async () => {
    const records = [
      { type: 'image', name: 'web', password: PASSWORD, note: SECRET_LINE },
      { type: 'image', mimeType: 'image/png', data: bytes },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } },
      { type: 'resource', resource: { uri: 'a', mimeType: 'application/pdf', blob: bytes, text: SECRET_LINE } },
    ];
    const event = { hook_event_name: 'PostToolUse', tool_name: 'mcp__a__b', tool_response: records };
    const result = await run('claude-code', JSON.stringify(event));
    expect(result.stdout).not.toContain(PASSWORD);
    expect(result.stdout).not.toContain(SECRET);
    const [, ...others] = Object(JSON.parse(result.stdout)).hookSpecificOutput.updatedToolOutput;
    expect(others).toEqual([
      records[1],
      records[2],
      { type: 'resource', resource: expect.objectContaining({ mimeType: 'application/pdf', blob: bytes }) },
    ]);
  });
});

test('rules of the user give leave, and take it', async () => {
  const own = createCliWorkshop();
  const event = (host: string) => {
    const tool = host === 'cursor' ? 'Shell' : 'Bash';
    return JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: { command: 'npm test' } });
  };
  const ask = async (host: string): Promise<string> =>
    (await own.run(['hook', host, '--wrap'], { stdin: event(host) })).stdout;
  const rules = (file: string, permissions: unknown): void => {
    mkdirSync(dirname(join(own.directory, file)), { recursive: true });
    writeFileSync(join(own.directory, file), JSON.stringify({ permissions }));
  };
  expect(await ask('claude-code')).not.toContain('permissionDecision');
  expect(await ask('cursor')).toBe('{}');
  rules('.claude/settings.json', { allow: ['Bash(npm test:*)'] });
  rules('.cursor/cli-config.json', { allow: ['Shell(npm test)'] });
  expect(await ask('claude-code')).toContain('"permissionDecision":"allow","updatedInput":{"command":"\'');
  expect(await ask('cursor')).toContain('{"permission":"allow","updated_input":{"command":"\'');
  rules('.claude/settings.local.json', { deny: ['Bash(npm:*)'] });
  rules('.cursor/cli.json', { deny: ['Shell(npm)'] });
  expect(await ask('claude-code')).toBe('');
  expect(await ask('cursor')).toBe('{}');
  own.dispose();
});

test('an event of more than 64 MB is not read to its end', async () => {
  const stdin = Buffer.alloc(65 * 1024 * 1024, 'x');
  const { status, stdout, stderr } = await shop.run(['hook', 'claude-code'], { stdin });
  expect({ status, stdout, stderr }).toEqual({
    status: 0,
    stdout: '',
    stderr: 'akernel: the event of the host is longer than 64 MB\n',
  });
});

test('each handled call leaves one receipt, with counts only', async () => {
  const own = createCliWorkshop();
  const event = JSON.stringify(BASH_SECRET?.event(own.directory));
  const { stdout } = await own.run(['hook', 'claude-code'], { stdin: event });
  const { receipts, torn } = readReceipts(join(own.directory, 'state'));
  const output = Object(JSON.parse(stdout)).hookSpecificOutput.updatedToolOutput;
  expect(torn).toBe(0);
  expect(receipts).toEqual([
    expect.objectContaining({
      surface: 'hook',
      host: 'claude-code',
      tool: 'Bash',
      session: '9f1c2d34-0000-4000-8000-1234567890ab',
      kind: 'call',
      bytes_in: 10 + 2 * SECRET_LINE.length + 7,
      bytes_out: output.stdout.length + output.stderr.length,
      counted: 'estimated',
      host_limit_bytes: 30_000,
      redactions: { secret: 2 },
      handle_id: /h_\w{10}/.exec(output.stdout)?.[0],
      digest: expect.stringMatching(/^[0-9a-f]{16}$/),
    }),
  ]);
  expect(JSON.stringify(receipts)).not.toContain(SECRET);
  own.dispose();
});
