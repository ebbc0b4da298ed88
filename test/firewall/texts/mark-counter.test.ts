import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDigest } from '../../../src/firewall/texts/digest.js';
import { createMarkCounter } from '../../../src/firewall/texts/mark-counter.js';
import type { TextLine } from '../../../src/firewall/texts/text-line.js';

function factsOf(lines: readonly string[]): readonly string[] {
  const marks = createMarkCounter();
  for (const line of lines) {
    marks.add(line);
  }
  return marks.facts();
}

describe('what many lines say in the same place', () => {
  it.each<[string, string, string]>([
    ['eslint', "  7:31  error  Expected '===' and instead saw '=='  eqeqeq", 'eqeqeq'],
    [
      'eslint with a plugin',
      '  1:2  warning  Unexpected any  @typescript-eslint/no-explicit-any',
      '@typescript-eslint/no-explicit-any',
    ],
    ['mypy', 'a/zone.py:16: error: Function is missing a type  [no-untyped-def]', 'no-untyped-def'],
    ['pylint', 'a/proxy.py:27:0: C0116: Missing docstring (missing-docstring)', 'missing-docstring'],
    ['gcc', 'src/s.c:18:48: warning: unused parameter ‘spare’ [-Wunused-parameter]', '-Wunused-parameter'],
    ['tsc', "src/a.ts(3,7): error TS2322: Type 'string' is not assignable", 'TS2322'],
    ['tsc, pretty', "src/a.ts:3:7 - error TS2322: Type 'string' is not assignable", 'TS2322'],
    ['flake8', 'a/proxy.py:27:80: E501 line too long (92 > 79 characters)', 'E501'],
    ['ruff', 'a/proxy.py:2:8: F401 [*] `os` imported but unused', 'F401'],
    ['shellcheck', '     ^-----^ SC2086 (info): Double quote to prevent globbing.', 'SC2086'],
    ['shellcheck, of one character', '       ^-- SC2086 (info): Double quote to prevent globbing.', 'SC2086'],
    ['shellcheck for gcc', 'run.sh:3:6: note: Double quote to prevent globbing. [SC2086]', 'SC2086'],
    ['hadolint', 'Dockerfile:3 DL3008 warning: Pin versions in apt get install', 'DL3008'],
    ['markdownlint', 'docs/a.md:3:81 MD013/line-length Line length [Expected: 80; Actual: 91]', 'MD013'],
    ['golangci-lint', 'cmd/main.go:12:2: ineffectual assignment to err (ineffassign)', 'ineffassign'],
    ['javac', 'src/A.java:8: warning: [unchecked] unchecked call to add(E)', 'unchecked'],
    [
      'rubocop',
      'lib/a.rb:4:7: C: [Correctable] Style/StringLiterals: Prefer single-quoted strings.',
      'Style/StringLiterals',
    ],
  ])('%s: lines by rule', (_tool, line, rule) => {
    expect(factsOf([line, line, line])).toEqual([`lines by rule: ${rule}=3`]);
    expect(factsOf([line, line])).toEqual([]);
  });

  it('an access log: lines by status', () => {
    const line = (status: number) => `::1 - - [26/Nov/2026:00:20:34 +0000] "GET /a HTTP/1.1" ${status} 4 "-" "curl"`;
    expect(factsOf([200, 404, 200, 404, 200].map(line))).toEqual(['lines by status: 200=3 404=2']);
  });

  it('prose, times and places without a rule are not counted', () => {
    expect(factsOf(Array.from({ length: 9 }, () => '10:12:13 all is well (for now)'))).toEqual([]);
    expect(factsOf(Array.from({ length: 9 }, () => 'src/a.c:18:48: error: expected something'))).toEqual([]);
    expect(factsOf(Array.from({ length: 9 }, () => 'localhost:8080 is ready (at last)'))).toEqual([]);
  });

  it('are counted the same in any order', () => {
    const lines = ['x.c:1:2: note: a [-Wa]', 'x.c:1:2: note: b [-Wbc]', '"G" 200 1', '"G" 500 -', 'other'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 40 }), (some) => {
        expect(factsOf([...some].reverse())).toEqual(factsOf(some));
      }),
    );
  });
});

it.each([
  ['flake8', (at: number) => `a/part_${at}.py:${at}:80: E501 line too long (92 > 79 characters)`],
  ['rubocop', (at: number) => `lib/part_${at}.rb:${at}:7: C: Style/StringLiterals: Prefer single-quoted strings.`],
])('what %s says of places is no hit of a search', (_tool, lineOf) => {
  const digest = createDigest({ maxTokens: 1000, redact: (text) => text });
  for (let row = 1; row <= 40; row += 1) {
    const text = lineOf(row);
    digest.add({ row, channel: 'text', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 });
  }
  digest.end();
  expect(digest.kept().kind_id).toBeUndefined();
  expect(digest.kept().kindFacts[0]).toMatch(/^lines by rule: \S+=40$/);
});

it('a note of a compiler belongs to its warning', () => {
  const digest = createDigest({ maxTokens: 1000, redact: (text) => text });
  const texts = Array.from({ length: 12 }, (_, at) => [
    `src/p${at}.c:21:11: warning: using the result of an assignment as a condition [-Wparentheses]`,
    `src/p${at}.c:21:11: note: place parentheses around the assignment to silence this warning`,
  ]).flat();
  texts.forEach((text, row) => {
    digest.add({ row, channel: 'text', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 });
  });
  digest.end();
  expect(digest.kept().counts.warning).toBe(12);
});

it('names in a listing are no errors, and a message among them is one', () => {
  const digest = createDigest({ maxTokens: 4000, redact: (text) => text });
  const names = Array.from({ length: 70 }, (_, i) => `lib/part-${i}/ModuleError.js`);
  const texts = [...names, 'find: ‘lib/x’: Permission denied'];
  texts.forEach((text, row) => {
    const line: TextLine = { row, channel: 'text', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 };
    digest.add(line);
  });
  digest.end();
  const { counts, kind_id: kind } = digest.kept();
  expect(kind).toBe('paths');
  expect(counts.error).toBe(1);
});

it('an answer of a server that failed is an error among thousands that did not', () => {
  const lineOf = (at: number, status: number): string =>
    `10.0.0.${at % 200} - - [26/Nov/2026:12:00:07 +0000] "GET /item/${at} HTTP/1.1" ${status} ${at % 5000}`;
  const digest = createDigest({ maxTokens: 1000, redact: (text) => text });
  for (let row = 0; row < 5000; row += 1) {
    const text = lineOf(row, row === 777 ? 502 : 200);
    digest.add({ row, channel: 'text', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 });
  }
  digest.end();
  expect(digest.kept().errors.map(({ line }) => line.row)).toEqual([777]);
});
