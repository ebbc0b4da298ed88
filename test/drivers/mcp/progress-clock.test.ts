import { afterEach, expect, test, vi } from 'vitest';
import { withProgress } from '../../../src/drivers/mcp/progress.js';

const DAY_MS = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
});

test('a clock that is set back by a day does not hold progress back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  let report: (progress: number) => void = () => undefined;
  let end: (result: string) => void = () => undefined;
  const told = withProgress<string>((tell) => {
    report = (progress) => tell({ progress });
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  const first = told.next();
  report(1);
  expect(await first).toMatchObject({ value: { done: 1 } });
  vi.setSystemTime(Date.now() - DAY_MS);
  const second = told.next();
  report(2);
  expect(await second).toMatchObject({ value: { done: 2 } });
  const last = told.next();
  end('all');
  expect(await last).toEqual({ done: true, value: 'all' });
});
