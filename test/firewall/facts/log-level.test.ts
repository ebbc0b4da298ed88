import { expect, test } from 'vitest';
import { LEVEL_WINDOW, logLevel } from '../../../src/firewall/facts/log-level.js';

test.each([
  ['2024-01-01T00:00:00Z INFO started', 'INFO'],
  ['Jan  1 00:00:00 host app[123]: ERROR: broken', 'ERROR'],
  ['WARNING low memory', 'WARN'],
  ['[warn] low memory', 'WARN'],
  ['[Fri Jan 01] [core:error] [pid 1] message', undefined],
  ['[Fri Jan 01] [error] message', 'ERROR'],
  ['time=1 level=debug msg="x"', 'DEBUG'],
  ['{"time":1,"level":"fatal","msg":"x"}', 'FATAL'],
  ['{"lvl": "Info"}', 'INFO'],
  ['DEBUG', 'DEBUG'],
  ['ERROR INFO', 'ERROR'],
  ['an error that is told in prose', undefined],
  ['Error: a message without a mark', undefined],
  ['msg="error again"', undefined],
  ['ERRORS=3', undefined],
  ['INFORMATION', undefined],
  ['MY_ERROR', undefined],
  ['TERROR', undefined],
  ['', undefined],
  ['I', undefined],
  [`${'x'.repeat(LEVEL_WINDOW - 6)} ERROR behind`, 'ERROR'],
  [`${'x'.repeat(LEVEL_WINDOW - 5)} ERROR behind`, undefined],
])('%s', (line, level) => {
  expect(logLevel(line, 0, line.length)).toBe(level);
  expect(logLevel(`ERROR\n${line}\nERROR`, 6, 6 + line.length)).toBe(level);
});
