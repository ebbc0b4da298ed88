import fc from 'fast-check';
import type { RedactionOptions } from '../../src/firewall/find/redactor.js';
import { type Detector, found, undecided } from '../../src/firewall/lex/detector.js';
import { chooseDetectors, type DetectorFixture } from './detector-fixtures.js';
import { partitions } from './every-split.js';
import { proofSize } from './proof-size.js';
import {
  claim,
  type ProofSubject,
  proveDiscard,
  proveIdempotent,
  provePieces,
  proveProse,
  proveText,
  proveWithheld,
} from './redactor-proof.js';
import { CLEAN_PROSE, hostileTexts, withheldValues } from './redactor-texts.js';

const PSEUDONYMS = { pseudonymKey: new Uint8Array(32).fill(9) };

/**
 * A short form of all proofs, for a redactor that may be broken: of the first fixture, then the quick ones. That each fixture may be cut
 * anywhere is proved of the redactor as it is by `redactor-splits.proof.test.ts`: no change needs that to be found out.
 */
export function proveAll(subject: ProofSubject, fixtures: readonly DetectorFixture[], runs: number): void {
  const inputs = fixtures.map(({ input }) => input);
  const detectorsFor = chooseDetectors(subject);
  for (const fixture of fixtures.slice(0, 1)) {
    proveFixture(subject, fixture, detectorsFor(fixture.detector));
  }
  proveFar(subject);
  for (const value of withheldValues()) {
    proveWithheld(subject, value, 150_000);
  }
  proveProse(subject, CLEAN_PROSE);
  for (const input of inputs.slice(0, FIRST)) {
    proveDiscard(subject, input);
  }
  proveLong(subject, inputs);
  for (const fixture of fixtures) {
    proveFixture(subject, fixture, detectorsFor(fixture.detector));
  }
  proveNeighbours(subject, inputs);
  for (const [, texts] of hostileTexts(inputs)) {
    const cases = texts.chain((text) => fc.tuple(fc.constant(text), partitions(text)));
    fc.assert(
      fc.property(cases, ([text, pieces]) => proveText(subject, text, pieces)),
      { numRuns: runs, seed: 1 },
    );
  }
}

/** One that forgets nothing is found out by the first text. */
const FIRST = 3;

/** What is expected of a fixture, whole and one character at a time, and twice, also with pseudonyms. */
function proveFixture(subject: ProofSubject, { input, expected }: DetectorFixture, options: RedactionOptions): void {
  const { text } = subject.redactText(input, options);
  claim(text === expected, () => `${input} gave ${text}, not ${expected}`);
  provePieces(subject, input.split(''), expected, options);
  proveIdempotent(subject, input, options);
  proveIdempotent(subject, input, { ...options, ...PSEUDONYMS });
}

const MOST_NEIGHBOURS = proofSize(12, 24);
/** Base64 that only its neighbour makes unreadable, and that neighbour. */
const TOUCHING = `${Buffer.from('{"password":"hunter2-hunter2"}').toString('base64')}gh${'p_'}${'a1B2c3'.repeat(6)}`;

/** Findings that touch each other, or stand in each other's place. */
function proveNeighbours(subject: ProofSubject, inputs: readonly string[]): void {
  proveIdempotent(subject, TOUCHING);
  const stride = Math.max(1, Math.floor(inputs.length / MOST_NEIGHBOURS));
  const chosen = inputs.filter((_, index) => index % stride === 0).map((input) => input.trim().slice(0, 120));
  for (const left of chosen) {
    for (const right of chosen) {
      proveIdempotent(subject, left + right);
      proveIdempotent(subject, left + right, PSEUDONYMS);
    }
  }
}

const LONG = 12;

/** Long texts in short pieces: what is remembered of places moves with the text. */
function proveLong(subject: ProofSubject, inputs: readonly string[]): void {
  for (let first = 0; first < LONG; first += 1) {
    const chosen = inputs.filter((_, index) => index % LONG === first);
    const text = [...chosen, ...chosen.toReversed()].join(
      first % 2 === 0 ? ' ' : '\nsome words in between, and more of them\n',
    );
    const whole = subject.redactText(text).text;
    for (const length of [7, 64, 300, 1000]) {
      const count = Math.ceil(text.length / length);
      const pieces = Array.from({ length: count }, (_, index) => text.slice(index * length, (index + 1) * length));
      provePieces(subject, pieces, whole);
    }
  }
}

const base = { group: 'secret', validates: 'nothing', source: 'this proof' } as const;

/** Finds something further on. */
const far: Detector = {
  ...base,
  name: 'far',
  literals: ['<<'],
  match: ({ text, isFinal }, _, end) =>
    text.length < end + 12 && !isFinal ? undecided(end) : found(end + 8, end + 12, 'far'),
};

/** Finds what reaches into that. */
const near: Detector = {
  ...base,
  name: 'near',
  literals: ['(('],
  match: ({ text, isFinal }, start) =>
    text.length < start + 8 && !isFinal ? undecided(start) : found(start, start + 8, 'near'),
};

/** Makes up its mind late. */
const slow: Detector = {
  ...base,
  name: 'slow',
  literals: ['?'],
  match: ({ text, isFinal }, _, end) => (text.includes('!', end) || isFinal ? undefined : undecided(end)),
};

/** A finding further on, with an anchor before it that is undecided for long, or a finding that reaches into it. */
function proveFar(subject: ProofSubject): void {
  const detectors = [far, near, slow];
  const words = 'word '.repeat(120);
  for (const [before, inside, after] of [
    [`${words}<<a?bcdefg`, 'SECR', `ET ${words}! and more`],
    ['<<ab', '((cdefSECR', ' and more'],
    ['x <<ab?', '((cdeSECR', ` ${words}! more`],
  ] as const) {
    const text = before + inside + after;
    const expected = `${before}[REDACTED:far]${after}`;
    provePieces(subject, [text], expected, { detectors });
    provePieces(subject, text.split(''), expected, { detectors });
    const middle = before.length + inside.length;
    provePieces(subject, [text.slice(0, middle), ...text.slice(middle)], expected, { detectors });
  }
}
