import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import { KernelError } from '../../src/contract/errors.js';
import { createModuleDriver } from '../../src/drivers/module/index.js';
import { collect, failureOf, makeCall, rowsOf, textOf } from '../support/driver-call.js';

const folder = mkdtempSync(join(tmpdir(), 'akernel-module-'));
const driver = createModuleDriver({ cwd: '/', configDir: folder });
afterAll(() => rmSync(folder, { recursive: true }));

type Context = { readonly signal: AbortSignal };
type Work = (args: Readonly<Record<string, unknown>>, context: Context) => unknown;

function call(options: Readonly<Record<string, unknown>>, signal?: AbortSignal): AsyncIterable<Chunk> {
  const binding = { driver_id: 'module', operation: 'call', options };
  const args = { name: 'Ada' };
  return driver.executeStream(makeCall({ binding, args, ...(signal === undefined ? {} : { signal }) }));
}
const run = (work: Work, signal?: AbortSignal) => call({ function: work }, signal);

describe('what a function gives', () => {
  test.each<[string, Work, unknown[]]>([
    ['an object is one row', () => ({ a: 1 }), [{ a: 1 }]],
    ['a promise is waited for', async () => ({ a: 1 }), [{ a: 1 }]],
    ['a list is rows', () => [{ a: 1 }, 2, null], [{ a: 1 }, 2, null]],
    ['strings in a list are rows', () => ['a', { b: 1 }, 'c'], [{ value: 'a' }, { b: 1 }, { value: 'c' }]],
    ['null is a row', () => null, [null]],
    ['undefined is nothing', () => undefined, []],
    ['a set is rows', () => new Set([1, 2]), [1, 2]],
    ['the arguments arrive', (args) => [args], [{ name: 'Ada' }]],
    [
      'a generator gives rows',
      function* () {
        yield { a: 1 };
        yield { a: 2 };
      },
      [{ a: 1 }, { a: 2 }],
    ],
  ])('%s', async (_, work, rows) => {
    expect(rowsOf(await collect(run(work)))).toEqual(rows);
  });

  test('strings and bytes are text, in order with rows between', async () => {
    const chunks = await collect(run(() => ['a', 'b\n', { a: 1 }, Buffer.from('ü'), 'c']));
    expect(textOf(chunks, 'text')).toBe('ab\nüc');
    expect(chunks.map((chunk) => chunk.type)).toEqual(['text', 'records', 'text', 'text']);
    expect(textOf(await collect(run(() => 'whole text')), 'text')).toBe('whole text');
  });

  test('text may be cut anywhere, also inside a character', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(80), { maxLength: 8 }), async (whole, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
        const parts = places.slice(1).map((place, index) => whole.slice(places[index], place));
        async function* inTurns() {
          for (const part of parts) {
            yield part;
            await nextTurn();
            await nextTurn();
          }
        }
        expect(textOf(await collect(run(inTurns)), 'text')).toBe(whole);
        expect(textOf(await collect(run(() => parts.values())), 'text')).toBe(whole);
      }),
      { numRuns: 50 },
    );
  });

  test('a million quick values are a few thousand chunks', async () => {
    async function* quick() {
      for (let id = 0; id < 100_000; id += 1) {
        yield { id };
      }
    }
    const chunks = await collect(run(quick));
    expect(rowsOf(chunks)).toHaveLength(100_000);
    expect(chunks.length).toBeLessThan(1000);
  });

  test('slow values leave one by one', async () => {
    async function* slow() {
      for (let id = 0; id < 3; id += 1) {
        yield { id };
        await sleep(20);
      }
    }
    expect((await collect(run(slow))).map((chunk) => rowsOf([chunk]))).toEqual([[{ id: 0 }], [{ id: 1 }], [{ id: 2 }]]);
  });

  test('large values make small batches', async () => {
    function* large() {
      for (let id = 0; id < 600; id += 1) {
        yield { id, text: 'x'.repeat(10_000) };
      }
    }
    const chunks = await collect(run(large));
    expect(rowsOf(chunks)).toHaveLength(600);
    const sizes = chunks.slice(1).map((chunk) => (chunk.type === 'records' ? chunk.lines.length : 0));
    expect(Math.max(...sizes)).toBeLessThan(256 * 1024);
  });
});

describe('ends', () => {
  test('what came before a failure is passed on', async () => {
    const seen: Chunk[] = [];
    const error = await failureOf(async () => {
      for await (const chunk of run(function* () {
        yield { a: 1 };
        throw new RangeError('private');
      })) {
        seen.push(chunk);
      }
    });
    expect(rowsOf(seen)).toEqual([{ a: 1 }]);
    expect(error).toMatchObject({
      code: 'DRIVER_FAILED',
      message: 'the function of this capability failed with RangeError',
    });
  });

  test('a KernelError of the function is passed on', async () => {
    const own = new KernelError('LIMIT_REACHED', 'no more today');
    expect(
      await failureOf(() =>
        collect(
          run(() => {
            throw own;
          }),
        ),
      ),
    ).toBe(own);
  });

  test('a function that ignores the abort is left within a second', async () => {
    const controller = new AbortController();
    async function* deaf() {
      yield 1;
      await new Promise(() => undefined);
    }
    const error = await failureOf(async () => {
      for await (const _ of run(deaf, controller.signal)) {
        controller.abort();
      }
    });
    expect(error).toMatchObject({ code: 'CANCELLED' });
    const hanging = new AbortController();
    const waiting = failureOf(() => collect(run(() => new Promise(() => undefined), hanging.signal)));
    hanging.abort();
    expect(await waiting).toMatchObject({ code: 'CANCELLED' });
  });

  test('a consumer who leaves is told to the function through its signal', async () => {
    let told: AbortSignal | undefined;
    async function* listening(_: unknown, { signal }: Context) {
      told = signal;
      yield 1;
      await sleep(60_000, undefined, { signal });
    }
    for await (const _ of run(listening)) {
      break;
    }
    expect(told?.aborted).toBe(true);
  });

  test('an endless function that never waits does not keep timers from running', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1);
    const endless = function* () {
      for (;;) {
        yield 1;
      }
    };
    expect(await failureOf(() => collect(run(endless, controller.signal)))).toMatchObject({ code: 'CANCELLED' });
  });
});

describe('modules', () => {
  test('the default export or a named one, relative to the config', async () => {
    writeFileSync(
      join(folder, 'cap.mjs'),
      'export default () => [1]; export const two = async function* () { yield 2; };',
    );
    expect(rowsOf(await collect(call({ module: './cap.mjs' })))).toEqual([1]);
    expect(rowsOf(await collect(call({ module: 'cap.mjs', export: 'two' })))).toEqual([2]);
  });

  test.each([
    [{}, 'CONFIG_INVALID', 'the module driver needs the option module or function'],
    [{ module: 'missing.mjs' }, 'DRIVER_UNAVAILABLE', 'the module of this capability cannot be loaded'],
    [{ module: 'cap.mjs', export: 'no' }, 'CONFIG_INVALID', 'the module of this capability exports no function no'],
  ])('%j is named', async (options, code, message) => {
    expect(await failureOf(() => collect(call(options)))).toMatchObject({ code, message });
  });
});
