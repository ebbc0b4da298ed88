import { describe, expect, test } from 'vitest';
import {
  oneOf,
  parseBudget,
  parseCount,
  parseDurationFlag,
  parseEncoding,
  parseList,
  parseMode,
  parseOpenBudget,
  parseRange,
  parseTime,
} from '../../src/cli/flags/values.js';

const now = () => Date.parse('2026-11-21T20:00:00.000Z');

describe('accepted', () => {
  test.each([
    ['budget', parseBudget('512'), 512],
    ['open budget', parseOpenBudget('none'), Number.POSITIVE_INFINITY],
    ['count', parseCount('--offset')('0'), 0],
    ['milliseconds', parseDurationFlag('--timeout')('500ms'), 500],
    ['seconds', parseDurationFlag('--timeout')('30s'), 30_000],
    ['minutes', parseDurationFlag('--timeout')('5m'), 300_000],
    ['a fraction', parseDurationFlag('--timeout')('1.5h'), 5_400_000],
    ['mode', parseMode('handle_only'), 'handle_only'],
    ['encoding', parseEncoding('cl100k_base'), 'cl100k_base'],
    ['a time ago', parseTime('--since', now)('2h'), '2026-11-21T18:00:00.000Z'],
    ['a date', parseTime('--since', now)('2026-11-20'), '2026-11-20T00:00:00.000Z'],
  ])('%s', (_, parsed, wanted) => {
    expect(parsed).toBe(wanted);
  });

  test('lists and ranges', () => {
    expect(parseList('--fields')('id, name,a.b')).toEqual(['id', 'name', 'a.b']);
    expect(parseRange('0:8000')).toEqual({ from: 0, to: 8000 });
    expect(parseRange('100:')).toEqual({ from: 100 });
    expect(parseRange(':5')).toEqual({ to: 5 });
  });
});

describe('refused with USAGE and a hint', () => {
  test.each<readonly [string, () => unknown, string]>([
    ['a budget under the minimum', () => parseBudget('511'), '--budget must be at least 512 model tokens'],
    ['no budget where one is needed', () => parseBudget('none'), '--budget must be a whole number, not "none"'],
    ['a negative offset', () => parseCount('--offset')('-1'), '--offset must be a whole number, not "-1"'],
    ['a fraction', () => parseCount('--offset')('2.5'), '--offset must be a whole number, not "2.5"'],
    ['an exponent', () => parseCount('--offset')('1e3'), '--offset must be a whole number, not "1e3"'],
    ['hexadecimal', () => parseCount('--offset')('0x10'), '--offset must be a whole number, not "0x10"'],
    ['an empty number', () => parseCount('--offset')(''), '--offset must be a whole number, not ""'],
    ['a duration without a unit', () => parseDurationFlag('--timeout')('30'), '--timeout must be a duration, not "30"'],
    ['no time at all', () => parseDurationFlag('--timeout')('0s'), '--timeout must be a duration, not "0s"'],
    ['an empty name', () => parseList('--fields')('a,,b'), '--fields has an empty name in its list'],
    ['a reversed range', () => parseRange('9:3'), '--chars ends before it begins'],
    ['a range of words', () => parseRange('a:b'), '--chars must be a range, not "a:b"'],
    ['no range', () => parseRange('12'), '--chars must be a range, not "12"'],
    ['a time that is none', () => parseTime('--since', now)('yesterday'), '--since must be a time, not "yesterday"'],
    ['an impossible date', () => parseTime('--since', now)('2026-13-40'), '--since must be a time, not "2026-13-40"'],
    ['an unknown mode', () => parseMode('tabel'), '--mode does not know "tabel"'],
  ])('%s', (_, parse, message) => {
    expect(parse).toThrowError(expect.objectContaining({ code: 'USAGE', message, hint: expect.any(String) }));
  });

  test('a near miss is named', () => {
    expect(() => parseMode('tabel')).toThrowError(
      expect.objectContaining({ hint: expect.stringContaining('did you mean table?') }),
    );
    expect(() => oneOf('--x', 'zzzzzz', ['a', 'b'])).toThrowError(
      expect.objectContaining({ hint: 'choose one of a, b' }),
    );
  });
});
