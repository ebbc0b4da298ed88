import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrapCommand } from '../../src/hosts/hook/wrap-command.js';
import { PROGRAM } from '../support/program.js';

const BASH = '/bin/bash';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'akernel-wrap-'));
  writeFileSync(join(folder, 'a b.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(folder, 'hand-on.sh'), 'exec "$5" -c "$7"\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, env: NodeJS.ProcessEnv = {}, shell = BASH) {
  const { status, signal, stdout, stderr } = spawnSync(shell, ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    input: 'from stdin\n',
    env: { PATH: process.env['PATH'], HOME: folder, AKERNEL_HOME: join(folder, 'state'), ...env },
  });
  return { status, signal, stdout, stderr };
}

function wrapped(command: string): string {
  return wrapCommand(command, 'claude-code', { node: process.execPath, program: PROGRAM });
}

/** As the program is told of it, by a shell in its place: that the line comes whole does not depend on the program. */
function handedOn(command: string): string {
  return wrapCommand(command, 'claude-code', { node: '/bin/sh', program: join(folder, 'hand-on.sh') });
}

const COMMANDS: readonly (readonly [about: string, command: string])[] = [
  ['a word', 'echo ok'],
  ['single quotes', "echo 'it is' \"it's\" 'a'\\''b'"],
  ['double quotes', 'echo "a  b" "$HOME" "\\$HOME" \'$HOME\''],
  ['a pipe', 'cat "a b.txt" | sort -r | head -2'],
  ['the status of a pipe', 'set -o pipefail; false | cat'],
  ['redirections', 'echo out; echo err >&2; ls nowhere 2>/dev/null; cat < "a b.txt" > copy.txt; wc -l < copy.txt'],
  ['both in one', '{ echo out; echo err >&2; } 2>&1 | sort'],
  ['a heredoc', "cat <<'END'\n$HOME `id` \"q\" 'q'\nEND\necho behind"],
  ['a heredoc that is filled in', 'X=5\ncat <<END\nvalue $X $((X + 1))\nEND'],
  ['a here-string', 'cat <<< "$HOME"'],
  ['lines', 'echo one\n\necho two # a comment\n# another\necho three'],
  ['substitutions', 'echo $(echo in $(echo side)) `echo back` <(true | cat) | cut -c1-20'],
  ['backslashes', "printf '%s\\n' 'a\\b' \"c\\\\d\" e\\ f"],
  ['unicode', "echo 'ü 名前 😀' | cat"],
  ['arrays and bash', `a=(x y z); echo \${a[1]} \${#a[@]}; [[ abc =~ b ]] && echo yes`],
  ['globs', 'echo *.txt; echo "*.txt"'],
  ['braces and loops', 'for i in {1..3}; do echo $i; done; echo {a,b}c'],
  ['and, or', 'false || echo no && echo yes; true && false'],
  ['a status', 'echo before; exit 42'],
  ['a status without a word', 'exit 3'],
  ['not found', 'no-such-program-here --flag'],
  ['what may not be run', './"a b.txt"'],
  ['a mistake in the line', 'echo "never closed'],
  ['standard input', 'read line; echo "got $line"'],
  ['no newline at the end', "printf 'abc'"],
  ['nothing at all', 'true'],
  ['colours', "printf '\\033[31mred\\033[0m\\n'"],
  ['options', '-x || echo "-- no"'],
  ['a percent, an exclamation mark, a tilde', "echo 100% ! ~/x '!!'"],
  ['its own process', 'echo $0; test -n "$BASH_VERSION" && echo bash'],
];

/** For these the program is started: what they show depends on how it runs a line, and not only on the words of it. */
const STARTED: ReadonlySet<string> = new Set([
  'the status of a pipe',
  'redirections',
  'both in one',
  'a heredoc that is filled in',
  'a status',
  'not found',
  'what may not be run',
  'a mistake in the line',
  'standard input',
  'no newline at the end',
  'nothing at all',
  'colours',
  'its own process',
]);

describe('a wrapped command', () => {
  it.each(COMMANDS)('comes to its shell as it was written: %s', (_, command) => {
    expect(run(handedOn(command))).toEqual(run(command));
  });

  it.each(COMMANDS.filter(([about]) => STARTED.has(about)))('does what it does without: %s', (_, command) => {
    expect(run(wrapped(command))).toEqual(run(command));
  });

  it('that is ended by a signal ends with its number', () => {
    expect(run(wrapped('kill -9 $$')).status).toBe(137);
    expect(run(wrapped('kill -TERM $$')).status).toBe(143);
    expect(run(`${wrapped('exit 9')}; echo "status $?"`).stdout).toBe('status 9\n');
  });

  it('meets the shell that it would have met', () => {
    const command = `echo "\${BASH_VERSION:-none}"`;
    expect(run(wrapped(command), {}, '/bin/sh')).toEqual(run(command, {}, '/bin/sh'));
  });

  it('shows no secret, and names the handle', () => {
    const secret = `${'sk_'}live_4eC39HqLyjWDarjtT1zdp7dc`;
    const { stdout, status } = run(wrapped(`echo "API_KEY=${secret}"; exit 5`));
    expect(stdout).toMatch(/^API_KEY=\[REDACTED:secret\]\n\[akernel\] redacted: secret 1; handle h_\w{10}\n$/);
    expect(status).toBe(5);
  });

  it('runs in any case: without a store, without a config, where exec is forbidden', () => {
    writeFileSync(join(folder, 'no-exec.json'), '{"exec":false}');
    writeFileSync(join(folder, 'broken.json'), '{"hooks":');
    const secret = `${'sk_'}live_4eC39HqLyjWDarjtT1zdp7dc`;
    const command = `echo "API_KEY=${secret}"; cat; exit 7`;
    const unkept = run(wrapped(command), { AKERNEL_HOME: join(folder, 'a b.txt', 'state') });
    expect(unkept.stdout).toBe(
      'API_KEY=[REDACTED:secret]\nfrom stdin\n[akernel] redacted: secret 1; nothing is kept\n',
    );
    expect(unkept.status).toBe(7);
    for (const config of ['no-exec.json', 'broken.json', 'nowhere.json']) {
      const { stdout, status } = run(wrapped(command), { AKERNEL_CONFIG: join(folder, config) });
      const shown = config === 'no-exec.json' ? secret : '[REDACTED:secret]';
      expect([config, stdout.split('\n').slice(0, 2), status]).toEqual([config, [`API_KEY=${shown}`, 'from stdin'], 7]);
    }
  });

  it('leaves one receipt with the status that was told', () => {
    const state = join(folder, 'receipts-state');
    run(wrapped('echo ok; exit 4'), { AKERNEL_HOME: state, CLAUDE_CODE_SESSION_ID: 's-77' });
    const file = join(state, 'receipts', `${new Date().toISOString().slice(0, 7)}.ndjson`);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      surface: 'hook',
      host: 'claude-code',
      tool: 'Bash',
      session: 's-77',
      bytes_in: 3,
      bytes_out: 3,
      exit: { told: 4, own: 4 },
    });
  });
});
