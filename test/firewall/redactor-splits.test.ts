import { describe, expect, test } from 'vitest';
import { providerKeys } from '../../src/firewall/detectors/provider-keys.js';
import { createRedactor, type RedactedText, type RedactionOptions, redactText } from '../../src/firewall/redactor.js';
import { detectorsFor, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { everyCut, everySplit } from '../support/every-split.js';

const fixtures = loadDetectorFixtures();

const rows = new Set(providerKeys.map(({ name }) => name));

/** The rows of the table of providers' keys differ in their prefixes and lengths only. */
function isRow(detector: string): boolean {
  return rows.has(detector);
}

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
    const cuts = isRow(detector) ? everyCut : everySplit;
    cuts(input, (pieces) => {
      expect(redactPieces(pieces, detectorsFor(detector))).toBe(expected);
    });
  });
});

// Text that leaves in the same push in which the cut comes: what the redactor remembers of places has to move with it.
const BEFORE = `${'some words '.repeat(50)}\n`;

describe('redactor, behind a long text', () => {
  test.each(fixtures)('$name', ({ detector, input, expected }) => {
    for (let cut = 0; cut <= input.length; cut += isRow(detector) ? 5 : 1) {
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
