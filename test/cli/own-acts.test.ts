import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

let shop: CliWorkshop;
beforeAll(() => {
  shop = createCliWorkshop();
});
afterAll(() => shop.dispose());

describe('pipe', () => {
  test('text goes through the firewall', async () => {
    const { lines, status } = await shop.run(['pipe'], { stdin: 'mail ada@example.org today\n' });
    expect(status).toBe(0);
    expect(lines.map(({ text }) => text ?? '').join('')).toBe('mail [REDACTED:email] today\n');
  });

  test('--input decides what it is', async () => {
    const ndjson = '{"id":1}\n{"id":2}\n';
    const asRows = await shop.run(['pipe', '--input', 'ndjson'], { stdin: ndjson });
    expect(asRows.lines.at(-1)).toMatchObject({ seen: { rows: 2 } });
    const asText = await shop.run(['pipe', '--input', 'text'], { stdin: ndjson });
    expect(asText.lines.at(-1)).toMatchObject({ seen: { lines: 2 } });
  });

  test('-o json and --mode give one frame', async () => {
    const one = await shop.run(['pipe', '-o', 'json'], { stdin: '[{"id":1},{"id":2}]' });
    expect(one.lines).toHaveLength(1);
    const table = await shop.run(['pipe', '--mode', 'table', '--max-rows', '1'], { stdin: '[{"id":1},{"id":2}]' });
    expect(table.lines).toEqual([expect.objectContaining({ mode: 'table', rows: [{ id: 1 }] })]);
  });

  test('text on a terminal is safe to print', async () => {
    const stdin = 'a\u001b]0;evil\u0007b\u001b[31m \u202edoc\n';
    const { stdout } = await shop.run(['pipe', '--input', 'text'], { stdin, isTty: true, env: { NO_COLOR: '1' } });
    expect(stdout).toBe('ab <U+202E>doc\n');
  });

  test('a terminal is not waited for with --no-input', async () => {
    const { status, stderr } = await shop.run(['pipe', '--no-input'], { stdinIsTty: true });
    expect(status).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({ error: { message: 'standard input is a terminal' } });
  });

  test('a terminal that is read from is announced', async () => {
    const { status, stderr, lines } = await shop.run(['pipe'], { stdinIsTty: true, stdin: 'typed\n' });
    expect(stderr).toBe('akernel: reading from the terminal, end with Ctrl-D\n');
    expect(lines.at(-1)).toMatchObject({ status: 'completed' });
    expect(status).toBe(0);
  });
});

describe('exec passes on the status of its command', () => {
  test.each([
    ['success', ['sh', '-c', 'exit 0'], 0],
    ['failure', ['sh', '-c', 'echo out; exit 3'], 3],
    ['a signal', ['sh', '-c', 'kill -9 $$'], 137],
  ])('%s', async (_, command, wanted) => {
    const { status, stderr, lines } = await shop.run(['exec', '--', ...command]);
    expect(status).toBe(wanted);
    expect(stderr).toBe('');
    expect(lines.at(-1)).toMatchObject({ is_final: true });
  });

  test.each([
    ['not found', 'no-such-command-here', 127],
    ['not executable', './plain.txt', 126],
  ])('%s', async (_, command, wanted) => {
    writeFileSync(join(shop.directory, 'plain.txt'), 'x', { mode: 0o644 });
    const { status, stderr } = await shop.run(['exec', '--', command]);
    expect(status).toBe(wanted);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'DRIVER_FAILED' } });
  });

  test('flags of the command are its own', async () => {
    const { lines } = await shop.run([
      'exec',
      '--',
      'sh',
      '-c',
      'echo "$@"',
      'sh',
      '-q',
      '--debug',
      '--',
      '-o',
      'json',
    ]);
    expect(lines.map(({ text }) => text ?? '').join('')).toBe('-q --debug -- -o json\n');
  });

  test('what the command says on standard error stays apart in text', async () => {
    const { stdout, stderr } = await shop.run(['exec', '-q', '-o', 'text', '--', 'sh', '-c', 'echo out; echo err >&2']);
    expect(stdout).toBe('out\n');
    expect(stderr).toContain('err\n');
  });

  test('a timeout is 124, whatever the command would have said', async () => {
    const { status } = await shop.run(['exec', '--timeout', '200ms', '--', 'sleep', '30']);
    expect(status).toBe(124);
  });

  test('-- is asked for', async () => {
    const { status, stderr } = await shop.run(['exec', 'ls']);
    expect(status).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({ error: { hint: 'write akernel exec -- ls' } });
  });

  test('a config can forbid it', async () => {
    const { status, stderr } = await shop.run(['exec', '--', 'true'], { env: { AKERNEL_EXEC: 'false' } });
    expect(status).toBe(3);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'POLICY_DENIED' } });
  });
});
