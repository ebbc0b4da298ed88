import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from '../../../src/hosts/text/diff-lines.js';

test('what changes stands between lines that do not', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\n';
  expect(diffLines(before, 'a\nb\nc\nX\ne\nf\ng\nh\ni\n')).toEqual([
    '@@ -2 +2 @@',
    ' b',
    ' c',
    '-d',
    '+X',
    ' e',
    ' f',
    ' g',
    ' h',
    '+i',
  ]);
  expect(diffLines(undefined, 'a\n')).toEqual(['@@ -1 +1 @@', '+a']);
  expect(diffLines('a\r\nb\r\n', undefined)).toEqual(['@@ -1 +1 @@', '-a', '-b']);
});

test('one text becomes the other, line by line, whatever they are', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const text = (all: readonly string[]) => `${['begin', ...all].join('\n')}\n`;
      const steps = diffLines(text(before), text(after));
      const removed = steps.filter((line) => line.startsWith('-')).length;
      const added = steps.filter((line) => line.startsWith('+')).length;
      expect(before.length - removed + added).toBe(after.length);
      expect(apply(['begin', ...before], steps)).toEqual(['begin', ...after]);
    }),
  );
});

/** As `patch` would. */
function apply(lines: readonly string[], steps: readonly string[]): readonly string[] {
  const out: string[] = [];
  let at = 0;
  for (const step of steps) {
    const from = /^@@ -(\d+)/.exec(step)?.[1];
    if (from !== undefined) {
      out.push(...lines.slice(at, Number(from) - 1));
      at = Number(from) - 1;
    } else if (step.startsWith('+')) {
      out.push(step.slice(1));
    } else {
      expect(lines[at]).toBe(step.slice(1));
      out.push(...(step.startsWith(' ') ? [step.slice(1)] : []));
      at += 1;
    }
  }
  return [...out, ...lines.slice(at)];
}
