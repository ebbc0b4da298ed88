import { describe, expect, test } from 'vitest';
import { abortable } from '../../src/streams/abort.js';
import { arrayOf } from './collect.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function* numbers(log: string[]): AsyncGenerator<number> {
  try {
    for (let number = 0; ; number += 1) {
      await turn();
      yield number;
    }
  } finally {
    log.push('closed');
  }
}

/** Gives one item and never settles again, whatever it is asked. */
function deafSource(log: string[]): AsyncIterable<number> {
  let given = false;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        const first = !given;
        given = true;
        return first ? Promise.resolve({ done: false, value: 1 }) : new Promise(() => undefined);
      },
      return: () => {
        log.push('asked to return');
        return new Promise(() => undefined);
      },
    }),
  };
}

describe('abortable', () => {
  test('a source that has ended or failed is not closed once more', async () => {
    let closed = 0;
    const sourceOf = (next: () => Promise<IteratorResult<number>>): AsyncIterable<number> => ({
      [Symbol.asyncIterator]: () => ({
        next,
        return: async () => {
          closed += 1;
          return { done: true, value: undefined };
        },
      }),
    });
    const { signal } = new AbortController();
    expect(
      await arrayOf(
        abortable(
          sourceOf(async () => ({ done: true, value: 0 })),
          signal,
        ),
      ),
    ).toEqual([]);
    const failing = sourceOf(() => Promise.reject(new Error('source')));
    await expect(arrayOf(abortable(failing, signal))).rejects.toThrow('source');
    expect(closed).toBe(0);
  });

  test('gives everything and passes errors on while nothing aborts', async () => {
    async function* failing(): AsyncGenerator<number> {
      yield 1;
      throw new Error('source');
    }
    const seen: number[] = [];
    const run = async (): Promise<void> => {
      for await (const number of abortable(failing(), new AbortController().signal)) {
        seen.push(number);
      }
    };
    await expect(run()).rejects.toThrow('source');
    expect(seen).toEqual([1]);
  });

  test('ends without an error and closes the source', async () => {
    const controller = new AbortController();
    const log: string[] = [];
    for await (const number of abortable(numbers(log), controller.signal)) {
      if (number === 3) {
        controller.abort();
      }
    }
    expect(log).toEqual(['closed']);
  });

  test('ends while a source that ignores the signal is silent', async () => {
    const controller = new AbortController();
    const log: string[] = [];
    setImmediate(() => controller.abort());
    const seen = await arrayOf(abortable(deafSource(log), controller.signal, { graceMs: 5 }));
    expect(seen).toEqual([1]);
    expect(log).toEqual(['asked to return']);
  });

  test('does not wait for ever when the consumer left and the abort comes later', async () => {
    const controller = new AbortController();
    const log: string[] = [];
    for await (const _ of abortable(deafSource(log), controller.signal, { graceMs: 5 })) {
      setImmediate(() => controller.abort());
      break;
    }
    expect(log).toEqual(['asked to return']);
  });

  test('awaits the clean-up of a source that does it', async () => {
    const controller = new AbortController();
    const log: string[] = [];
    async function* slow(): AsyncGenerator<number> {
      try {
        yield 1;
        await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
      } finally {
        await turn();
        await turn();
        log.push('cleaned up');
      }
    }
    setImmediate(() => controller.abort());
    expect(await arrayOf(abortable(slow(), controller.signal))).toEqual([1]);
    expect(log).toEqual(['cleaned up']);
  });

  test('a failure after the abort is not reported', async () => {
    const controller = new AbortController();
    async function* failing(): AsyncGenerator<number> {
      yield 1;
      await new Promise((resolve) => controller.signal.addEventListener('abort', resolve));
      throw new Error('aborted');
    }
    setImmediate(() => controller.abort());
    expect(await arrayOf(abortable(failing(), controller.signal))).toEqual([1]);
    await turn();
  });

  test('aborted before it begins, it asks for nothing', async () => {
    const log: string[] = [];
    expect(await arrayOf(abortable(numbers(log), AbortSignal.abort()))).toEqual([]);
  });

  test('leaves no listener behind, and uses one for any number of items', async () => {
    let listeners = 0;
    const signal = new AbortController().signal;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    let most = 0;
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      most = Math.max(most, listeners);
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    for await (const number of abortable(numbers([]), signal)) {
      if (number === 50) {
        break;
      }
    }
    expect([most, listeners]).toEqual([1, 0]);
  });
});
