import fc from 'fast-check';
import { describe, test } from 'vitest';
import { subject } from '../support/bundled-subject.js';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';
import { partitions } from '../support/every-split.js';
import { proofSize } from '../support/proof-size.js';
import { proveText } from '../support/redactor-proof.js';
import { hostileTexts } from '../support/redactor-texts.js';

const WANTED = process.env['AKERNEL_FUZZ_RUNS'];
/** The same texts on every run, so that a change is judged by what it changes; new ones when runs are asked for. */
const SETTINGS =
  WANTED === undefined ? { numRuns: proofSize(500, 1000), seed: 20_261_122 } : { numRuns: Number(WANTED) };
const texts = hostileTexts(loadDetectorFixtures().map(({ input }) => input));

describe.each([
  ['the detectors that are on by default', {}],
  ['every detector', { detectors: subject.ALL_DETECTORS }],
  ['pseudonyms', { pseudonymKey: new Uint8Array(32).fill(9), detectors: subject.ALL_DETECTORS }],
])('%s', (_, options) => {
  test.each(texts)('%s, in any pieces', (__, arbitrary) => {
    const cases = arbitrary.chain((text) => fc.tuple(fc.constant(text), partitions(text)));
    fc.assert(
      fc.property(cases, ([text, pieces]) => proveText(subject, text, pieces, options)),
      SETTINGS,
    );
  });
});
