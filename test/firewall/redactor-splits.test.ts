import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, type RedactedText, redactText } from '../../src/firewall/redactor.js';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';

const fixtures = loadDetectorFixtures();
const inputs = fixtures.map(({ input }) => input);
const MOST_CUTS = 400;
const RUNS = Number(process.env['AKERNEL_FUZZ_RUNS'] ?? 1500);

/** Pushes the pieces through one redactor; checks on the way what holds for every piece. */
function redactPieces(pieces: readonly string[]): string {
  const redactor = createRedactor();
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

function cut(text: string, places: readonly number[]): readonly string[] {
  const borders = [0, ...[...places].sort((a, b) => a - b), text.length];
  return borders.slice(1).map((border, index) => text.slice(borders[index], border));
}

describe('redactor, whatever the cuts', () => {
  test.each(fixtures)('$name in two pieces', ({ input, expected }) => {
    const step = Math.ceil(input.length / MOST_CUTS);
    for (let place = 0; place <= input.length; place += step) {
      expect(redactPieces(cut(input, [place]))).toBe(expected);
    }
  });

  test.each(fixtures)('$name in three pieces', ({ input, expected }) => {
    const step = Math.ceil(input.length / 24);
    for (let first = 0; first <= input.length; first += step) {
      for (let second = first; second <= input.length; second += step) {
        expect(redactPieces(cut(input, [first, second]))).toBe(expected);
      }
    }
  });

  test.each(fixtures)('$name one character at a time', ({ input, expected }) => {
    expect(redactPieces([...input])).toBe(expected);
  });
});

const MORSELS = [
  ...[
    'password',
    'token',
    'api_key',
    'secret',
    'key',
    'cvv',
    'dob',
    'Authorization',
    'Cookie',
    'Bearer',
    'Basic',
    'phone',
  ],
  ...[
    ' ',
    '=',
    ':',
    ': ',
    '"',
    "'",
    '\\',
    '\\n',
    '\n',
    ',',
    ';',
    '&',
    '<',
    '>',
    '/',
    '</',
    '@',
    '.',
    '-',
    '+',
    '(',
    ')',
    '[',
    ']',
  ],
  ...[
    '://',
    'http://',
    'postgres://u:',
    'eyJ',
    'eyJhbGciOiJub25lIn0.',
    '-----BEGIN PRI',
    'VATE KEY-----',
    '-----END ',
    '%40',
  ],
  ...[
    '[REDACTED:',
    'email',
    '[REDACTED:card]',
    'sk-',
    'gh',
    'p_',
    'AK',
    'IA',
    'ABCDEFGHIJKLMNOP',
    'a1B2c3D4e5F6g7H8i9J0k1L2m3N4',
  ],
  ...[
    '1',
    '12',
    '123',
    '4111',
    '1111',
    '1111',
    '555',
    '0100',
    '2024',
    '45',
    '6789',
    'DE89',
    '370400440532013000',
    'a',
    'Z',
    'com',
  ],
  ...[
    'bob@example.com',
    'null',
    '$',
    '{',
    '}',
    '*',
    'é',
    '\u{1f600}',
    '４１１１',
    'user',
    'dXNlcjpodW50ZXIy',
    '--',
    '&quot;',
    'x',
  ],
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
const joined = fc
  .array(fc.oneof(fc.constantFrom(...inputs), fc.constantFrom(...inputs.map((input) => input.trim())), prose), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

/** A text, and places to cut it. */
const partitioned = joined.chain((text) =>
  fc.tuple(fc.constant(text), fc.array(fc.nat({ max: text.length }), { maxLength: 12 })),
);

describe('redactor, on any text', () => {
  test('pieces give what the whole gives', () => {
    fc.assert(
      fc.property(partitioned, ([text, places]) => {
        expect(redactPieces(cut(text, places))).toBe(redactText(text).text);
      }),
      { numRuns: RUNS },
    );
  });

  test('redacting twice is redacting once', () => {
    fc.assert(
      fc.property(joined, (text) => {
        const once = redactText(text).text;
        expect(redactText(once).text).toBe(once);
      }),
      { numRuns: RUNS },
    );
  });

  test('whatever can be made of the pieces that detectors look for', () => {
    const text = fc.array(fc.constantFrom(...MORSELS), { minLength: 1, maxLength: 24 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 120 }), { maxLength: 5 }), (whole, places) => {
        const once = redactText(whole).text;
        const fitting = places.map((place) => Math.min(place, whole.length));
        expect(redactPieces(cut(whole, fitting))).toBe(once);
        expect(redactPieces([...whole])).toBe(once);
        expect(redactText(once).text).toBe(once);
      }),
      { numRuns: RUNS },
    );
  });

  test('parts of fixtures, cut anywhere and glued to each other', () => {
    const shred = fc
      .tuple(fc.constantFrom(...inputs), fc.nat({ max: 60 }), fc.nat({ max: 60 }))
      .map(([input, from, length]) => input.slice(from, from + length));
    const text = fc.array(fc.oneof(shred, prose), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 200 }), { maxLength: 8 }), (whole, places) => {
        const once = redactText(whole).text;
        const fitting = places.map((place) => Math.min(place, whole.length));
        expect(redactPieces(cut(whole, fitting))).toBe(once);
        expect(redactPieces([...whole])).toBe(once);
        expect(redactText(once).text).toBe(once);
      }),
      { numRuns: RUNS },
    );
  });
});
