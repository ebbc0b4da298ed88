import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, type RedactedText, type RedactionOptions, redactText } from '../../src/firewall/redactor.js';
import { detectorsFor, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { everySplit, partitions } from '../support/every-split.js';

const fixtures = loadDetectorFixtures();
const inputs = fixtures.map(({ input }) => input);
const RUNS = Number(process.env['AKERNEL_FUZZ_RUNS'] ?? 1500);

/** Pushes the pieces through one redactor; checks on the way what holds for every piece. */
function redactPieces(pieces: readonly string[], options: RedactionOptions = {}): string {
  const redactor = createRedactor(options);
  const outputs = [...pieces.map((piece) => redactor.push(piece)), redactor.end()];
  const rawLength = pieces.reduce((sum, piece) => sum + piece.length, 0);
  expect(outputs.reduce((sum, output) => sum + output.raw_chars, 0)).toBe(rawLength);
  outputs.forEach(expectPlacesToFit);
  return outputs.map(({ text }) => text).join('');
}

function expectPlacesToFit({ text, replacements }: RedactedText): void {
  for (const { type, at, length } of replacements) {
    expect(text.slice(at, at + length)).toBe(`[REDACTED:${type}]`);
  }
}

describe('redactor, whatever the cuts', () => {
  test.each(fixtures)('$name', ({ detector, input, expected }) => {
    everySplit(input, (pieces) => {
      expect(redactPieces(pieces, detectorsFor(detector))).toBe(expected);
    });
  });
});

// Text that leaves in the same push in which the cut comes: what the redactor remembers of places has to move with it.
const BEFORE = `${'some words '.repeat(50)}\n`;

describe('redactor, behind a long text', () => {
  test.each(fixtures)('$name', ({ detector, input, expected }) => {
    for (let cut = 0; cut <= input.length; cut += 1) {
      const rest = input.slice(cut);
      const pieces = [BEFORE + input.slice(0, cut), rest.slice(0, 3), rest.slice(3)];
      expect(redactPieces(pieces, detectorsFor(detector))).toBe(BEFORE + expected);
    }
  });
});

test('a run that was measured before the text moved is not mistaken for another one', () => {
  const noKey = `sk-${'b'.repeat(39)} `;
  const key = `sk-${'a1B2c3D4'.repeat(3)} `;
  for (let words = 150; words < 220; words += 1) {
    const after = 'x '.repeat(words) + key;
    expect(redactPieces([BEFORE + noKey, after])).toBe(redactText(BEFORE + noKey + after).text);
  }
});

const MORSELS = [
  ...'password token api_key secret key cvv dob Authorization Cookie Bearer Basic phone'.split(' '),
  ...'=|:|: |"|\'|\\|\\n|,|;|&|<|>|/|</|@|.|-|+|(|)|[|]|--|&quot;|$|{|}|*'.split('|'),
  ...'://|http://|postgres://u:|eyJ|eyJhbGciOiJub25lIn0.|-----BEGIN PRI|VATE KEY-----|-----END |%40'.split('|'),
  ...'[REDACTED: email [REDACTED:card] sk- gh p_ AK IA ABCDEFGHIJKLMNOP a1B2c3D4e5F6g7H8i9J0k1L2m3N4'.split(' '),
  ...'1 12 123 4111 1111 1111 555 0100 2024 45 6789 DE89 370400440532013000 ４１１１ a Z com x user null'.split(' '),
  ...['bob@example.com', 'dXNlcjpodW50ZXIy', 'é', '\u{1f600}', ' ', '\n'],
];

const prose = fc.constantFrom(
  'the quick ',
  'fox, ',
  '\n',
  ' ',
  'x',
  '"',
  '\\',
  '\\n',
  ',',
  ': ',
  '=',
  '.',
  '-',
  '@',
  '1',
  '+',
  '(',
  '\u{1f600}',
  'é',
);
const joined = glue(
  fc.oneof(fc.constantFrom(...inputs), fc.constantFrom(...inputs.map((input) => input.trim())), prose),
  6,
);

const shreds = fc.oneof(
  fc
    .tuple(fc.constantFrom(...inputs), fc.nat({ max: 60 }), fc.nat({ max: 60 }))
    .map(([input, from, length]) => input.slice(from, from + length)),
  prose,
);

const TEXTS: readonly (readonly [string, fc.Arbitrary<string>])[] = [
  ['fixtures in prose', joined],
  ['parts of fixtures, glued to each other', glue(shreds, 8)],
  ['what can be made of the pieces that detectors look for', glue(fc.constantFrom(...MORSELS), 24)],
];

describe('redactor, on any text', () => {
  test.each(TEXTS)('%s: pieces give what the whole gives, and twice is once', (_, texts) => {
    const cases = texts.chain((text) => fc.tuple(fc.constant(text), partitions(text)));
    fc.assert(
      fc.property(cases, ([text, pieces]) => {
        const once = redactText(text).text;
        expect(redactPieces(pieces)).toBe(once);
        expect(redactPieces([...text])).toBe(once);
        expect(redactText(once).text).toBe(once);
      }),
      { numRuns: RUNS },
    );
  });
});

function glue(parts: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> {
  return fc.array(parts, { minLength: 1, maxLength: most }).map((chosen) => chosen.join(''));
}
