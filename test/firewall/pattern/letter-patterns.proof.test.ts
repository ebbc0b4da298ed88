import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { LetterPattern } from '../../../src/firewall/pattern/letter-pattern.js';
import { proofSize } from '../../support/proof-size.js';

const made: (readonly [source: string, flags: string])[] = [];

vi.mock('../../../src/firewall/pattern/letter-pattern.js', async (original) => {
  const { letterPattern } = await original<typeof import('../../../src/firewall/pattern/letter-pattern.js')>();
  return {
    letterPattern: (source: string, flags = ''): LetterPattern => {
      made.push([source, flags]);
      return letterPattern(source, flags);
    },
  };
});

const { letterPattern } = await vi.importActual<typeof import('../../../src/firewall/pattern/letter-pattern.js')>(
  '../../../src/firewall/pattern/letter-pattern.js',
);
await import('../../../src/firewall/frames/firewall.js');
await import('../../../src/firewall/find/detectors.js');
for (const word of [
  'Dear Ada Byron, 12 High Street, born 1 May 1990, password is hunter2, passport: X1234567 ',
  'IBAN code BIC: ',
]) {
  const { createRedactor } = await import('../../../src/firewall/find/redactor.js');
  const redactor = createRedactor();
  redactor.push(word.repeat(3));
  redactor.end();
}

/** Letters of all kinds, marks, digits and what is none of them. */
const NEAR = fc.constantFrom(
  ...' \n"\'’:=.,-_09aZ\u00e9\u00c9\u00df\u0301\u4e2d\u0416\u0436\u0661\u00b2\u01c5\u20ac\u212a\u017f',
);

function textsFor(regexp: RegExp): fc.Arbitrary<string> {
  const source = regexp.source.replace(
    /\(\?<?[=!](?:[^()[\\]|\\.|\[(?:[^\]\\]|\\.)*\]|\((?:[^()[\\]|\\.|\[(?:[^\]\\]|\\.)*\])*\))*\)|\\[bB]|\\[1-9]/g,
    '',
  );
  const fitting = fc.stringMatching(new RegExp(source, 'u'), { maxLength: 60 });
  const changed = fc.tuple(fitting, fc.nat(60), fc.nat(2), fc.string({ unit: NEAR, maxLength: 3 }));
  return changed.map(([text, at, less, more]) => text.slice(0, at) + more + text.slice(at + less));
}

function found(match: RegExpExecArray | null): readonly (string | number | undefined)[] {
  return match === null ? [] : [match.index, ...match];
}

test('the patterns of the detection were seen', () => {
  expect(made.length).toBeGreaterThan(40);
});

describe.each([...new Map(made.map((each) => [each.join('/'), each])).values()])('%s %s', (source, flags) => {
  test('finds what the same pattern with the classes of Unicode finds', () => {
    const plain = new RegExp(source, `${flags}u`);
    const pattern = letterPattern(source, flags);
    fc.assert(
      fc.property(textsFor(plain), (text) => {
        expect([text, ...found(pattern.exec(text))]).toEqual([text, ...found(plain.exec(text))]);
        expect(pattern.test(text)).toBe(plain.test(text));
      }),
      { numRuns: proofSize(60, 150) },
    );
  });
});
