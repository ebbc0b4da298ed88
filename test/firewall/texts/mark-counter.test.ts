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
