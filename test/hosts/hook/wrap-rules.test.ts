import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { HostId } from '../../../src/contract/host.js';
import { type CommandRules, judgeCommand } from '../../../src/hosts/hook/command-rules.js';
import { printsFile, whyLeftAlone } from '../../../src/hosts/hook/leave-alone.js';
import { readCommandRules } from '../../../src/hosts/hook/rule-files.js';
import { readCommandLine } from '../../../src/hosts/hook/shell-words.js';

describe('a command is left as it is', () => {
  const SHELL = 'it changes the shell that runs it';
  const TERMINAL = 'it needs a terminal';
  const RUNS_ON = 'it leaves something running';
  test.each([
    ['cd src', SHELL],
    ['cd src && npm test', SHELL],
    ['npm ci; cd src', SHELL],
    ['export A=1', SHELL],
    ['A=1', SHELL],
    ['source .env && npm test', SHELL],
    ['. ./env.sh', SHELL],
    ['alias ll="ls -l"', SHELL],
    ['set -e\nnpm test', SHELL],
    ['umask 077', SHELL],
    ['unset A', SHELL],
    ['if true; then cd x; fi', SHELL],
    ['builtin cd x', SHELL],
    ['\\cd x', SHELL],
    ['f() { echo hi; }', SHELL],
    ['npm run dev &', RUNS_ON],
    ['sleep 9 & echo started', RUNS_ON],
    ['npm start & ', RUNS_ON],
    ['vim a.txt', TERMINAL],
    ['git log | less', TERMINAL],
    ['/usr/bin/top -b', TERMINAL],
    ['FOO=1 ssh host', TERMINAL],
    ['sudo ls', TERMINAL],
    ['akernel expand h_4t8r2v6y1n', TERMINAL],
    ["'/usr/bin/node' '/opt/bin/akernel.js' exec --hook codex -- 'ls'", 'it is wrapped already'],
    ['', 'there is no command'],
  ])('%j', (command, why) => {
    expect(whyLeftAlone(command, false)).toBe(why);
  });

  test('when it runs in the background', () => {
    expect(whyLeftAlone('npm test', true)).toBe('it runs in the background');
  });

  test.each([
    'npm test',
    'npm test 2>&1 | tail -5',
    'make >& log; echo done',
    'make &> log',
    'a && b || c',
    'echo "cd x & less"',
    "grep 'vim' notes.txt",
    'FOO=1 npm test',
    'git log --oneline | head -5',
    'cat <<END\nhello\nEND',
    'echo one \\\n  two',
    'lessc a.less',
    'ls cd export',
  ])('is not: %j', (command) => {
    expect(whyLeftAlone(command, false)).toBeUndefined();
  });
});

test.each([
  ['cat a.txt', true],
  ['sed -n 1,40p src/a.ts', true],
  ['head -50 "a b.txt"', true],
  ['cat a.txt | wc -l', false],
  ['cat a.txt > b.txt', false],
  ['cat $(ls)', false],
  ['npm test', false],
  ['catalog', false],
])('%j prints a file: %s', (command, expected) => {
  expect(printsFile(command)).toBe(expected);
});

test.each([
  ['a; b && c || d | e\nf', ['a', 'b', 'c', 'd', 'e', 'f'], true],
  ['echo \'a; b\' "c && d"', ['echo'], true],
  ['a 2>&1 >&2 &> x', ['a'], false],
  ['a\\;b', ['a;b'], false],
  ["echo 'open", ['echo'], false],
])('%j is %j', (line, programs, isPlain) => {
  const read = readCommandLine(line);
  expect(read.segments.map(({ program }) => program)).toEqual(programs);
  expect(read.isPlain).toBe(isPlain);
});

