import { describe, expect, test } from 'vitest';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';
import { buildRedactor, placesOf } from '../support/mutated-redactor.js';
import { proofSize } from '../support/proof-size.js';
import { MUTATIONS } from '../support/redactor-mutations.js';
import type { ProofSubject } from '../support/redactor-proof.js';
import { proveAll } from '../support/redactor-proof-all.js';

const fixtures = loadDetectorFixtures();
/** Few random texts: each change is found out by one of the proofs before them, or soon. */
const RUNS = proofSize(25, 100);

test('each change changes one place of the source', () => {
  expect(MUTATIONS.filter((mutation) => placesOf(mutation) !== 1).map(({ name }) => name)).toEqual([]);
});

test('each fixture that is to find out a change is there', () => {
  const names = new Set(fixtures.map(({ name }) => name));
  expect(MUTATIONS.filter(({ shownBy }) => shownBy !== undefined && !names.has(shownBy))).toEqual([]);
});

/** What the first proof that fails says, or nothing. The first fixture is asked before the others. */
function firstFailure(subject: ProofSubject, first?: string): string | undefined {
  const inOrder = [...fixtures.filter(({ name }) => name === first), ...fixtures.filter(({ name }) => name !== first)];
  try {
    proveAll(subject, inOrder, RUNS);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe('the proofs', () => {
  test('hold for the redactor as it is', async () => {
    expect(firstFailure(await buildRedactor())).toBeUndefined();
  }, 300_000);

  test.each(MUTATIONS)(
    'fail when $name',
    async (mutation) => {
      expect(firstFailure(await buildRedactor(mutation), mutation.shownBy)).toBeDefined();
    },
    300_000,
  );
});
