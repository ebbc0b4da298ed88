import { writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

let shop: CliWorkshop;
beforeAll(() => {
  shop = createCliWorkshop();
});
afterAll(() => shop.dispose());

describe('invoke', () => {
  test('a stream is NDJSON in a pipe and nothing else is on standard output', async () => {
    const { status, lines, stderr } = await shop.run(['invoke', 'demo.customers', 'rows=20', '--stream']);
    expect(status).toBe(0);
    expect(stderr).toBe('');
    expect(lines[0]).toMatchObject({ seq: 0, capability_id: 'demo.customers', is_final: false });
    expect(lines.at(-1)).toMatchObject({ is_final: true, status: 'completed', seen: { rows: 20 } });
  });

  test('without --stream there is one JSON frame', async () => {
    const { lines } = await shop.run(['invoke', 'demo.customers', '--args', '{"rows":3}']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ is_final: true, rows: [{ id: 1 }, { id: 2 }, { id: 3 }], seen: { rows: 3 } });
    const asked = await shop.run(['invoke', 'demo.customers', 'rows=3', '--mode', 'summary']);
    expect(asked.lines[0]).toMatchObject({ mode: 'summary', facts: expect.anything(), omitted: { rows: 3 } });
  });

  test('on a terminal there is text, and the account goes to standard error', async () => {
    const { stdout, stderr } = await shop.run(['invoke', 'demo.customers', 'rows=2'], {
      isTty: true,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).toContain('[REDACTED:email]');
    expect(stdout).not.toContain('•');
    expect(stderr).toMatch(/^completed · seen 2 rows/m);
    expect(stderr).toMatch(/^handle h_\w{10}$/m);
  });

  test('quiet leaves only what must not be lost', async () => {
    const argv = ['invoke', 'demo.customers', 'rows=2', '--mode', 'summary', '-o', 'text', '-q'];
    const { stderr } = await shop.run(argv, { isTty: true });
    expect(stderr).toMatch(/^akernel: omitted 2 rows/m);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await shop.run(argv)).toMatchObject({
      stderr: '',
      stdout: expect.stringMatching(/\n\[akernel\] omitted 2 rows; .*; next: akernel expand h_\w{10}\n$/),
    });
  });

  test.each([
    ['@file', ['--args', '@args.json'], {}],
    ['standard input', ['--args', '-'], { stdin: '{"rows":4}' }],
    ['pairs over --args', ['rows=4', '--args', '{"rows":9}'], {}],
  ])('arguments from %s', async (_, argv, options) => {
    writeFileSync(join(shop.directory, 'args.json'), '{"rows":4}');
    const { lines } = await shop.run(['invoke', 'demo.customers', ...argv], options);
    expect(lines[0]).toMatchObject({ seen: { rows: 4 } });
  });

  test('the flags bound the result', async () => {
    const argv = [
      'invoke',
      'demo.customers',
      'rows=30',
      '--mode',
      'table',
      '--max-rows',
      '2',
      '--max-fields',
      '3',
      '--no-keep',
    ];
    const { lines } = await shop.run([...argv, '--budget', '3000', '--encoding', 'cl100k_base']);
    const [frame] = lines;
    expect(frame).toMatchObject({
      mode: 'table',
      shown: { rows: 2 },
      budget: { total: 3000, encoding: 'cl100k_base' },
    });
    expect(frame?.['handle']).toBeUndefined();
    const rows: unknown = frame?.['rows'];
    expect(Array.isArray(rows) && Object.keys(rows[0])).toHaveLength(3);
  });

  test('a dry run runs nothing', async () => {
    const { lines } = await shop.run(['invoke', 'demo.customers', 'rows=3', '--dry-run', '--stream']);
    expect(lines).toEqual([expect.objectContaining({ driver_id: 'demo', mode: 'stream', args_valid: true })]);
    const text = await shop.run(['invoke', 'demo.customers', 'rows=many', '--dry-run', '-o', 'text']);
    expect(text.stdout).toContain('argument error');
    expect(text.stdout).toContain('nothing was run');
  });

  test('a grant is kept in a private file, and its capability token is enough', async () => {
    const granted = await shop.run(['grant', 'demo.customers', '--max-rows', '1', '--token-file', 'a.token']);
    expect(granted.lines[0]).toMatchObject({ capability_id: 'demo.customers', constraints: { max_rows: 1 } });
    expect(granted.stdout).not.toContain('akt1');
    const path = join(shop.directory, 'a.token');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const argv = ['invoke', 'demo.customers', 'rows=5', '--mode', 'table', '--token-file'];
    const fromFile = await shop.run([...argv, 'a.token']);
    expect(fromFile.lines[0]).toMatchObject({ shown: { rows: 1 } });
    const fromStdin = await shop.run([...argv, '-'], { stdin: await readFile(path) });
    expect(fromStdin.lines[0]).toMatchObject({ shown: { rows: 1 } });
    const again = await shop.run(['grant', 'demo.customers', '--token-file', 'a.token']);
    expect(again.status).toBe(2);
  });

  test('a closed reader ends quietly with 0', async () => {
    const { createOutputStream } = await import('../../src/cli/output/streams.js');
    const { Writable } = await import('node:stream');
    const { runCli } = await import('../../src/cli/run-cli.js');
    const gone = new Writable({
      write: (_piece, _encoding, done) => done(Object.assign(new Error('gone'), { code: 'EPIPE' })),
    });
    const notices: string[] = [];
    const status = await runCli({
      argv: ['invoke', 'demo.customers', 'rows=1000000', '--stream'],
      env: { HOME: shop.directory, AKERNEL_HOME: join(shop.directory, 'state') },
      cwd: shop.directory,
      stdout: createOutputStream(() => gone, false),
      stderr: {
        isTty: false,
        columns: () => undefined,
        write: (text) => notices.push(text),
        ready: async () => undefined,
        isDelivered: async () => true,
      },
      stdin: (async function* () {})(),
      stdinIsTty: false,
      now: Date.now,
      interrupt: new AbortController().signal,
      openPipes: () => ({ stdin: process.stdin, stdout: process.stdout }),
      loadRuntime: () => import('../../src/runtime.js'),
    });
    expect({ status, notices }).toEqual({ status: 0, notices: [] });
  });

  test('an interrupt writes the final frame and ends with the signal', async () => {
    const { interruption } = await import('../../src/cli/interruption.js');
    const controller = new AbortController();
    const { status, lines, stderr } = await shop.run(
      ['invoke', 'demo.customers', 'rows=100000', 'delay_ms=5', '--stream'],
      {
        interrupt: controller.signal,
        onStdout: () => controller.abort(interruption('SIGTERM')),
      },
    );
    expect(status).toBe(143);
    expect(lines.at(-1)).toMatchObject({ is_final: true, status: 'cancelled', handle: { state: 'partial' } });
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'CANCELLED', message: 'interrupted by SIGTERM' } });
  });

  test('a timeout ends with 124 after its final frame', async () => {
    const argv = ['invoke', 'demo.customers', 'rows=100000', 'delay_ms=20', '--stream', '--timeout', '150ms'];
    const { status, lines, stderr } = await shop.run(argv);
    expect(status).toBe(124);
    expect(lines.at(-1)).toMatchObject({ is_final: true, status: 'timeout' });
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'TIMEOUT' } });
  });
});

