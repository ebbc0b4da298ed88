import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern } from '../../src/contract/pattern.js';

const fits = (source: string, text: string) => compilePattern(source)?.(text);

describe('patterns', () => {
  test.each<[string, string, boolean]>([
    ['', '', true],
    ['^$', 'a', false],
    ['b', 'abc', true],
    ['^b', 'abc', false],
    ['^(a|bc)+$', 'abca', true],
    ['^[^\\]-]{2,3}$', 'ab]', false],
    ['^a{2}$', 'aaa', false],
    ['^a{2,}$', 'aaa', true],
    ['^\\d{4}-\\d\\d$', '2026-01', true],
    ['\\bcat\\b', 'a cat!', true],
    ['\\bcat\\b', 'concat', false],
    ['^.$', '😀', true],
    ['^.$', '\n', false],
    ['^\\p{Lu}\\u{1F600}$', 'É😀', true],
    ['^[\\w.-]+@[\\w-]+\\.\\w+$', 'a.b@c.de', true],
    ['^a\\-b$', 'a-b', true],
    ['^{x}$', '{x}', true],
    ['^(?:a|b)*?c$', 'abac', true],
    ['^(?<year>\\d+)$', '12', true],
  ])('%s in %j: %s', (source, text, expected) => {
    expect(fits(source, text)).toBe(expected);
  });

  test.each([
    '(',
    '[',
    'a**',
    '(?=a)',
    '(?!a)',
    '(?<=a)',
    '(?<!a)',
    '(a)\\1',
    '(?<x>a)\\k<x>',
    '(?i:a)',
    'a'.repeat(5000),
  ])('%s cannot be used', (source) => {
    expect(compilePattern(source)).toBeUndefined();
  });

  test('none backtracks', () => {
    const text = 'a'.repeat(20_000);
    for (const source of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^a*a*a*$', '^(a?){50}$', '(a+a+)+b']) {
      expect(fits(source, `${text}!`)).toBe(false);
    }
  });

  test('agree with the engine of the language', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '\\w',
      '[ab]',
      '[^a]',
      '\\s',
      '-',
      '^',
      '$',
      '\\b',
      '\\.',
      '\\p{L}',
      '😀',
      '[😀a]',
    );
    const source = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc.array(tie('node'), { maxLength: 3 }).map((parts) => parts.join('')),
        fc
          .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}', '*?'))
          .map(([part, many]) => `(?:${part})${many}`),
        fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => `(${parts.join('|')})`),
      ),
    })).node;
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-', '1', ' ', '\n', '.', '😀', 'é'), maxLength: 8 });
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 2, maxLength: 4 }), (pattern, texts) => {
        for (const one of texts) {
          expect(fits(pattern, one)).toBe(new RegExp(pattern, 'u').test(one));
        }
      }),
      { numRuns: 400 },
    );
  });
});
