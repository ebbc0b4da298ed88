import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import type { DriverCall } from '../../../src/contract/driver.js';
import { createProcessDriver } from '../../../src/drivers/process/index.js';
import { collect, failureOf, makeCall, rowsOf, textOf, warningsOf } from '../../support/driver-call.js';
import { eventually, isAlive, killIfAlive } from '../../support/processes.js';

const PROGRAMS = resolve('fixtures/programs');
const node = process.execPath;
const host = { cwd: process.cwd(), env: process.env, stdin: undefined };
const driver = createProcessDriver(host);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'akernel-process-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Whatever a failing test has left running. */
const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0)) {
    killIfAlive(pid);
  }
});

interface Exec {
  readonly command: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
}

function execCall({ command, options = {}, signal }: Exec): DriverCall {
  const [file = '', ...args] = command.map((part) => part.replace('PROGRAMS', PROGRAMS));
  const binding = { driver_id: 'process', operation: 'exec', options: { command: file, args, ...options } };
  return makeCall({ binding, ...(signal === undefined ? {} : { signal }) });
}

function exec(command: readonly string[], options: Readonly<Record<string, unknown>> = {}): AsyncIterable<Chunk> {
  return driver.executeStream(execCall({ command, options }));
}

/** Reads up to the first line on stdout, which is a process id in most programs. */
async function firstNumber(chunks: AsyncIterator<Chunk>): Promise<number> {
  let text = '';
  while (!text.includes('\n')) {
    const next = await chunks.next();
    text += next.done !== true && next.value.type === 'text' ? next.value.text : '';
  }
  const pid = Number.parseInt(text, 10);
  started.push(pid);
  return pid;
}

async function rest(chunks: AsyncIterator<Chunk>): Promise<Chunk[]> {
  return collect({ [Symbol.asyncIterator]: () => chunks });
}

test('the whole environment reaches a command of the shell user, but not the keys of akernel', async () => {
  const env = {
    PATH: process.env['PATH'],
    MINE: 'mine',
    AKERNEL_HOME: '/x',
    AKERNEL_SECRET: 'a',
    AKERNEL_STORE_KEY: 'b',
  };
  const own = createProcessDriver({ ...host, env: { ...env, AKERNEL_SECRET_PREVIOUS: 'c' } });
  const script = 'console.log(Object.keys(process.env).filter((name) => /AKERNEL|MINE/.test(name)).sort().join())';
  const chunks = await collect(own.executeStream(execCall({ command: [node, '-e', script] })));
  expect(textOf(chunks, 'stdout')).toBe('AKERNEL_HOME,AKERNEL_WITHIN,MINE\n');
});

describe('output', () => {
  test('both channels, complete, and the exit status at the end', async () => {
    const chunks = await collect(exec(['sh', 'PROGRAMS/both-channels.sh', '7']));
    expect(textOf(chunks, 'stdout')).toBe('out 1\nout 2\n');
    expect(textOf(chunks, 'stderr')).toBe('err 1\nerr 2\n');
    expect(chunks.at(-1)).toEqual({ type: 'exit', exit_code: 7, signal: null });
  });

  test.each([
    ['by a signal', 'printf begun; kill -KILL $$', true],
    ['by a signal, as a shell tells it', "sh -c 'printf begun; kill -KILL $$'; exit $?", true],
    ['by itself', 'printf begun; exit 3', false],
  ])('tells whether it was cut: ended %s', async (_, script, isCut) => {
    const chunks: Chunk[] = [];
    for await (const chunk of exec(['sh', '-c', script])) {
      chunks.push(chunk);
    }
    const cuts = chunks.filter(({ type }) => type === 'cut');
    expect(cuts).toEqual(isCut ? [{ type: 'cut', reason: 'the command was ended by a signal' }] : []);
  });

  test('characters cut by the writer arrive whole', async () => {
    const text = 'a€b😀c — ÿ';
    const chunks = await collect(exec([node, 'PROGRAMS/split-utf8.mjs', text]));
    expect(textOf(chunks, 'stdout')).toBe(text);
    expect(warningsOf(chunks)).toEqual([]);
  });

  test('a slow reader gets all of a burst whose writer is long gone', async () => {
    let bytes = 0;
    for await (const chunk of exec([node, 'PROGRAMS/burst.mjs', '400000'])) {
      bytes += chunk.type === 'text' ? chunk.text.length : 0;
      await sleep(200);
    }
    expect(bytes).toBe(400_000);
  });

  test('a flood on stderr blocks nothing', async () => {
    const chunks = await collect(exec(['sh', 'PROGRAMS/flood-stderr.sh']));
    expect(textOf(chunks, 'stderr')).toHaveLength(5_000_000);
    expect(textOf(chunks, 'stdout')).toBe('done\n');
  });

  test('with lines no cut is inside a line', async () => {
    const script = 'printf "a b"; sleep 0.05; printf " c\\nd"; sleep 0.05; printf "\\ne"';
    const chunks = await collect(exec(['sh', '-c', script], { output: 'lines' }));
    const texts = chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : []));
    expect(texts.join('')).toBe('a b c\nd\ne');
    expect(texts.slice(0, -1).every((text) => text.endsWith('\n'))).toBe(true);
  });

  test.each([
    ['ndjson', '{"a":1}\\n{"a":2}\\n'],
    ['csv', 'a\\n1\\n2\\n'],
    ['json', '[{"a":1},{"a":2}]'],
    ['auto', '{"a":1}\\n{"a":2}\\n'],
  ])('%s output becomes rows', async (output, text) => {
    const chunks = await collect(exec(['sh', '-c', `printf '${text}'; echo careful >&2`], { output }));
    expect(rowsOf(chunks)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(textOf(chunks, 'stderr')).toBe('careful\n');
  });

  test('a waiting reader blocks the writer', async () => {
    const note = join(folder, 'written');
    writeFileSync(note, '0');
    const chunks = exec([node, 'PROGRAMS/flood.mjs', '100', note])[Symbol.asyncIterator]();
    await chunks.next();
    await sleep(500);
    expect(Number(readFileSync(note, 'utf8'))).toBeLessThan(3);
    await chunks.return?.();
  });
});

