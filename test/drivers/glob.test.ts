import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGlob } from '../../src/drivers/filesystem/glob.js';

/** Walks a path through a glob as the listing does. */
function matches(pattern: string, path: string): boolean {
  const glob = compileGlob(pattern);
  let state = glob.start;
  let result = false;
  for (const name of path.split('/')) {
    const next = glob.step(state, name);
    state = next.below;
    result = next.matches;
  }
  return result;
}

describe('globs', () => {
  test.each([
    ['*', 'a', true],
    ['*', 'a/b', false],
    ['*', '.dot', true],
    ['**', 'a/b/c', true],
    ['**/c', 'c', true],
    ['**/c', 'a/b/c', true],
    ['a/**/c', 'a/c', true],
    ['a/**/c', 'a/b/b/c', true],
    ['a/**/c', 'b/c', false],
    ['**/a/**/b/**', 'x/a/y/b/z', true],
    ['a*c*e', 'abcde', true],
    ['a*c*e', 'abcd', false],
    ['*.test.ts', 'a.test.ts', true],
    ['a?c', 'a😀c', true],
    ['[]]', ']', true],
    ['[a-c]x', 'bx', true],
    ['[^a-c]x', 'bx', false],
    ['[a-', '[a-', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['{a,b{1,2}}', 'b2', true],
    ['{a/b,c}', 'a/b', true],
    ['{a}', '{a}', true],
    ['{a,', '{a,', true],
    ['x{,y}', 'x', true],
    ['./a', 'a', true],
    ['**/*.{js,ts}', 'lib/x.js', true],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  test.each(['', '..', 'a/../b', '/a', 'x'.repeat(1001), '{a,b}'.repeat(9)])('%j is refused', (pattern) => {
    expect(() => compileGlob(pattern)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test('a plain name matches itself and nothing else', () => {
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /^[^*?[\]{}\\/.]+$/.test(text));
    fc.assert(fc.property(name, name, (left, right) => matches(left, right) === (left === right)));
  });

  test('stars match whatever stands in their place', () => {
    const part = fc.string({ maxLength: 8 }).filter((text) => /^[^*?[\]{}\\/.]*$/.test(text));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), part, (parts, filling) => {
        return matches(`x${parts.join('*')}`, `x${parts.join(filling)}`);
      }),
    );
  });

  test('many stars against a long name that almost fits take no time to speak of', () => {
    expect(matches(`${'*a'.repeat(300)}b`, 'a'.repeat(255))).toBe(false);
    expect(matches(`${'**/'.repeat(200)}b`, `${'a/'.repeat(200)}c`)).toBe(false);
  });
});
