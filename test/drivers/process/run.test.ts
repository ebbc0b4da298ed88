import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import type { DriverCall } from '../../../src/contract/driver.js';
import { childEnvironment } from '../../../src/drivers/child-environment.js';
import { createProcessDriver } from '../../../src/drivers/process/index.js';
import { collect, failureOf, makeCall, rowsOf, textOf } from '../../support/driver-call.js';

type Members = Readonly<Record<string, unknown>>;

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'akernel-run-')));
  mkdirSync(join(folder, 'root', 'inner'), { recursive: true });
  mkdirSync(join(folder, 'outer'));
  symlinkSync(join(folder, 'outer'), join(folder, 'root', 'out'));
  symlinkSync(join(folder, 'root', 'inner'), join(folder, 'root', 'in'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const driver = () =>
  createProcessDriver({
    cwd: '/',
    configDir: folder,
    env: { PATH: process.env['PATH'], HOME: '/home/x', PRIVATE: 'no', ALLOWED: 'yes' },
    stdin: undefined,
  });

function callOf(options: Members, args: Members = {}): DriverCall {
  return makeCall({ binding: { driver_id: 'process', operation: 'run', options }, args });
}

async function run(options: Members, args: Members = {}): Promise<Chunk[]> {
  return collect(driver().executeStream(callOf(options, args)));
}

async function printed(options: Members, args: Members = {}): Promise<string> {
  return textOf(await run(options, args), 'stdout');
}

test('the environment is minimal, plus what is allowed and set', async () => {
  const lines = await printed({ command: 'env', env_allow: ['ALLOWED'], env: { SET: '1' } });
  const names = lines.trim().split('\n');
  expect(names.map((line) => line.split('=')[0]).sort()).toEqual(['AKERNEL_WITHIN', 'ALLOWED', 'HOME', 'PATH', 'SET']);
});

test('a failing command fails the call, after its output', async () => {
  const options = { command: 'sh', args: ['-c', 'exit 4'] };
  expect(await failureOf(() => run(options))).toMatchObject({
    code: 'DRIVER_FAILED',
    message: 'the command ended with status 4',
  });
  expect((await run({ ...options, exit_codes: [0, 4] })).at(-1)).toMatchObject({ exit_code: 4 });
});

test('a subprocess is given the usual few variables, and those allowed by name', () => {
  const usual = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TERM', 'TMPDIR', 'TZ'];
  const others = ['AKERNEL_SECRET', 'AKERNEL_STORE_KEY', 'NODE_OPTIONS', 'LD_PRELOAD', 'GOOD', 'USER'];
  const env = Object.fromEntries([...usual, ...others].map((name) => [name, 'x']));
  expect(Object.keys(childEnvironment(env, ['GOOD', 'absent']))).toEqual([...usual, 'GOOD', 'AKERNEL_WITHIN']);
});

describe('arguments', () => {
  test('placeholders are filled without any shell', async () => {
    const args = ['%s|', '--', 'a={a}', '{b}', '{missing}', 'x{missing}', '{list}'];
    const given = { a: '$(id); "', b: '-n', list: [1, true, 'z'] };
    expect(await printed({ command: 'printf', args }, given)).toBe('--|a=$(id); "|-n|1|true|z|');
  });

  test('an argument cannot become an option', async () => {
    const error = await failureOf(() => run({ command: 'cat', args: ['{file}'] }, { file: '--help' }));
    expect(error).toMatchObject({ code: 'USAGE', message: 'an argument of this command must not begin with a dash' });
  });

  test('a shell script takes them by number, and never as a part of its text', async () => {
    const options = { shell: true, command: 'printf "%s|" "$#" "$1" "$2" "$3" | cat', args: ['{a}', '{gone}', '{b}'] };
    expect(await printed(options, { a: '"; id; $(id) `id`', b: 7 })).toBe('3|"; id; $(id) `id`||7|');
  });

  test('without shell: true there is none', async () => {
    const error = await failureOf(() => run({ command: 'echo a | cat' }));
    expect(error).toMatchObject({ code: 'DRIVER_FAILED', details: { exit_code: 127 } });
  });

  test.each(['--help', '-9', '-'])('an argument of a shell script cannot become an option either: %j', async (a) => {
    const error = await failureOf(() => run({ shell: true, command: 'cat "$1"', args: ['{a}'] }, { a }));
    expect(error).toMatchObject({ code: 'USAGE' });
  });

  test('a number may be negative', async () => {
    expect(await printed({ shell: true, command: 'echo "$1"', args: ['{a}'] }, { a: -9 })).toBe('-9\n');
    expect(await printed({ command: 'echo', args: ['{a}'] }, { a: -9 })).toBe('-9\n');
  });
});

describe('standard input', () => {
  test('all arguments as one line of JSON', async () => {
    expect(rowsOf(await run({ command: 'cat', stdin: 'args', output: 'ndjson' }, { a: [1] }))).toEqual([{ a: [1] }]);
  });

  test.each([
    ['a text as it is', 'a\nb', 'a\nb'],
    ['a list as lines', ['a', 1, { b: [2] }], 'a\n1\n{"b":[2]}\n'],
    ['an object as one line', { a: 1 }, '{"a":1}\n'],
    ['nothing for null', null, ''],
    ['nothing when it is absent', undefined, ''],
  ])('an argument: %s', async (_, value, text) => {
    const args = value === undefined ? {} : { data: value };
    expect(await printed({ command: 'cat', stdin: { argument: 'data' } }, args)).toBe(text);
  });

  test('an argument by reference is streamed, as fast as the command reads', async () => {
    const piece = Buffer.alloc(65_536, 'z');
    let isClosed = false;
    const endless = {
      async *bytes() {
        try {
          for (;;) {
            yield piece;
          }
        } finally {
          isClosed = true;
        }
      },
    };
    const call = callOf({ command: 'head', args: ['-c', '300000'], stdin: { argument: 'data' } });
    const chunks = await collect(driver().executeStream({ ...call, stored: { data: endless } }));
    expect(textOf(chunks, 'stdout')).toHaveLength(300_000);
    expect(isClosed).toBe(true);
  });

  test('the driver names the argument it takes as a stream', async () => {
    const binding = {
      driver_id: 'process',
      operation: 'run',
      options: { command: 'cat', stdin: { argument: 'data' } },
    };
    expect(await driver().streamedArguments?.(binding)).toEqual(['data']);
    expect(await driver().streamedArguments?.({ ...binding, options: { command: 'cat', stdin: 'args' } })).toEqual([]);
  });
});

describe('the working folder', () => {
  const pwd = (options: Members, args: Members = {}) => printed({ command: 'pwd', ...options }, args);

  test.each([
    ['the folder of the config file', {}, {}, ''],
    ['a root', { root: 'root' }, {}, '/root'],
    ['a folder below the root', { root: 'root', cwd: 'inner' }, {}, '/root/inner'],
    ['an argument', { root: 'root', cwd: '{where}' }, { where: 'inner' }, '/root/inner'],
    ['a link inside the root', { root: 'root', cwd: '{where}' }, { where: 'in' }, '/root/inner'],
  ])('may be %s', async (_, options, args, place) => {
    expect((await pwd(options, args)).trim()).toBe(`${folder}${place}`);
  });

  test.each(['..', '../outer', '/', 'out', 'out/nothing', 'nothing', '../../../../etc', 'inner/\0'])(
    'is never outside of it: %j',
    async (where) => {
      const error = await failureOf(() => pwd({ root: 'root', cwd: '{where}' }, { where }));
      expect(error).toMatchObject({
        code: 'USAGE',
        message: 'the working folder is not a folder inside the root of the command',
      });
    },
  );

  test('needs its argument', async () => {
    const error = await failureOf(() => pwd({ root: 'root', cwd: '{where}' }));
    expect(error).toMatchObject({
      code: 'USAGE',
      message: 'the argument where is needed: it names the working folder',
    });
  });

  test('a root that is not there is a mistake of the config', async () => {
    expect(await failureOf(() => pwd({ root: 'gone' }))).toMatchObject({ code: 'CONFIG_INVALID' });
  });
});

describe('time', () => {
  async function partsAndFailure(options: Members): Promise<{ text: string; error: unknown }> {
    const chunks: Chunk[] = [];
    const error = await failureOf(async () => {
      for await (const chunk of driver().executeStream(callOf(options))) {
        chunks.push(chunk);
      }
    });
    return { text: textOf(chunks, 'stdout'), error };
  }

  test('a command is ended after its time; what it wrote is delivered', async () => {
    const args = ['-c', 'echo first; sleep 60; echo second'];
    const { text, error } = await partsAndFailure({ command: 'sh', args, timeout_ms: 300 });
    expect(text).toBe('first\n');
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'the command took longer than 300 ms' });
  });

  test('a silent command is ended', async () => {
    const args = ['-c', 'echo first; sleep 60'];
    const { text, error } = await partsAndFailure({ command: 'sh', args, idle_timeout_ms: 200 });
    expect(text).toBe('first\n');
    expect(error).toMatchObject({ code: 'TIMEOUT', message: 'the command was silent for 200 ms' });
  });

  test('one that says something in time is not', async () => {
    const args = ['-c', 'for i in 1 2 3 4 5; do echo $i; sleep 0.15; done'];
    expect(await printed({ command: 'sh', args, idle_timeout_ms: 600 })).toBe('1\n2\n3\n4\n5\n');
  });
});

test.each([
  [{}, 'options.command'],
  [{ command: '' }, 'options.command'],
  [{ command: 'true', exit_codes: 0 }, 'options.exit_codes'],
  [{ command: 'true', timeout_ms: 0 }, 'options.timeout_ms'],
  [{ command: 'true', idle_timeout_ms: -1 }, 'options.idle_timeout_ms'],
  [{ command: 'true', stdin: 'inherit' }, 'options.stdin'],
  [{ command: 'true', comand: 1 }, 'options'],
])('a broken registration is named: %j', async (options, place) => {
  const message = `a capability of the process driver has a mistake in ${place}`;
  expect(await failureOf(() => run(options))).toMatchObject({ code: 'CONFIG_INVALID', message });
});

test('no other operations', async () => {
  const call = makeCall({ binding: { driver_id: 'process', operation: 'walk', options: { command: 'true' } } });
  expect(await failureOf(() => collect(driver().executeStream(call)))).toMatchObject({ code: 'CONFIG_INVALID' });
});
