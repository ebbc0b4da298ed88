import { afterEach, expect, test, vi } from 'vitest';
import { reportProgress } from '../../../src/server/mcp/call-progress.js';

const DAY_MS = 86_400_000;
const NOTHING_NEW = { rows: 0, chunks: 0, bytes: 0, budget_used: 0, redactions: 0 };

afterEach(() => {
  vi.useRealTimers();
});

test.each([-1, 1])('a clock that jumps by %d day moves no heartbeat of a call', (days) => {
  vi.useFakeTimers();
  const tell = vi.fn();
  const stop = reportProgress(() => NOTHING_NEW as never, tell);
  vi.advanceTimersByTime(1000);
  vi.setSystemTime(Date.now() + days * DAY_MS);
  vi.advanceTimersByTime(13_000);
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(tell).toHaveBeenCalledTimes(1);
  stop();
});

test('what a tool said last is told before its result, once', () => {
  const tell = vi.fn();
  const usage = { ...NOTHING_NEW, progress: { done: 3, total: 3 } };
  const stop = reportProgress(() => usage as never, tell);
  expect([stop(), stop()]).toEqual([true, false]);
  expect(tell.mock.calls).toEqual([[{ progress: 3, total: 3 }]]);
});
