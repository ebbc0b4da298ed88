import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DETECTORS } from '../../src/firewall/find/detectors.js';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import type { Detector } from '../../src/firewall/lex/detector.js';
import { dateTimeEnd } from '../../src/firewall/numbers/date-times.js';
import { comingText } from '../../src/firewall/pattern/coming-text.js';
import { toAnchor } from '../../src/firewall/scan/anchor-search.js';
import { ROOT } from '../../src/firewall/scan/automaton.js';
import { compileProgram, type Program } from '../../src/firewall/scan/program.js';
import { createView } from '../../src/firewall/scan/view.js';

describe('times are passed by', () => {
  it.each([
    ['2024-03-18T22:06:11.508Z', '2024-03-18T22:06:11.508'],
    ['2024-03-18T22:06:11.508123Z,', '2024-03-18T22:06:11.508123'],
    ['2024-03-18T22:06:11Z INFO', '2024-03-18T22:06:11'],
    ['2024-03-18 22:06:11"', '2024-03-18 22:06:11'],
    ['2024-03-18 22:06:11 06 12 34 56 78', '2024-03-18 22:06:'],
    ['2024-03-18T22:06:11ZrTq9', '2024-03-18T22:06:'],
    ['2024-03-18T22:06:11.50812345Z', '2024-03-18T22:06:'],
  ])('%s as far as %s', (text, passed) => {
    expect(text.slice(0, dateTimeEnd(comingText(text, true), 0, 0))).toBe(passed);
  });

  it('a time at the end of what has come may go on', () => {
    expect(dateTimeEnd(comingText('2024-03-18T22:06:11Z', false), 0, 0)).toBe(17);
  });

  it.each(['2024-03-18', '2024-03-18T22:06', '0120-34-56T12:34:56Z', '2024-03-18 2206:11', '20240318T22:06:11Z'])(
    '%s is none',
    (text) => {
      expect(dateTimeEnd(comingText(text, true), 0, 0)).toBe(-1);
    },
  );

  it.each(['+2024-03-18T22:06:11Z', 'a2024-03-18T22:06:11Z'])('%s begins with something else', (text) => {
    expect(dateTimeEnd(comingText(text, true), 1, 0)).toBe(-1);
  });
});

describe('what stands behind a time or an amount', () => {
  it.each([
    ['2024-03-18 22:06:11 call (415) 555-0134', '2024-03-18 22:06:11 call [REDACTED:phone]'],
    ['2024-03-18T22:06:11.508Z +1-201-555-1000', '2024-03-18T22:06:11.508Z [REDACTED:phone]'],
    ['{"at":"2024-03-18T22:06:11Z","amount":54.95,"tel":"020 7946 0958"}', undefined],
    ['{"amount":54.95,"phone":"+1-201-555-1000"}', undefined],
  ])('%s, however it is cut', (text, expected) => {
    const whole = redactText(text).text;
    expect(whole).toBe(expected ?? text.replace(/"[+\d][\d -]{9,}"/, '"[REDACTED:phone]"'));
    for (let cut = 1; cut < text.length; cut += 1) {
      const redactor = createRedactor();
      expect(redactor.push(text.slice(0, cut)).text + redactor.end(text.slice(cut)).text).toBe(whole);
    }
  });
});

/** Where the scan stops, and what it expects there. */
function anchorsOf(program: Program, text: string): readonly (readonly number[])[] {
  const view = createView();
  view.update(comingText(text, true));
  const anchors: (readonly number[])[] = [];
  const search = { state: ROOT };
  for (let at = toAnchor(program, view, search, 0, text.length); at <= text.length; ) {
    anchors.push([at, program.automaton.depth(search.state)]);
    at = toAnchor(program, view, search, at, text.length);
  }
  return [...anchors, [program.automaton.depth(search.state)], ...[view.takeNotes(text.length)]];
}

function detectorOf(literals: readonly string[]): Detector {
  return { name: 'own', group: 'secret', validates: '', source: '', literals, match: () => undefined };
}

describe('the scan does not look into times', () => {
  const program = compileProgram(DETECTORS);
  const literals = DETECTORS.flatMap(({ literals: own = [] }) => own);
  const time = fc.constantFrom('2024-03-18T22:06:11.508Z', '2024-03-18 22:06:11.508123"', '1999-12-31T23:59:59Z');
  const piece = fc.oneof(
    time,
    fc.constantFrom(...literals),
    fc.tuple(fc.constantFrom(...literals), fc.nat(8)).map(([literal, length]) => literal.slice(0, length)),
    fc.constantFrom(' ', '\n', '-', ':', '0', 'T', 'Z', '.', '5', '4111 1111', '\u200b'),
  );

  it('and stops where it would stop if it did', () => {
    expect(program.hasNoTimes()).toBe(true);
    const looking = { ...program, hasNoTimes: () => false };
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        expect(anchorsOf(program, text)).toEqual(anchorsOf(looking, text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each(['2024', '-03-1', 't22:0', ' 22:06:11', '11.508', '18t2', ':11.5', '0'])(
    'unless a literal is %s',
    (literal) => {
      expect(compileProgram([detectorOf([literal])]).hasNoTimes()).toBe(false);
    },
  );

  it.each(['key', 't1.9eu', '1000.', '-----begin', ':5432:', '18t2x', '2024x'])('%s is no part of one', (literal) => {
    expect(compileProgram([detectorOf([literal])]).hasNoTimes()).toBe(true);
  });
});