describe('bad input is one line with a code and a hint', () => {
  test.each<readonly [string, readonly string[], number, string, RegExp]>([
    ['an unknown capability', ['demo.custumers'], 4, 'CAPABILITY_NOT_FOUND', /demo\.customers/],
    ['a word that is no pair', ['demo.customers', 'rows'], 2, 'USAGE', /key=value/],
    ['a repeated argument', ['demo.customers', 'rows=1', 'rows=2'], 2, 'USAGE', /once/],
    ['an ill-typed argument', ['demo.customers', 'rows=many'], 2, 'USAGE', /./],
    ['broken JSON', ['demo.customers', '--args', '{"rows":'], 2, 'USAGE', /--args/],
    ['JSON that is no object', ['demo.customers', '--args', '[1]'], 2, 'USAGE', /--args/],
    ['a missing file of arguments', ['demo.customers', '--args', '@none.json'], 2, 'USAGE', /none\.json/],
    ['a budget under the minimum', ['demo.customers', '--budget', '511'], 2, 'USAGE', /512/],
    ['an unknown mode', ['demo.customers', '--mode', 'tabel'], 2, 'USAGE', /did you mean table/],
    ['an unknown flag', ['demo.customers', '--straem'], 2, 'USAGE', /did you mean --stream/],
    ['a mode with a stream', ['demo.customers', '--mode', 'table', '--stream'], 2, 'USAGE', /leave one/],
    ['a stream as one JSON', ['demo.customers', '--stream', '-o', 'json'], 2, 'USAGE', /ndjson/],
    ['two readers of standard input', ['demo.customers', '--args', '-', '--token-file', '-'], 2, 'USAGE', /file/],
    ['an unknown principal', ['demo.customers', '--as', 'nobody'], 2, 'USAGE', /principals/],
    ['a broken capability token', ['demo.customers', '--token-file', 'broken.token'], 3, 'TOKEN_REJECTED', /./],
    ['no capability', [], 2, 'USAGE', /akernel capabilities list/],
  ])('%s', async (_, argv, status, code, hint) => {
    writeFileSync(join(shop.directory, 'broken.token'), 'akt1.e30\n');
    const result = await shop.run(['invoke', ...argv]);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(result.stderr)).toEqual({
      error: {
        code,
        message: expect.any(String),
        hint: expect.stringMatching(hint),
        ...(code === 'TOKEN_REJECTED' ? { reason: 'token_rejected' } : {}),
      },
    });
    expect(result.status).toBe(status);
    expect(result.stdout).toBe('');
  });

  test('on a terminal the same is said in words', async () => {
    const { stderr } = await shop.run(['invoke', 'demo.customers', '--budget', '1'], { isTty: true });
    expect(stderr).toBe('akernel: --budget must be at least 512 model tokens\nhint: give --budget 512 or more\n');
  });
});
