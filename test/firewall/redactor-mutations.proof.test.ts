import { afterAll, describe, expect, test } from 'vitest';
import { type DetectorFixture, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { buildRedactor, disposeBuilder, type Mutation, placesOf } from '../support/mutated-redactor.js';
import { proofSize } from '../support/proof-size.js';
import { MUTATIONS } from '../support/redactor-mutations.js';
import type { ProofSubject } from '../support/redactor-proof.js';
import { proveAll } from '../support/redactor-proof-all.js';

afterAll(disposeBuilder);

const fixtures = loadDetectorFixtures();
/** That the redactor as it is holds for all fixtures is proved elsewhere. */
const EVERY = proofSize(60, 1);
/** Few random texts: each change is found out by one of the proofs before them, or soon. */
const RUNS = proofSize(25, 100);

test('each change changes one place of the source', () => {
  expect(MUTATIONS.filter((mutation) => placesOf(mutation) !== 1).map(({ name }) => name)).toEqual([]);
});

test('each fixture that is to find out a change is there', () => {
  const names = new Set(fixtures.map(({ name }) => name));
  expect(MUTATIONS.filter(({ shownBy }) => shownBy !== undefined && !names.has(shownBy))).toEqual([]);
});

/** What the first proof that fails says, or nothing. */
function firstFailure(subject: ProofSubject, inOrder: readonly DetectorFixture[]): string | undefined {
  try {
    proveAll(subject, inOrder, RUNS);
    return undefined;
  } catch (error) {
    return String(error);
  }
}

function shownFirst({ shownBy }: Mutation): readonly DetectorFixture[] {
  return [...fixtures.filter(({ name }) => name === shownBy), ...fixtures.filter(({ name }) => name !== shownBy)];
}

describe('the proofs', () => {
  test('hold for the redactor as it is', async () => {
    const some = fixtures.filter((_fixture, index) => index % EVERY === 0);
    expect(firstFailure(await buildRedactor(), some)).toBeUndefined();
  }, 300_000);

  test.each(MUTATIONS)(
    'fail when $name',
    async (mutation) => {
      expect(firstFailure(await buildRedactor(mutation), shownFirst(mutation))).toBeDefined();
    },
    300_000,
  );
});
