import { describe, test } from 'vitest';
import { ALL_DETECTORS, DETECTORS } from '../../src/firewall/detectors/index.js';
import { MAX_HELD } from '../../src/firewall/redactor/detector.js';
import { createRedactor, redactText } from '../../src/firewall/redactor.js';
import { detectorsFor, loadDetectorFixtures } from '../support/detector-fixtures.js';
import {
  type ProofSubject,
  proveByteCuts,
  proveCuts,
  proveDiscard,
  proveIdempotent,
} from '../support/redactor-proof.js';

const subject: ProofSubject = { createRedactor, redactText, ALL_DETECTORS, DETECTORS, MAX_HELD };
const everything = { detectors: ALL_DETECTORS };
const fixtures = loadDetectorFixtures();

describe('with every detector on', () => {
  test.each(fixtures)('$name, whatever the cuts', ({ input }) => {
    proveCuts(subject, input, everything);
    proveIdempotent(subject, input, everything);
  });
});

describe('bytes', () => {
  test.each(fixtures)('$name, also cut inside a character', ({ input, detector }) => {
    proveByteCuts(subject, `é${input}\u{1f511}`, detectorsFor(detector));
  });
});

describe('a text that breaks off', () => {
  test.each(fixtures)('$name', ({ input, detector }) => {
    proveDiscard(subject, input, detectorsFor(detector));
  });
});
