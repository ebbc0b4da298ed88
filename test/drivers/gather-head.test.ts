import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { gatherHead } from '../../src/drivers/gather-head.js';

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const out: string[] = [];
  for await (const piece of gatherHead(pieces)) {
    out.push(Buffer.from(piece).toString());
  }
  return out;
}

async function* give(pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    yield Buffer.from(piece);
  }
}

describe('the head of a source', () => {
  test('is one piece, however the source was cut', async () => {
    const text = 'id,name\n1,ann\n2,bob\n';
    for (const cuts of [[text], [...text], [text.slice(0, 3), text.slice(3)]]) {
      expect(await gather(give(cuts))).toEqual([text]);
    }
  });

  test('loses nothing of what follows', async () => {
    const pieces = Array.from({ length: 50 }, (_, i) => `${i} `.repeat(100));
    const gathered = await gather(give(pieces));
    expect(gathered.join('')).toBe(pieces.join(''));
    expect(gathered.length).toBeGreaterThan(10);
  });

  test('of a slow source is passed on while the source waits', async () => {
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('first\n');
      await sleep(5000, undefined, { ref: false });
      yield Buffer.from('second\n');
    }
    const iterator = gatherHead(slow());
    const { value } = await iterator.next();
    expect(Buffer.from(value as Uint8Array).toString()).toBe('first\n');
  });

  test('is not held back where its first piece is certain', async () => {
    vi.useFakeTimers();
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('first\n');
      yield* give(['second\n', 'third\n']);
    }
    try {
      const iterator = gatherHead(slow(), (piece) => piece.at(-1) === 10);
      expect(String((await iterator.next()).value)).toBe('first\n');
      expect(String((await iterator.next()).value)).toBe('second\nthird\n');
    } finally {
      vi.useRealTimers();
    }
  });

  test('an empty source stays empty, a failing one fails', async () => {
    expect(await gather(give([]))).toEqual([]);
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      throw new Error('gone');
    }
    await expect(gather(failing())).rejects.toThrow('gone');
  });
});
