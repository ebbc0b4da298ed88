import { describe, expect, it, test } from 'vitest';
import { learnHeader } from '../../../src/firewall/texts/line-header.js';
import { findPrefix } from '../../../src/firewall/texts/line-prefix.js';
import { plainLine, withoutSpelt } from '../../../src/firewall/texts/plain-line.js';

/** Twenty lines of a form, with what differs from line to line. */
function logOf(form: (count: number, message: string) => string): readonly string[] {
  const messages = [
    'opened the door',
    'closed the window',
    'Reading file alpha',
    'lost sight of beta',
    'gamma is back',
  ];
  return Array.from({ length: 20 }, (_unused, count) => form(count, messages[count % messages.length] ?? ''));
}

const two = (count: number): string => String(count).padStart(2, '0');

describe('the header of a log', () => {
  it('takes no word of a short line for a host', () => {
    const header = learnHeader(Array.from({ length: 20 }, (_, n) => `2026-11-28T10:00:${two(n)}Z copied img${n}.png`));
    const line = '2026-11-28T10:00:30Z ##[error]Process completed with exit code 1.';
    expect(line.slice(header?.lengthIn(line))).toBe('##[error]Process completed with exit code 1.');
  });

  test.each([
    ['syslog', (n: number, m: string) => `Jun ${10 + n} 06:55:${two(n)} web1 cron[${n * 7}]: ${m}`],
    ['java', (n: number, m: string) => `2026-10-18 18:01:${two(n)},978 INFO ${m}`],
    ['android', (n: number, m: string) => `03-17 16:13:${two(n)}.811  1702  ${2000 + n} D ${m}`],
    ['two numbers and a level', (n: number, m: string) => `081109 2036${two(n)} ${n} INFO ${m}`],
    [
      'hosts before the level',
      (n: number, m: string) => `- 111783857${n % 10} 2026.06.03 r${n}-m1 RAS KERNEL INFO ${m}`,
    ],
    [
      'the kind of an alert before the time',
      (n: number, m: string) =>
        `${['-', 'KERNDTLB', '-', 'APPSEV', 'KERNSTOR'][n % 5]} 111783857${n % 10} 2026.06.03 r${n}-m1 RAS KERNEL INFO ${m}`,
    ],
    [
      'hosts whose names differ',
      (n: number, m: string) =>
        `Jul  1 09:00:${two(n)} ${n % 3 === 0 ? 'annas-laptop' : `lab-10-${n}`} kernel[0]: ${m}`,
    ],
    ['apache', (n: number, m: string) => `[Sun Dec 04 04:47:${two(n)} 2026] [notice] ${m}`],
    ['bars', (n: number, m: string) => `20261223-22:15:29:${600 + n}|${m}`],
  ])('of %s is taken off, and what is said stays', (_name, form) => {
    const lines = logOf(form);
    const header = learnHeader(lines);
    expect(lines.map((line) => line.slice(header?.lengthIn(line)))).toEqual(logOf((_n, message) => message));
  });

  it('is taken off the dots of a test runner too, which are no measured values', () => {
    const dots = Array.from(
      { length: 20 },
      (_unused, n) => `2026-11-28T14:00:${two(n)}.4556984Z ${'.'.repeat(60)}  ${61 * n} / 1220`,
    );
    expect(learnHeader(dots)?.lengthIn('2026-11-28T14:02:00.1329794Z   1) Cart adds up')).toBe(29);
  });

  it('ends before a level that says that something is wrong', () => {
    const header = learnHeader(logOf((n, m) => `2026-10-18 18:01:${two(n)} INFO ${m}`));
    const line = '2026-10-18 18:02:00 ERROR no more doors';
    expect(line.slice(header?.lengthIn(line))).toBe('ERROR no more doors');
    expect(header?.level()).toBe('ERROR');
  });

  it('is no part of a line of another form', () => {
    const header = learnHeader(logOf((n, m) => `Jun 10 06:55:${two(n)} web1 cron[7]: ${m}`));
    expect(header?.lengthIn('    at open (door.js:1:2)')).toBe(0);
    const levels = learnHeader(logOf((n, m) => `2026-10-18 18:01:${two(n)} DEBUG store.py:14 ${m}`));
    expect(levels?.lengthIn('batch 3 written')).toBe(0);
  });

  test.each([
    ['measured values', (n: number) => `2026-01-01 12:00:${two(n)} 17.${n} 18.4 ${n}`],
    ['prose', (_n: number, m: string) => m],
    ['places in a file', (n: number, m: string) => `tests/test_a.py:${n}:${10 + n}: error: ${m}`],
    ['places and levels', (n: number, m: string) => `tests/test_a.py:${n}: error: ${m} [arg-type]`],
    // For ever, before: nothing was left to take off.
    ['numbers and nothing else', (n: number) => `${n} ${n * 2}`],
    ['a number in a line', (n: number) => `${n}`],
    ['source code', (n: number) => `const value${n} = ${n};`],
  ])('is none of %s', (_name, form) => {
    const lines = logOf(form);
    expect(lines.map((line) => learnHeader(lines)?.lengthIn(line) ?? 0)).toEqual(lines.map(() => 0));
  });

  it('takes a long line in linear time', () => {
    const lines = logOf((n) => `12:00:${two(n)} ${'1 '.repeat(50_000)}${'|'.repeat(50_000)}`);
    expect(findPrefix(lines)?.lengthIn(lines[0] ?? '') ?? 0).toBeLessThan(1000);
  });
});

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['10 %\r20 %\rdone', 'done'],
  ['done\r', 'done'],
  ['\u001b]8;;https://x.example\u0007link\u001b]8;;\u0007', 'link'],
])('the line %j is %j', (raw, plain) => {
  expect(plainLine(raw)).toBe(plain);
});

test('a prefix is told as most lines have it, not as the first one that only looks like it', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `x ${at + 1} error: boom`);
  expect(findPrefix(['============ 3 passed in 0.1s ============', ...lines])?.example).toBe('x 1');
});

test('colours that are spelt are left out, and what they hid is hidden', () => {
  const line = { row: 7, channel: 'text', rawChars: 40, rawStart: 0, rawEnd: 90 };
  const redact = (text: string): string => text.replace('a-key', '[KEY]');
  const plain = { ...line, text: '1 < 2 ^[ x' };
  expect(withoutSpelt(plain, redact)).toBe(plain);
  expect(withoutSpelt({ ...line, text: '^[[36;1mspelt^[[0m a^[[0m-k^[[1mey' }, redact)).toEqual({
    ...line,
    text: 'spelt [KEY]',
    rawChars: 17,
  });
});

test.each([
  ['TEST-PASS', 'TEST-FAIL'],
  ['PASS', 'FAIL'],
  ['ok', 'not-ok'],
  ['passed', 'failed'],
  ['TEST_PASS', 'TEST_UNEXPECTED_FAIL'],
  ['INFO', 'ERROR'],
])('how each line ended is no prefix: %s, %s', (good, bad) => {
  const lines = Array.from({ length: 20 }, (_, at) => `${at % 7 === 3 ? bad : good} | crane ${at} lifts`);
  expect(findPrefix(lines)).toBeUndefined();
});

test.each(['web-0', 'API-GW', 'DB-MAIN'])('the name of a service is a prefix: %s', (name) => {
  const lines = Array.from({ length: 20 }, (_, at) => `${name} | crane ${at} lifts`);
  expect(findPrefix(lines)?.example).toBe(`${name} |`);
});
