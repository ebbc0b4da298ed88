import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepHeapSmall } from '../../src/cli/small-heap.js';

describe('a heap that is kept small', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function begin() {
    const done: string[] = [];
    let undo: () => void = () => undefined;
    keepHeapSmall(
      {
        beforeKept: (action) => {
          undo = action;
        },
        keep: () => {
          undo();
          done.push('keep');
        },
      },
      async () => ({ setFlagsFromString: (flags) => void done.push(flags) }),
    );
    return { done, end: () => undo() };
  }

  it('is so after a while, not in a short command', async () => {
    const { done } = begin();
    await vi.advanceTimersByTimeAsync(299);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['--heap-growing-percent=20']);
  });

  it('is not so while compiled code is kept, when a first start is over', async () => {
    const { done } = begin();
    await vi.advanceTimersByTimeAsync(300);
    done.length = 0;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(done).toEqual(['--heap-growing-percent=0', 'keep', '--heap-growing-percent=20']);
  });

  it('is no longer so at the end of the process', async () => {
    const { done, end } = begin();
    await vi.advanceTimersByTimeAsync(300);
    end();
    expect(done.at(-1)).toBe('--heap-growing-percent=0');
  });
});
