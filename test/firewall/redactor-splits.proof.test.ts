import { describe, expect, test } from 'vitest';
import { firstUnseen } from '../../src/firewall/find/shows-nothing.js';
import { providerKeys } from '../../src/firewall/keys/provider-keys.js';
import { subject } from '../support/bundled-subject.js';
import { chooseDetectors, type DetectorFixture, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { everyPiece, everyTwoCuts, piecesAt, someTwoCuts } from '../support/every-split.js';
import { chosenPlaces, proofSize } from '../support/proof-size.js';
import { claim, provePieces } from '../support/redactor-proof.js';
import { createAnswerWatch } from '../support/watched-answers.js';

const detectorsFor = chooseDetectors(subject);
const fixtures = loadDetectorFixtures().map((fixture, index) => ({ ...fixture, index }));

const rows = new Set(providerKeys.map(({ name }) => name));

/** The rows of the table of providers' keys differ in their prefixes and lengths only. */
function isRow(detector: string): boolean {
  return rows.has(detector);
}

type IndexedFixture = DetectorFixture & { readonly index: number };

/** With these each change that twice as many find out is found out (of `redactor-mutations.ts`, those that are about cuts). */
const MOST_PLACES = 4;
const MOST_PLACES_BEHIND = 2;
/** Up to this length every pair of places is cut at, and up to the other one where something keeps a state of its own. */
const ALL_PAIRS = proofSize(12, 80);
const ALL_PAIRS_OF_STATES = proofSize(24, 200);
const SOME_PAIRS = proofSize(1, 400);

/*
 * Why cuts into two pieces prove those into three and more. What the redactor does next depends on the text it has and on
 * what detectors have answered; a cut decides only with how much text they are asked. Cut at one place, every detector
 * whose anchor stands before it is asked with just that much text, up to the first one that waits; and what is answered is
 * the same as without a cut: the same detectors, in the same order, with the same places. This is tried at every place, in the usual run at some of a long text.
 * So with more cuts each answer is again one of these. And what leaves at a cut is what leaves when the text is cut there
 * only, or was cut there before, and none of it was ever too much: the output is the same.
 *
 * Of a text that is read twice, each reading is such a text; how these are put together is proved with `look-through.ts`.
 *
 * What keeps a state of its own from piece to piece is beyond this: the rest of a withheld value, and tables. Texts with
 * these are cut at every pair of places up to a greater length. All others are cut at pairs of places as a check of the
 * argument, every pair of a short text and some pairs of a long one.
 */
const watch = createAnswerWatch(subject);
let answered = 0;

function proveAnswers({ name, detector, input, expected, index }: IndexedFixture): void {
  const options = detectorsFor(detector);
  const answersOf = (pieces: readonly string[]): readonly string[] => {
    provePieces(watch.subject, pieces, expected, options);
    return watch.take();
  };
  watch.take();
  const uncut = answersOf([input]);
  answered += uncut.length;
  const isChosen = chosenPlaces(input, index, MOST_PLACES);
  for (let cut = 0; cut <= input.length; cut += 1) {
    if (!isChosen(cut)) {
      continue;
    }
    const answers = answersOf(piecesAt(input, [cut]));
    if (isReadTwice(input) || isReadTwice(input.slice(0, cut))) {
      continue;
    }
    const what = (): string => `${name}, cut at ${cut}:\n${answers.join('\n')}\nuncut:\n${uncut.join('\n')}`;
    claim(answers.length === uncut.length && answers.every((answer, index) => answer === uncut[index]), what);
  }
}

/** Or the end of it is held back, as it may be read twice: then it is cut before that. */
function isReadTwice(input: string): boolean {
  return firstUnseen(input, 0, '') >= 0;
}

/** Whether a value was withheld, however the text was cut, or something is hidden that no detector has found: a cell. */
function keepsState({ detector, input }: DetectorFixture): boolean {
  const redactor = watch.subject.createRedactor(detectorsFor(detector));
  const outputs = [redactor.push(input), redactor.end()];
  const isFound = outputs.every(({ replacements }) => replacements.every((each) => each.detector !== undefined));
  return watch.takeWithheld() || !isFound;
}

describe('redactor, whatever the cuts', () => {
  test.each(fixtures)('$name', (fixture) => {
    const { detector, input, expected } = fixture;
    const prove = (pieces: readonly string[]): void => provePieces(subject, pieces, expected, detectorsFor(detector));
    proveAnswers(fixture);
    proveBehind(fixture);
    prove(everyPiece(input));
    if (input.length <= (keepsState(fixture) ? ALL_PAIRS_OF_STATES : ALL_PAIRS)) {
      everyTwoCuts(input, prove);
    } else if (!isRow(detector)) {
      someTwoCuts(input, prove, SOME_PAIRS);
    }
  });
});

test('the answers of detectors were seen', () => {
  expect(answered).toBeGreaterThan(fixtures.filter(({ kind }) => kind === 'ng').length);
});

/** Behind a long text, which leaves in the same push in which the cut comes: what is remembered of places moves with it. */
const BEFORE = `${'some words '.repeat(50)}\n`;

function proveBehind({ detector, input, expected, index }: IndexedFixture): void {
  const isChosen = chosenPlaces(input, index, isRow(detector) ? MOST_PLACES_BEHIND / 2 : MOST_PLACES_BEHIND);
  for (let cut = 0; cut <= input.length; cut += 1) {
    if (isChosen(cut)) {
      const rest = input.slice(cut);
      const pieces = [BEFORE + input.slice(0, cut), rest.slice(0, 3), rest.slice(3)];
      provePieces(subject, pieces, BEFORE + expected, detectorsFor(detector));
    }
  }
}

test('a run that was measured before the text moved is not mistaken for another one', () => {
  const noKey = `sk-${'b'.repeat(39)} `;
  const key = `sk-${'a1B2c3D4'.repeat(3)} `;
  for (let words = 150; words < 220; words += 1) {
    const after = 'x '.repeat(words) + key;
    provePieces(subject, [BEFORE + noKey, after], subject.redactText(BEFORE + noKey + after).text);
  }
});
