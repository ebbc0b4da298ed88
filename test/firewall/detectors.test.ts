import { describe, expect, test } from 'vitest';
import { ALL_DETECTORS } from '../../src/firewall/find/detectors.js';
import { redactText } from '../../src/firewall/find/redactor.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';
import { listDetectorFixtures, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { detectorsFor } from '../support/detectors-for.js';

const fixtures = loadDetectorFixtures();

describe('detectors', () => {
  test('a case that must be hidden has a mark that stands for something, and no other case has one', () => {
    const isMarked = ({ input, expected }: { input: string; expected: string }): boolean => input !== expected;
    expect(fixtures.filter((each) => isMarked(each) !== (each.kind === 'ng')).map(({ name }) => name)).toEqual([]);
    expect(fixtures.filter(({ input }) => /[⟦⟧]|^## /m.test(input)).map(({ name }) => name)).toEqual([]);
  });

  test('every detector has a file with something to find and something to leave alone', () => {
    const names = ALL_DETECTORS.map(({ name }) => name);
    expect(listDetectorFixtures()).toEqual([...names].sort());
    const found = new Set(fixtures.filter(({ kind }) => kind === 'ng').map(({ detector }) => detector));
    expect(names.filter((name) => !found.has(name) && name !== 'placeholder')).toEqual([]);
    const left = new Set(fixtures.filter(({ kind }) => kind === 'ok').map(({ detector }) => detector));
    expect(names.filter((name) => !left.has(name))).toEqual([]);
  });

  test.each(fixtures)('$name', ({ detector, input, expected }) => {
    const options = detectorsFor(detector);
    expect(redactText(input, options).text).toBe(expected);
    expect(redactText(expected, options).text, 'twice is once').toBe(expected);
    expect(createValueRedactor(options)({ note: [input] }).value, 'in a row').toEqual({ note: [expected] });
  });
});
