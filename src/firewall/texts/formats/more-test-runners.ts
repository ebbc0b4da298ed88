import type { Format } from './format.js';

/** Runners whose last line is an account, and little else tells them from others. */
export const MORE_TEST_RUNNERS: readonly Format[] = [
  {
    format_id: 'phpunit',
    hints: ['phpunit ', 'ok (', 'failures!', 'errors!', 'warnings!', 'tests: ', 'ok, but', 'no tests executed', ') '],
    sign: /^PHPUnit \d+\.\d/,
    totals:
      /^OK \(\d+ tests?, \d+ assertions?\)|^Tests: \d+, Assertions: \d+|^(?:FAILURES|ERRORS|WARNINGS)!$|^OK, but |^No tests executed!/,
    failed: /^(?:FAILURES|ERRORS)!|\b(?:Failures|Errors): [1-9]/,
    passed: /^OK \([1-9]/,
    failure: /^\d+\) \S+::/,
    blockEnd: /^\d+\) \S+::|^-{2,}$|^(?:FAILURES|ERRORS)!$/,
    blockLines: 30,
    telling: /^(?:Failed asserting|\w+(?:Error|Exception): )|\.php:\d+$/,
  },
  {
    format_id: 'rspec',
    hints: [' examples, ', ' example, ', 'failures:', ') ', 'rspec ./'],
    sign: /^\d+ examples?, \d+ failures?/,
    totals: /^\d+ examples?, \d+ failures?/,
    failed: /\b[1-9]\d* (?:failures?|errors?)/,
    passed: /^[1-9]\d* examples?, 0 failures/,
    failure: /^rspec \.\/\S+:\d+ # /,
    blockLines: 0,
  },
  {
    format_id: 'bats',
    hints: [' ✓ ', ' ✗ ', ' tests, ', '1 test, '],
    sign: /^ ✗ \S|^\d+ tests?, \d+ failures?(?:, \d+ \w+)?$/,
    totals: /^\d+ tests?, \d+ failures?\b/,
    failed: /\b[1-9]\d* failures?/,
    passed: /^[1-9]\d* tests?, 0 failures/,
    failure: /^ ✗ \S/,
    blockEnd: /^ [✓✗-] |^\d+ tests?, /,
    blockLines: 20,
    routine: /^ ✓ /,
  },
  {
    format_id: 'xctest',
    hints: ['test suite ', 'test case ', 'executed ', ': error: '],
    sign: /^Test (?:Suite|Case) '.{1,200}' (?:started|passed|failed)/,
    totals: /^\s*Executed \d+ tests?, with /,
    failed: /\b[1-9]\d* failures?/,
    passed: /^\s*Executed [1-9]\d* tests?, with (?:\d+ tests? skipped and )?0 failures/,
    failure: /^\S+\.swift:\d+: error: |^Test Case '.{1,200}' failed/,
    blockLines: 2,
    routine: /^Test Case '.{1,200}' (?:started|passed)/,
  },
];
