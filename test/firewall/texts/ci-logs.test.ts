import { describe, expect, it, test } from 'vitest';
import { createDigest, type Kept } from '../../../src/firewall/texts/digest.js';
import { hitForm } from '../../../src/firewall/texts/kinds/listings/hits.js';
import { packagePrefix } from '../../../src/firewall/texts/package-prefix.js';
import { textSentences } from '../../../src/firewall/texts/text-sentences.js';

const two = (count: number): string => String(count).padStart(2, '0');

/** What runners write before each line of a command, an empty line's too. */
const RUNNERS = [
  ['GitHub', (at: number) => `2026-11-20T09:00:${two(at % 60)}.03277${two(at % 60)}Z `],
  ['GitLab', (at: number) => `2026-11-20T09:00:${two(at % 60)}.032771Z 0${at % 2}${at % 3 === 0 ? 'E' : 'O'} `],
  ['Jenkins', (at: number) => `[2026-11-20T09:00:${two(at % 60)}.032Z] `],
] as const;

const OUTPUT = [
  ...Array.from({ length: 30 }, (_unused, at) => (at % 3 === 1 ? '' : ` src/file-${at}.ts | ${at} ++--`)),
  '/work/lint/stock.js',
  "  2:9   warning  'unused' is never used  no-unused-vars",
  '',
  '/work/lint/cart.js',
  "  3:17  error    'box' is not defined  no-undef",
  '',
  '✖ 2 problems (1 error, 1 warning)',
];

function keptOf(lines: readonly string[]): Kept {
  const digest = createDigest({ maxTokens: 1000, redact: (text) => text });
  for (const [row, text] of lines.entries()) {
    digest.add({ row, channel: 'stdout', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 });
  }
  digest.end();
  return digest.kept();
}

describe.each(RUNNERS)('a log of %s', (_name, timeOf) => {
  const kept = keptOf(OUTPUT.map((text, at) => `${timeOf(at)}${text}`));

  it('is read behind the times, with the indentation of its tools', () => {
    expect(kept.tail.map(({ text }) => text)).toEqual(OUTPUT);
    expect(kept.kind_id).toBeUndefined();
  });

  it('has the account and the failures of the tool', () => {
    expect(textSentences(kept, undefined)).toContain(`eslint: ${OUTPUT.at(-1)}`);
    const [block] = kept.errors;
    expect([block?.heading?.text, block?.line.text]).toEqual([OUTPUT.at(-4), OUTPUT.at(-3)]);
  });
});

test.each([
  [
    'ERROR: Job failed: exit code 1',
    0,
    'the exit status is 0 although line 4, in the form of ci-runner, says that something failed',
  ],
  ['Finished: SUCCESS', 1, 'the exit status is 1 although ci-runner counts no failure'],
])('%s with exit %i', (last, exit, sentence) => {
  const lines = ['Running with gitlab-runner 18.5.0', '[Pipeline] sh', '+ make', 'cc -c a.c', last];
  expect(textSentences(keptOf(lines), exit)).toContain(sentence);
});

test.each([
  ['@shop/web:test:  FAIL  a.test.ts', '@shop/web:test: '],
  ['#12 3.456 npm error code 1', '#12 3.456 '],
  ['main.c:12: error', ''],
  ['main.c:12:3: error', ''],
  ['ERROR:root: no', ''],
  ['std::io: no', ''],
  ['#12 [build 1/2] RUN x', ''],
  ['a:b:', ''],
])('of %j the package or step is %j', (line, prefix) => {
  expect(line.slice(0, packagePrefix(line))).toBe(prefix);
});

test('what packages print at the same time is read as what their tools print', () => {
  const kept = keptOf(['web:test: Test Suites: 1 failed, 2 passed, 3 total', 'api:build: done in 3s']);
  expect(kept.formats).toEqual([
    {
      format_id: 'jest',
      hasFailedSince: false,
      totals: [{ row: 0, text: 'Test Suites: 1 failed, 2 passed, 3 total', verdict: 'failed' }],
    },
  ]);
});

