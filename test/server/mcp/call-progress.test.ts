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
