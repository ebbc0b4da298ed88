import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPatience, patiently } from '../../../src/drivers/sql/patience.js';
import { failureOf } from '../../support/driver-call.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function* piecesEach(ms: number): AsyncGenerator<number> {
  for (let count = 1; ; count += 1) {
    await vi.advanceTimersByTimeAsync(ms);
    yield count;
  }
}

describe('the patience with a database', () => {
  test('is one for all pieces together', async () => {
    const read: number[] = [];
    const failure = await failureOf(async () => {
      for await (const piece of patiently(piecesEach(30), createPatience(100))) {
        read.push(piece);
      }
    });
    expect(failure).toMatchObject({ code: 'TIMEOUT', message: 'the statement ran longer than 100 ms' });
    expect(read).toEqual([1, 2, 3]);
  });

  test('does not count the time of who reads', async () => {
    const read: number[] = [];
    for await (const piece of patiently(piecesEach(30), createPatience(100))) {
      read.push(piece);
      await vi.advanceTimersByTimeAsync(1000);
      if (piece === 3) {
        break;
      }
    }
    expect(read).toEqual([1, 2, 3]);
  });

  test('counts work that the database bounds itself, and tells when it is over', async () => {
    const patience = createPatience(100);
    await patience.count(vi.advanceTimersByTimeAsync(99));
    patience.check();
    await patience.count(vi.advanceTimersByTimeAsync(1));
    expect(await failureOf(async () => patience.check())).toMatchObject({ code: 'TIMEOUT' });
  });

  test('has no end without a limit', async () => {
    const patience = createPatience(undefined);
    await patience.wait(vi.advanceTimersByTimeAsync(1e9));
    await patience.count(vi.advanceTimersByTimeAsync(1e9));
    patience.check();
  });
});