test('a line that says that all is well does not stand around a failure', () => {
  const kept = keptOf(['[Pipeline] sh', '+ make', '[Pipeline] }', 'error: no rule', '[Pipeline] stage', 'why']);
  const [block] = kept.errors;
  expect(block?.context.map(({ text }) => text)).toEqual(['+ make', 'why']);
});

test('times are no hits of a search', () => {
  const lines = (form: (at: number) => string): readonly string[] => Array.from({ length: 20 }, (_u, at) => form(at));
  expect(hitForm(lines((at) => `2026-11-20T09:${two(at)}:00Z started`))).toBeUndefined();
  expect(hitForm(lines((at) => `[2026-11-20T09:${10 + at}:00Z] started`))).toBeUndefined();
  expect(hitForm(lines((at) => `src/a.ts:${at + 1}:started`))).toBe('line');
});

test('ctest tells its account, and which tests failed with what they printed', () => {
  const kept = keptOf([
    '        Start  1: harbor.case_1',
    ' 1/2 Test  #1: harbor.case_1 ....................   Passed    0.01 sec',
    '        Start  2: harbor.case_2',
    ' 2/2 Test  #2: harbor.case_2 ....................***Failed    0.01 sec',
    'crane 77: expected load 40, got 44',
    '',
    '50% tests passed, 1 tests failed out of 2',
    'The following tests FAILED:',
    '\t  2 - harbor.case_2 (Failed)',
  ]);
  expect(textSentences(kept, undefined)).toContain('ctest: 50% tests passed, 1 tests failed out of 2');
  const [block] = kept.errors;
  expect([block?.line.row, block?.context.map(({ text }) => text)]).toEqual([
    3,
    ['crane 77: expected load 40, got 44', ''],
  ]);
});

describe('what a checker says of places', () => {
  const notes = Array.from(
    { length: 60 },
    (_unused, at) => `src/m${at}.py:${at + 1}: note: By default it is not checked`,
  );

  it('is no output of grep, and its one error is one', () => {
    const lines = [
      ...notes,
      'src/bill.py:88: error: Argument 1 has an incompatible type  [arg-type]',
      'Found 1 error in 1 file',
    ];
    const kept = keptOf(lines);
    expect(kept.kind_id).toBeUndefined();
    expect(kept.errors.map(({ line }) => line.text)).toEqual([lines.at(-2)]);
  });

  it('of a data race in Go is one block with the test that it was found by behind it', () => {
    const race = [
      'WARNING: DATA RACE',
      'Write at 0x00c0 by goroutine 41:',
      '  q.Push()',
      '      /q/queue.go:58 +0x104',
    ];
    const packages = Array.from({ length: 40 }, (_unused, at) => `ok  \texample.com/p${at}\t0.2s`);
    const kept = keptOf([...packages, '='.repeat(18), ...race, '='.repeat(18), '--- FAIL: TestPush (0.03s)', 'FAIL']);
    const block = kept.errors.find(({ line }) => line.text === race[0]);
    expect(block?.context.map(({ text }) => text)).toEqual(expect.arrayContaining(race.slice(1)));
    expect(kept.errors.map(({ line }) => line.text)).toContain('--- FAIL: TestPush (0.03s)');
  });
});

test('a report of tests in a frame is no page, and its failure is shown with what is said below', () => {
  const rule = '-'.repeat(30);
  const test = (name: string, end: string): readonly string[] => [`${name.padEnd(22)}| ${end} |`, rule];
  const passed = Array.from({ length: 60 }, (_unused, at) => test(`Test ${at}`, 'PASS')).flat();
  const kept = keptOf([...passed, 'Pay With Expired Card | FAIL |', "Element 'declined' not found.", rule, ...passed]);
  expect(kept.kind_id).toBeUndefined();
  const block = kept.errors.find(({ line }) => line.text.startsWith('Pay'));
  expect(block?.context.map(({ text }) => text)).toContain("Element 'declined' not found.");
});
