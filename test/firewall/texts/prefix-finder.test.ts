import { describe, expect, it, test } from 'vitest';
import { createPrefixFinder } from '../../../src/firewall/texts/prefix-finder.js';
import { textSentences } from '../../../src/firewall/texts/text-sentences.js';
import { digestOf } from '../../support/digest-of.js';

const two = (count: number): string => String(count % 60).padStart(2, '0');
const PREPARED = Array.from({ length: 60 }, (_, at) => `[${['cache', 'setup', 'volume', 'fetch'][at % 4]}] part ${at}`);
const COMMANDS = Array.from({ length: 200 }, (_, at) => `[task 2026-11-29T10:00:${two(at)}Z] + step ${at}`);
const worked = (at: number): string =>
  `[task 2026-11-29T10:01:${two(at)}Z] 10:01:${two(at)}     INFO - loaded part ${at}`;

function lengthsOf(lines: readonly string[], isOutput = true): readonly number[] {
  const finder = createPrefixFinder();
  finder.learn(lines.slice(0, 32));
  return lines.map((line) => finder.lengthIn(line, isOutput));
}

describe('the prefix of a log', () => {
  const lines = [...PREPARED, ...COMMANDS, ...Array.from({ length: 600 }, (_, at) => worked(at))];

  it('is found behind what a runner prepares', () => {
    expect(lengthsOf(lines).slice(255, 258)).toEqual([
      0,
      '[task 2026-11-29T10:00:00Z] '.length,
      '[task 2026-11-29T10:00:00Z] '.length,
    ]);
  });

  it('is found again when later lines also say their level', () => {
    const last = lines.at(-1) ?? '';
    expect(last.slice(lengthsOf(lines).at(-1))).toBe('loaded part 599');
  });

  it('is not looked for in a page', () => {
    expect(new Set(lengthsOf(lines, false))).toEqual(new Set([0]));
  });

  it('is none of a table below other lines, whose first column says something', () => {
    const table = Array.from({ length: 600 }, (_, at) => `berth${at} | ${at} | free`);
    expect(new Set(lengthsOf([...PREPARED, ...table]))).toEqual(new Set([0]));
  });

  it('is told with the line that it begins at', () => {
    const sentence = 'each line from 513 on began like this, left out here: [task 2026-11-29T10:01:';
    expect(textSentences(digestOf(lines), undefined).join('\n')).toContain(sentence);
  });
});

test('a dash between level and message is no message', () => {
  const finder = createPrefixFinder();
  const lines = Array.from(
    { length: 32 },
    (_, at) => `2026-11-29 10:00:${two(at)},123 INFO - door ${at} of house ${at % 7} is open`,
  );
  finder.learn(lines);
  expect(lines[3]?.slice(finder.lengthIn(lines[3], true))).toBe('door 3 of house 3 is open');
});