describe('stdin', () => {
  test('is empty unless something is given', async () => {
    expect(textOf(await collect(exec(['cat'])), 'stdout')).toBe('');
  });

  test('is copied from the host, with backpressure and to the last byte', async () => {
    let pulled = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      for (; pulled < 64; pulled += 1) {
        yield Buffer.alloc(65_536, 'z');
      }
    }
    const piped = createProcessDriver({ ...host, stdin: source() });
    const chunks = await collect(piped.executeStream(execCall({ command: ['wc', '-c'], options: { stdin: 'pipe' } })));
    expect(Number(textOf(chunks, 'stdout'))).toBe(64 * 65_536);
  });

  test('a command that reads nothing ends although the source never does', async () => {
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield Buffer.alloc(65_536);
        }
      } finally {
        isClosed = true;
      }
    }
    const piped = createProcessDriver({ ...host, stdin: endless() });
    const chunks = await collect(piped.executeStream(execCall({ command: ['true'], options: { stdin: 'pipe' } })));
    expect(chunks.at(-1)).toMatchObject({ exit_code: 0 });
    await eventually(() => isClosed, 'the source is closed');
  });
});

test('a source that fails fails the call, although the command was content', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half');
    throw new Error('private');
  }
  const piped = createProcessDriver({ ...host, stdin: failing() });
  const call = execCall({ command: ['cat'], options: { stdin: 'pipe' } });
  const error = await failureOf(() => collect(piped.executeStream(call)));
  expect(error).toMatchObject({ code: 'DRIVER_FAILED', message: 'the input could not be read' });
});

