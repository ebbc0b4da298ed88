import { describe, test } from 'vitest';
import { subject } from '../support/bundled-subject.js';
import { chooseDetectors, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { chosenPlaces } from '../support/proof-size.js';
import { proveByteCuts, proveCuts, proveDiscard, proveIdempotent } from '../support/redactor-proof.js';

const detectorsFor = chooseDetectors(subject);
const everything = { detectors: subject.ALL_DETECTORS };
const MOST_PLACES = 5;
const fixtures = loadDetectorFixtures().map((fixture, index) => ({
  ...fixture,
  isChosen: chosenPlaces(fixture.input, index, MOST_PLACES),
}));

describe('with every detector on, in bytes and broken off', () => {
  test.each(fixtures)('$name, whatever the cuts', ({ input, detector, isChosen }) => {
    proveCuts(subject, input, everything, isChosen);
    proveIdempotent(subject, input, everything);
    proveByteCuts(subject, `é${input}\u{1f511}`, detectorsFor(detector));
    proveDiscard(subject, input, detectorsFor(detector), isChosen);
  });
});
