import { describe, test } from 'vitest';
import { subject } from '../support/bundled-subject.js';
import { chooseDetectors, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { everyPiece } from '../support/every-split.js';
import { chosenPlaces, proofSize } from '../support/proof-size.js';
import { proveByteCuts, proveCuts, proveDiscard, proveIdempotent, provePieces } from '../support/redactor-proof.js';

const detectorsFor = chooseDetectors(subject);
const everything = { detectors: subject.ALL_DETECTORS };
const MOST_PLACES = 2;
/** One byte at a time is tried of some in the usual run: bytes of ASCII are its characters. */
const EVERY_IN_BYTES = proofSize(4, 1);
const NOT_ASCII = /[^\0-\x7f]/;
const fixtures = loadDetectorFixtures().map((fixture, index) => ({
  ...fixture,
  index,
  isChosen: chosenPlaces(fixture.input, index, MOST_PLACES),
  isBreak: chosenPlaces(fixture.input, index, 1),
}));

describe('with every detector on, in bytes and broken off', () => {
  test.each(fixtures)('$name, whatever the cuts', ({ input, detector, index, isChosen, isBreak }) => {
    proveCuts(subject, input, everything, isChosen);
    provePieces(subject, everyPiece(input), subject.redactText(input, everything).text, everything);
    proveIdempotent(subject, input, everything);
    if (index % EVERY_IN_BYTES === 0 || NOT_ASCII.test(input)) {
      proveByteCuts(subject, `é${input}\u{1f511}`, detectorsFor(detector));
    }
    proveDiscard(subject, input, detectorsFor(detector), isBreak);
  });
});
