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
    const { stdout, stderr, status } = await shop.run(['pipe'], { stdin: 'mail ada@example.org today\n' });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^mail \[REDACTED:email\] today\n\[akernel\] redacted: email 1; handle h_\w{10}\n$/);
    expect(stderr).toBe('');
  });

  test.each(['', '\n', 'one\ntwo', 'colours \u001b[31m stay\r\n', '名前 😀\n\n\n  '])(
    'a text in which nothing was replaced is what it was: %j',
    async (stdin) => {
      expect(await shop.run(['pipe', '--input', 'text'], { stdin })).toMatchObject({ stdout: stdin, stderr: '' });
    },
  );

  test('rows are lines of JSON, whatever they came as', async () => {
    const rows = '{"id":1,"big":12345678901234567890}\n{"id":2,"tags":["a"]}\n';
    const shown = '{"id":1,"big":"12345678901234567890"}\n{"id":2,"tags":["a"]}\n';
    expect(await shop.run(['pipe'], { stdin: rows })).toMatchObject({ stdout: shown });
    expect(await shop.run(['pipe', '--input', 'csv'], { stdin: 'id,name\n1,x\n' })).toMatchObject({
      stdout: '{"id":1,"name":"x"}\n',
    });
    expect(await shop.run(['pipe'], { stdin: '{\n  "a": [1, 2]\n}\n' })).toMatchObject({ stdout: '{"a":[1,2]}\n' });
    expect((await shop.run(['pipe', '-o', 'text'], { stdin: rows })).stdout).toMatch(/^id {2}big +tags\n1 /);
  });

  test('what was replaced is counted where it is printed: facts that are not count for nothing', async () => {
    const { stdout } = await shop.run(['pipe'], { stdin: '{"to":"ada@example.org"}\n{"to":"bob@example.org"}\n' });
    expect(stdout).toMatch(/\n\[akernel\] redacted: email 2; handle h_\w{10}\n$/);
  });

  test('what was left out is counted in the last line, also where the text does not end with one', async () => {
    const { stdout } = await shop.run(['pipe', '--budget', '512'], { stdin: 'word '.repeat(4000).trim() });
    expect(stdout).toMatch(/\n\[akernel\] omitted [\d,]+ chars; next: akernel expand h_\w{10}\n$/);
    const nothingKept = await shop.run(['pipe', '--budget', '512', '--no-keep'], { stdin: 'word '.repeat(4000) });
    expect(nothingKept.stdout).toMatch(/\n\[akernel\] omitted [\d,]+ chars; nothing is kept\n$/);
  });

  test('a result that is kept in part says so', async () => {
    const config = join(shop.directory, 'small-store.json');
    writeFileSync(config, '{"store":{"max_total_bytes":4000}}');
    const stdin = 'some words of a long text\n'.repeat(4000);
    const { stdout } = await shop.run(['pipe', '--budget', '512', '--config', config], { stdin });
    expect(stdout).toMatch(/\n\[akernel\] omitted [\d,]+ chars; kept in part: total limit; next: .+\n$/);
  });

  test('-v adds the account on standard error', async () => {
    const { stdout, stderr } = await shop.run(['pipe', '-v'], { stdin: 'x\n' });
    expect(stdout).toBe('x\n');
    expect(stderr).toMatch(/^completed · seen 1 line/m);
  });

  test('--input decides what it is', async () => {
    const ndjson = '{"id":1}\n{"id":2}\n';
    const asRows = await shop.run(['pipe', '-o', 'ndjson', '--input', 'ndjson'], { stdin: ndjson });
    expect(asRows.lines.at(-1)).toMatchObject({ seen: { rows: 2 } });
    const asText = await shop.run(['pipe', '-o', 'ndjson', '--input', 'text'], { stdin: ndjson });
    expect(asText.lines.at(-1)).toMatchObject({ seen: { lines: 2 } });
  });

  test('-o json gives one frame, --mode its form', async () => {
    const one = await shop.run(['pipe', '-o', 'json'], { stdin: '[{"id":1},{"id":2}]' });
    expect(one.lines).toHaveLength(1);
    const asTable = ['pipe', '--mode', 'table', '--max-rows', '1'];
    const table = await shop.run([...asTable, '-o', 'json'], { stdin: '[{"id":1},{"id":2}]' });
    expect(table.lines).toEqual([expect.objectContaining({ mode: 'table', rows: [{ id: 1 }] })]);
    const { stdout } = await shop.run(asTable, { stdin: '[{"id":1},{"id":2}]' });
    expect(stdout).toMatch(
      /^\{"id":1\}\n• rows: 2\n[\s\S]*\[akernel\] omitted 1 row; next: akernel expand h_\w+ --offset 1\n$/,
    );
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
    const { status, stderr, stdout } = await shop.run(['pipe'], { stdinIsTty: true, stdin: 'typed\n' });
    expect(stderr).toBe('akernel: reading from the terminal, end with Ctrl-D\n');
    expect(stdout).toBe('typed\n');
    expect(status).toBe(0);
  });
});

describe('exec passes on the status of its command', () => {
  test.each([
    ['success', ['sh', '-c', 'exit 0'], 0, ''],
    ['failure', ['sh', '-c', 'echo out; exit 3'], 3, 'out\n'],
    ['a signal', ['sh', '-c', 'kill -9 $$'], 137, ''],
  ])('%s', async (_, command, wanted, printed) => {
    expect(await shop.run(['exec', '--', ...command])).toMatchObject({ status: wanted, stderr: '', stdout: printed });
    const { lines } = await shop.run(['exec', '-o', 'ndjson', '--', ...command]);
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
    const { stdout } = await shop.run([
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
    expect(stdout).toBe('-q --debug -- -o json\n');
  });

  test('what the command says on standard error stays apart in text', async () => {
    const { stdout, stderr } = await shop.run(['exec', '--', 'sh', '-c', 'echo out; echo err >&2']);
    expect(stdout).toBe('out\n');
    expect(stderr).toBe('err\n');
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
