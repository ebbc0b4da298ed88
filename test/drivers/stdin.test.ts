import { describe, expect, test } from 'vitest';
import { BYTES_CHANNEL, type Chunk } from '../../src/contract/chunk.js';
import { createStdinDriver } from '../../src/drivers/stdin/index.js';
import { collect, failureOf, makeCall, rowsOf, textOf } from '../support/driver-call.js';
import { piecesAt } from '../support/every-split.js';

async function* pieces(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(part);
  }
}

function read(
  stdin: AsyncIterable<Uint8Array> | undefined,
  input?: string,
  signal?: AbortSignal,
): AsyncIterable<Chunk> {
  const binding = { driver_id: 'stdin', operation: 'read' };
  const args = input === undefined ? {} : { input };
  const call = makeCall({ binding, args, ...(signal === undefined ? {} : { signal }) });
  return createStdinDriver({ stdin }).executeStream(call);
}

describe('stdin.read', () => {
  test.each([['{"a":1}\n{"a":2}\n'], ['[{"a":1},{"a":2}]']])('%j becomes rows by itself', async (text) => {
    expect(rowsOf(await collect(read(pieces(text))))).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test.each([
    ['csv', 'a\n1\n2\n'],
    ['ndjson', '{"a":1}\n{"a":2}'],
    ['json', '{"a":1}{"a":2}'],
  ])('%s when it is said', async (input, text) => {
    expect(rowsOf(await collect(read(pieces(text), input)))).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('anything else is text, byte for byte, whatever comes later', async () => {
    const text = ['plain ', 'text\n{"a":1}\n', ' äöü'];
    expect(textOf(await collect(read(pieces(...text))), 'text')).toBe(text.join(''));
  });

  test('records that are said to be text stay text', async () => {
    expect(textOf(await collect(read(pieces('{"a":1}\n'), 'text')), 'text')).toBe('{"a":1}\n');
  });

  test.each([
    ['as it comes', 4096],
    ['in small pieces', 7],
  ])('binary input is kept as base64, byte for byte, and counted: %s', async (_name, size) => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_unused, index) => (index * 89) % 256);
    const places = Array.from({ length: Math.floor(bytes.length / size) }, (_unused, index) => (index + 1) * size);
    const chunks = await collect(read(pieces('\0\u0001', ...piecesAt(bytes, places))));
    const kept = Buffer.from(textOf(chunks, BYTES_CHANNEL), 'base64');
    expect(kept.equals(Buffer.concat([Buffer.from('\0\u0001'), bytes]))).toBe(true);
    expect(rowsOf(chunks)).toEqual([{ binary: true, size_bytes: 20_002 }]);
  });

  test('no input at all gives nothing', async () => {
    expect(await collect(read(pieces()))).toEqual([]);
  });

  test('the first bytes of a slow source are not held back', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"a":1}\n');
      await gate;
      yield Buffer.from('{"a":2}\n');
    }
    const chunks = read(slow())[Symbol.asyncIterator]();
    const first = await chunks.next();
    expect(rowsOf(first.done === true ? [] : [first.value])).toEqual([{ a: 1 }]);
    release();
    expect((await chunks.next()).done).toBe(false);
    await chunks.return?.();
  });

  test('a source that never gives anything does not hold up an abort', async () => {
    const controller = new AbortController();
    async function* silent(): AsyncGenerator<Uint8Array> {
      await new Promise(() => undefined);
    }
    const reading = failureOf(() => collect(read(silent(), 'auto', controller.signal)));
    controller.abort();
    expect(await reading).toMatchObject({ code: 'CANCELLED' });
  });

  test('without input it says what to do', async () => {
    expect(await failureOf(async () => collect(read(undefined)))).toMatchObject({
      code: 'USAGE',
      message: 'there is nothing on standard input',
      hint: expect.stringContaining('akernel pipe'),
    });
  });

  test('it can be read once', async () => {
    const driver = createStdinDriver({ stdin: pieces('a') });
    const call = makeCall({ binding: { driver_id: 'stdin', operation: 'read' } });
    await collect(driver.executeStream(call));
    expect(await failureOf(async () => collect(driver.executeStream(call)))).toMatchObject({ code: 'USAGE' });
  });
});
