import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Detector } from '../../src/firewall/lex/detector.js';
import { type Automaton, compileAutomaton, ROOT, STATE, UNKNOWN } from '../../src/firewall/scan/automaton.js';

const LETTERS = fc.constantFrom('a', 'b', '1', '2', '-', 'é');
const LITERAL = fc.array(LETTERS, { minLength: 2, maxLength: 5 }).map((letters) => letters.join(''));
const TEXT = fc
  .array(fc.constantFrom('a', 'B', 'b', '1', '2', '-', 'É', 'x', '３'), { maxLength: 60 })
  .map((letters) => letters.join(''));

function detectorOf(literals: readonly string[], index: number): Detector {
  return { name: `d${index}`, group: 'secret', validates: '', source: '', literals, match: () => undefined };
}

/** Goes on by one character. */
function goOn(automaton: Automaton, state: number, code: number): number {
  const column = automaton.classes[code] ?? 0;
  const known = automaton.table()[state + column] ?? UNKNOWN;
  return (known === UNKNOWN ? automaton.step(state, column) : known) & STATE;
}

/** The literals that a state stands behind. */
function literalsAt(automaton: Automaton, state: number): readonly string[] {
  return automaton.anchor(state)?.literals.map(({ detector, text }) => `${detector.name} ${text}`) ?? [];
}

/** The literals that a text ends with, the longest first, of those with a place in it that is wanted. */
function literalsBehind(
  detectors: readonly Detector[],
  before: string,
  isWanted: (detector: Detector, start: number) => boolean = () => true,
): readonly string[] {
  return detectors
    .flatMap((detector) => (detector.literals ?? []).map((literal) => ({ detector, literal })))
    .filter(({ literal }) => before.toLowerCase().endsWith(literal))
    .filter(({ detector, literal }) => isWanted(detector, before.length - literal.length))
    .sort((one, other) => other.literal.length - one.literal.length)
    .map(({ detector, literal }) => `${detector.name} ${literal}`);
}

test('finds at each place the literals that end there, the longest first, and the first digit of each run', () => {
  const tables = fc.array(fc.uniqueArray(LITERAL, { maxLength: 6 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(tables, TEXT, (table, text) => {
      const detectors = table.map(detectorOf);
      const automaton = compileAutomaton(detectors);
      let state = ROOT;
      for (let index = 0; index < text.length; index += 1) {
        state = goOn(automaton, state, text.charCodeAt(index));
        const before = text.slice(0, index + 1);
        expect(literalsAt(automaton, state)).toEqual(literalsBehind(detectors, before));
        expect(automaton.anchor(state)?.isDigit ?? false).toBe(/(?:^|[^\d３])[\d３]$/.test(before));
      }
    }),
    { numRuns: 300 },
  );
});

test('inside a word it stands at no digit and at no literal that only begins words, and finds all others', () => {
  const tables = fc.array(fc.uniqueArray(LITERAL, { maxLength: 6 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(tables, TEXT, fc.constantFrom('a', 'B', '1'), TEXT, (table, first, entered, rest) => {
      // What is in no literal at all ends a word too.
      const detectors = [...table, ['abx12']].map((literals, index) => ({
        ...detectorOf(literals, index),
        isWord: index % 2 === 0,
      }));
      const automaton = compileAutomaton(detectors);
      const text = first + entered + rest;
      const from = first.length;
      const end = from + 1 + rest.search(/[^a-z\d]|$/i);
      const isWanted = ({ isWord }: Detector, start: number): boolean =>
        isWord !== true || start <= from || start >= end;
      const outside = Array.from(first + entered).reduce(
        (state, character) => goOn(automaton, state, character.charCodeAt(0)),
        ROOT,
      );
      let state = automaton.within(outside);
      for (let index = from + 1; index < text.length; index += 1) {
        state = goOn(automaton, state, text.charCodeAt(index));
        const before = text.slice(0, index + 1);
        const found = literalsAt(automaton, state);
        const all = literalsBehind(detectors, before);
        const wanted = literalsBehind(detectors, before, isWanted);
        // What goes on behind the word may be found too, though it began inside; a digit there may be asked about or not.
        expect(index < end ? wanted : all.filter((each) => wanted.includes(each) || found.includes(each))).toEqual(
          found,
        );
        const isFirst = index > end && /[^\d３][\d３]$/.test(before);
        expect(index === end || (automaton.anchor(state)?.isDigit ?? false) === isFirst).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('the literals of people may have any number of different characters', () => {
  const words = Array.from(
    { length: 400 },
    (_, index) => String.fromCharCode(0x4e00 + index) + String.fromCharCode(0x5e00 + index),
  );
  const automaton = compileAutomaton([detectorOf(words, 0)]);
  for (const word of words) {
    const state = Array.from(word).reduce((at, character) => goOn(automaton, at, character.charCodeAt(0)), ROOT);
    expect(literalsAt(automaton, state)).toEqual([`d0 ${word}`]);
  }
});

test('texts in which letters of both widths take turns make no more states than others', () => {
  const literal = 'abcdefghijklmnopqrstuvwx';
  const automaton = compileAutomaton([detectorOf([literal], 0)]);
  for (let mixture = 0; mixture < 500; mixture += 1) {
    Array.from(literal).reduce((state, character, index) => {
      const isWide = ((mixture * 2654435761) >>> (index % 31)) % 2 === 1;
      return goOn(automaton, state, character.charCodeAt(0) + (isWide ? 0xfee0 : 0));
    }, ROOT);
  }
  expect(automaton.table().length / automaton.classes.reduce((most, column) => Math.max(most, column))).toBeLessThan(
    150,
  );
});
