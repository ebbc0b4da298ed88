import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { ComingText, Pattern } from '../../../src/firewall/pattern/coming-text.js';
import { readReach } from '../../../src/firewall/pattern/unfinished.js';

const ORIGINAL = '../../../src/firewall/pattern/coming-text.js';
const built: RegExp[] = [];

// Every pattern that the detection makes is proved, also those that no module hands on.
vi.mock('../../../src/firewall/pattern/coming-text.js', async (load) => {
  const original = await load<typeof import('../../../src/firewall/pattern/coming-text.js')>();
  return {
    ...original,
    pattern: (regexp: RegExp): Pattern => {
      built.push(regexp);
      return original.pattern(regexp);
    },
    comingLetters: (source: string, flags = ''): Pattern => {
      built.push(new RegExp(source, `${flags}u`));
      return original.comingLetters(source, flags);
    },
  };
});

const { comingLetters, pattern } =
  await vi.importActual<typeof import('../../../src/firewall/pattern/coming-text.js')>(ORIGINAL);
await import('../../../src/firewall/frames/firewall.js');
await import('../../../src/firewall/find/detectors.js');

const OF_EVERY_KIND = [
  /a/,
  /ab?c{1,3}/i,
  /(?:a|bc|b){0,4}c\b/,
  /a(?=b{1,2}c)/,
  /a(?!bc)[a-c]/,
  /\p{L}{1,3}x/u,
  /(a{1,2})(b|)c/,
];

/** What it answers; undefined when it waits. */
function answer(asked: Pattern, text: string, isFinal: boolean): readonly (string | undefined)[] | undefined {
  let isWaiting = false;
  const coming: ComingText = { text, isFinal, wait: () => (isWaiting = true) };
  const match = asked.at(coming, 0);
  return isWaiting ? undefined : [...(match ?? [])];
}

const NEAR = fc.constantFrom(...' \n"\':=,;{}[]()<>|\\-_.aZ0\u00e9\ud83d');

/** Texts that fit a pattern, or nearly do, with something behind them. */
function textsFor(regexp: RegExp): fc.Arbitrary<string> {
  const fitting = fc.stringMatching(new RegExp(withoutLooks(regexp.source), regexp.flags.replace('i', '')), {
    maxLength: 60,
  });
  const changed = fc.tuple(fitting, fc.nat(60), fc.nat(2), fc.string({ unit: NEAR, maxLength: 2 }));
  const near = changed.map(([text, at, less, more]) => text.slice(0, at) + more + text.slice(at + less));
  return fc.tuple(fc.oneof(fitting, near), fc.string({ unit: NEAR, maxLength: 4 })).map(([text, rest]) => text + rest);
}

const ATOM = String.raw`[^()[\\]|\\.|\[(?:[^\]\\]|\\.)*\]`;
/** Groups within groups, as deep as there are any in what a pattern looks at. */
const GROUP = [1, 2, 3].reduce((inner) => String.raw`\((?:${ATOM}|${inner})*\)`, ATOM);
const LOOK = new RegExp(String.raw`\(\?<?[=!](?:${ATOM}|${GROUP})*\)|\\[bB]`, 'g');

function withoutLooks(source: string): string {
  return `^${source.replace(LOOK, '')}`;
}

test('the patterns of the detection were seen', () => {
  expect(built.length).toBeGreaterThan(20);
});

describe.each([...OF_EVERY_KIND, ...built].map((regexp) => [String(regexp), regexp] as const))(
  '%s',
  (_name, regexp) => {
    const asked = regexp.unicode ? comingLetters(regexp.source, regexp.flags.replace('u', '')) : pattern(regexp);

    test('answers the same wherever the text is cut, or waits', () => {
      fc.assert(
        fc.property(textsFor(regexp), (text) => {
          const whole = answer(asked, text, true);
          for (let cut = 0; cut <= text.length; cut += 1) {
            const early = answer(asked, text.slice(0, cut), false);
            if (early !== undefined) {
              expect([text.slice(0, cut), early]).toEqual([text.slice(0, cut), whole]);
            }
          }
        }),
        { numRuns: 60 },
      );
    });

    test('does not wait for more than its longest match', () => {
      const { most } = readReach(regexp.source, regexp.flags);
      fc.assert(
        fc.property(textsFor(regexp), (text) => {
          expect(answer(asked, text.padEnd(most, '\0'), false)).toBeDefined();
        }),
        { numRuns: 20 },
      );
    });
  },
);
