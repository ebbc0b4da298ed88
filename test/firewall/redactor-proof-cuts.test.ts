import { describe, test } from 'vitest';
import { subject } from '../support/bundled-subject.js';
import { chooseDetectors, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { proveByteCuts, proveCuts, proveDiscard, proveIdempotent } from '../support/redactor-proof.js';

const detectorsFor = chooseDetectors(subject);
const everything = { detectors: subject.ALL_DETECTORS };
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