describe('the end of a command', () => {
  test('abort: a stubborn command is killed after the grace, and the call ends as cancelled', async () => {
    const controller = new AbortController();
    const call = execCall({
      command: ['sh', 'PROGRAMS/ignore-term.sh'],
      options: { kill_grace_ms: 100 },
      signal: controller.signal,
    });
    const chunks = driver.executeStream(call)[Symbol.asyncIterator]();
    const pid = await firstNumber(chunks);
    controller.abort();
    expect(await failureOf(() => rest(chunks))).toMatchObject({ code: 'CANCELLED' });
    expect(isAlive(pid)).toBe(false);
  });

  test('abort: last words and the exit status still arrive', async () => {
    const controller = new AbortController();
    const call = execCall({ command: ['sh', 'PROGRAMS/say-goodbye.sh'], signal: controller.signal });
    const seen: Chunk[] = [];
    const error = await failureOf(async () => {
      for await (const chunk of driver.executeStream(call)) {
        seen.push(chunk);
        controller.abort();
      }
    });
    expect(error).toMatchObject({ code: 'CANCELLED' });
    expect(textOf(seen, 'stdout')).toBe('ready\ngoodbye\n');
    expect(seen.at(-1)).toEqual({ type: 'exit', exit_code: 3, signal: null });
  });

  test('abort while nobody reads: the command is gone all the same', async () => {
    const controller = new AbortController();
    const options = { kill_grace_ms: 100 };
    const call = execCall({ command: ['sh', 'PROGRAMS/ignore-term.sh'], options, signal: controller.signal });
    const chunks = driver.executeStream(call)[Symbol.asyncIterator]();
    const pid = await firstNumber(chunks);
    controller.abort();
    await eventually(() => !isAlive(pid), 'the command is gone');
    await chunks.return?.();
  });

  test('a reader who leaves stops the command', async () => {
    const chunks = exec(['sh', 'PROGRAMS/ignore-term.sh'], { kill_grace_ms: 100 })[Symbol.asyncIterator]();
    const pid = await firstNumber(chunks);
    await chunks.return?.();
    expect(isAlive(pid)).toBe(false);
  });

  test('a process left behind in the group is killed, and what holds stdout open does not hold up the end', async () => {
    const chunks = exec(['sh', 'PROGRAMS/leave-grandchild.sh'])[Symbol.asyncIterator]();
    const pid = await firstNumber(chunks);
    expect((await rest(chunks)).at(-1)).toEqual({ type: 'exit', exit_code: 0, signal: null });
    await eventually(() => !isAlive(pid), 'the grandchild is gone');
  });

  test('a grandchild that ignores SIGTERM does not outlive its leader', async () => {
    const controller = new AbortController();
    const call = execCall({ command: ['sh', 'PROGRAMS/stubborn-grandchild.sh'], signal: controller.signal });
    const chunks = driver.executeStream(call)[Symbol.asyncIterator]();
    const pid = await firstNumber(chunks);
    controller.abort();
    expect(await failureOf(() => rest(chunks))).toMatchObject({ code: 'CANCELLED' });
    await eventually(() => !isAlive(pid), 'the grandchild is gone');
  });

  test.each([
    ['silent', []],
    ['printing without end', ['print']],
  ])('a %s process in another session is out of reach, but the call ends', async (_, args) => {
    const chunks = exec([node, 'PROGRAMS/own-session.mjs', ...args])[Symbol.asyncIterator]();
    const pid = await firstNumber(chunks);
    const last = await rest(chunks);
    expect(isAlive(pid)).toBe(true);
    expect(last.at(-1)).toMatchObject({ type: 'exit', exit_code: 0 });
    expect(warningsOf(last)).toEqual(args.length > 0 ? ['output after the end of the command was cut off: 1'] : []);
  });

  test('a hosting process that exits takes the command with it', async () => {
    const script = join(folder, 'host.mjs');
    await build({
      stdin: {
        contents: `
          import { createProcessDriver } from './src/drivers/process/index.js';
          const driver = createProcessDriver({ cwd: process.cwd(), env: process.env, stdin: undefined });
          const options = { command: 'sh', args: [process.argv[2]] };
          const binding = { driver_id: 'process', operation: 'exec', options };
          for await (const chunk of driver.executeStream({ binding, args: {}, signal: new AbortController().signal })) {
            process.stdout.write(chunk.text, () => process.exit(0));
          }`,
        resolveDir: process.cwd(),
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile: script,
    });
    const chunks = await collect(exec([node, script, 'PROGRAMS/ignore-term.sh']));
    const pid = Number(textOf(chunks, 'stdout'));
    expect(pid).toBeGreaterThan(1);
    started.push(pid);
    await eventually(() => !isAlive(pid), 'the command is gone');
  });

  test('a signal from outside is told', async () => {
    const chunks = exec(['sh', 'PROGRAMS/ignore-term.sh'])[Symbol.asyncIterator]();
    process.kill(await firstNumber(chunks), 'SIGKILL');
    expect((await rest(chunks)).at(-1)).toEqual({ type: 'exit', exit_code: null, signal: 'SIGKILL' });
  });

  test('many commands one after the other leave nothing open', async () => {
    const open = () => process.getActiveResourcesInfo().filter((name) => name !== 'Timeout').length;
    await collect(exec(['true']));
    const before = open();
    for (let count = 0; count < 50; count += 1) {
      await collect(exec(['true']));
    }
    expect(open()).toBeLessThanOrEqual(before + 1);
  });

  test('nothing is started when the call was aborted before', async () => {
    const note = join(folder, 'never');
    const call = execCall({ command: ['touch', note], signal: AbortSignal.abort() });
    expect(await failureOf(() => collect(driver.executeStream(call)))).toMatchObject({ code: 'CANCELLED' });
    expect(() => readFileSync(note)).toThrow();
  });
});

describe('commands that do not start', () => {
  test('a missing command is 127, as in a shell', async () => {
    expect(await failureOf(() => collect(exec(['no-such-command-here'])))).toMatchObject({
      code: 'DRIVER_FAILED',
      message: 'command not found: no-such-command-here',
      details: { exit_code: 127 },
    });
  });

  test('a file that is not executable is 126', async () => {
    const file = join(folder, 'plain.txt');
    writeFileSync(file, 'text');
    expect(await failureOf(() => collect(exec([file])))).toMatchObject({
      code: 'DRIVER_FAILED',
      details: { exit_code: 126 },
    });
  });

  test.each([
    [
      'a missing working folder',
      ['true'],
      { cwd: '/no/such/folder' },
      'the working folder of the command is not there',
    ],
    ['a NUL in an argument', ['echo', 'a\0b'], {}, 'the command or an argument contains a NUL character'],
  ])('%s is refused', async (_, command, options, message) => {
    expect(await failureOf(() => collect(exec(command, options)))).toMatchObject({ code: 'USAGE', message });
  });
});