describe('the rules of the user', () => {
  const RULES: CommandRules = {
    deny: ['git push:*', 'rm -rf *', 'curl:*'],
    ask: ['npm publish', 'docker *'],
    allow: ['npm test:*', 'ls', 'git log *', 'echo:*'],
  };
  test.each([
    ['git push', 'stays'],
    ['git  push --force', 'stays'],
    ["bash -c 'git push'", 'stays'],
    ['echo ok && git push origin main', 'stays'],
    ['echo `git push`', 'stays'],
    ['echo $(curl example.org)', 'stays'],
    ['g"i"t push', 'stays'],
    ['rm -rf build', 'stays'],
    ['r\\\nm -rf build', 'stays'],
    ['npm publish', 'stays'],
    ['docker run x', 'stays'],
    ['npm test', 'allowed'],
    ['npm test -- a.test.ts', 'allowed'],
    ['npm test && ls', 'allowed'],
    ['npm testing', 'undecided'],
    ['ls -l', 'undecided'],
    ['npm test && make', 'undecided'],
    ['npm test > log', 'undecided'],
    ['npm test; $(make)', 'undecided'],
    ['echo `make`', 'undecided'],
    ['echo "$(make)"', 'undecided'],
    ['echo "a; make"', 'allowed'],
    ['git log -5', 'allowed'],
    ['git logs', 'undecided'],
    ['make', 'undecided'],
  ])('%j: %s', (command, judgement) => {
    expect(judgeCommand(command, RULES)).toBe(judgement);
  });
});

describe('files of rules', () => {
  let home = '';
  const made: string[] = [];
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'akernel-rules-'));
    made.push(home);
  });
  afterAll(() => {
    for (const folder of made) {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  const write = (path: string, text: unknown): void => {
    const file = join(home, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof text === 'string' ? text : JSON.stringify(text));
  };
  const rulesOf = (host: HostId) => readCommandRules(host, { home, cwd: join(home, 'work'), env: {} });
  const NONE = { deny: [], ask: [], allow: [] };

  test('none is no rule', async () => {
    expect(await rulesOf('claude-code')).toEqual(NONE);
    expect(await rulesOf('codex')).toEqual(NONE);
  });

  test('Claude Code: of user, project and this copy of it', async () => {
    write('.claude/settings.json', { permissions: { deny: ['Bash(git push:*)', 'Read(.env)'], allow: ['Bash(ls)'] } });
    write('work/.claude/settings.json', { permissions: { ask: ['Bash(npm publish)'] } });
    write('work/.claude/settings.local.json', { permissions: { allow: ['Bash', 'mcp__x'] } });
    expect(await rulesOf('claude-code')).toEqual({ deny: ['git push:*'], ask: ['npm publish'], allow: ['ls', '*'] });
  });

  test('one that cannot be read says that it cannot', async () => {
    write('.claude/settings.json', '{ // mine\n "permissions": {} }');
    expect(await rulesOf('claude-code')).toBeUndefined();
  });

  test('Cursor, Gemini and OpenCode', async () => {
    write('.cursor/cli-config.json', { permissions: { allow: ['Shell(ls)'], deny: ['Shell(rm)'] } });
    expect(await rulesOf('cursor')).toEqual({ deny: ['rm'], ask: [], allow: ['ls'] });
    write('.gemini/settings.json', { tools: { exclude: ['run_shell_command(rm)'] } });
    expect(await rulesOf('gemini')).toEqual({ deny: ['rm'], ask: [], allow: [] });
    write('work/.gemini/settings.json', { tools: { core: ['run_shell_command(git)'] } });
    expect((await rulesOf('gemini'))?.deny).toEqual(['rm', '*']);
    write('work/opencode.json', { permission: { bash: { 'git push': 'ask', '*': 'allow', 'rm *': 'deny' } } });
    expect(await rulesOf('opencode')).toEqual({ deny: ['rm *'], ask: ['git push'], allow: ['*', '*'] });
  });
});

test('a command that is too long for one word is left alone', () => {
  expect(whyLeftAlone(`echo ${"'".repeat(32 * 1024)}`, false)).toContain('too long');
  expect(whyLeftAlone(`echo ${'a'.repeat(30 * 1024)}`, false)).toBeUndefined();
});
