import { expect, test } from 'vitest';
import { createLevelFinder, LEVEL_WINDOW, levelOfWord } from '../../../src/firewall/texts/log-level.js';

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
  expect(createLevelFinder(line)(0, line.length)).toBe(level);
  expect(createLevelFinder(`ERROR\n${line}\nERROR`)(6, 6 + line.length)).toBe(level);
});

test('lines in their order, with and without marks', () => {
  const lines = [
    'a novel [x',
    '[info] x',
    'nothing',
    'x lvl=warn',
    'x level: "Error"',
    'LEVEL=trace',
    'level=none ERROR',
    '[',
  ];
  const text = lines.join('\n');
  const levelOf = createLevelFinder(text);
  let start = 0;
  const levels = lines.map((line) => {
    const level = levelOf(start, start + line.length);
    start += line.length + 1;
    return level;
  });
  expect(levels).toEqual([undefined, 'INFO', undefined, 'WARN', 'ERROR', 'TRACE', 'ERROR', undefined]);
});

test('a word in capitals is found wherever it stands', () => {
  for (let before = 0; before < 70; before += 1) {
    const line = `${'x'.repeat(before)} INFO`;
    expect(createLevelFinder(line)(0, line.length)).toBe('INFO');
  }
});

test.each([
  ['E', 'ERROR'],
  ['W/', 'WARN'],
  ['[warning]', 'WARN'],
  ['SEVERE:', 'SEVERE'],
  ['Information', 'INFO'],
  ['FAILURE', 'FAILURE'],
  ['errors', undefined],
  ['', undefined],
])('in the column of levels %j is %s', (word, level) => {
  expect(levelOfWord(word)).toBe(level);
});
