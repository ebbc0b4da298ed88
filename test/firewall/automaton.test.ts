import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileAutomaton, ROOT, STATE, UNKNOWN } from '../../src/firewall/redactor/automaton.js';
import type { Detector } from '../../src/firewall/redactor/detector.js';

const LETTERS = fc.constantFrom('a', 'b', '1', '2', '-', 'é');
const LITERAL = fc.array(LETTERS, { minLength: 2, maxLength: 5 }).map((letters) => letters.join(''));
const TEXT = fc
  .array(fc.constantFrom('a', 'B', 'b', '1', '2', '-', 'É', 'x', '３'), { maxLength: 60 })
  .map((letters) => letters.join(''));

function detectorOf(literals: readonly string[], index: number): Detector {
  return { name: `d${index}`, group: 'secret', validates: '', source: '', literals, match: () => undefined };
}

test('finds at each place the literals that end there, the longest first, and the first digit of each run', () => {
  const tables = fc.array(fc.uniqueArray(LITERAL, { maxLength: 6 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(tables, TEXT, (table, text) => {
      const detectors = table.map(detectorOf);
      const automaton = compileAutomaton(detectors);
      let state = ROOT;
      for (let index = 0; index < text.length; index += 1) {
        const column = automaton.classes[text.charCodeAt(index)] ?? 0;
        const known = automaton.table()[state + column] ?? UNKNOWN;
        const entry = known === UNKNOWN ? automaton.step(state, column) : known;
        state = entry & STATE;
        const before = text.slice(0, index + 1).toLowerCase();
        const expected = detectors
          .flatMap(({ name, literals = [] }) => literals.map((literal) => ({ name, literal })))
          .filter(({ literal }) => before.endsWith(literal))
          .sort((one, other) => other.literal.length - one.literal.length)
          .map(({ name, literal }) => `${name} ${literal}`);
        const anchor = automaton.anchor(state);
        expect(anchor?.literals.map(({ detector, text: literal }) => `${detector.name} ${literal}`) ?? []).toEqual(
          expected,
        );
        expect(anchor?.isDigit ?? false).toBe(/(?:^|[^\d３])[\d３]$/.test(before));
      }
    }),
    { numRuns: 300 },
  );
});
