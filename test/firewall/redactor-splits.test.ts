import { describe, test } from 'vitest';
import { ALL_DETECTORS, DETECTORS } from '../../src/firewall/detectors/index.js';
import { providerKeys } from '../../src/firewall/detectors/provider-keys.js';
import { MAX_HELD } from '../../src/firewall/redactor/detector.js';
import { createRedactor, redactText } from '../../src/firewall/redactor.js';
import { detectorsFor, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { everyCut, everySplit } from '../support/every-split.js';
import { type ProofSubject, provePieces } from '../support/redactor-proof.js';

const subject: ProofSubject = { createRedactor, redactText, ALL_DETECTORS, DETECTORS, MAX_HELD };

const fixtures = loadDetectorFixtures();

const rows = new Set(providerKeys.map(({ name }) => name));

/** The rows of the table of providers' keys differ in their prefixes and lengths only. */
function isRow(detector: string): boolean {
  return rows.has(detector);
}

describe('redactor, whatever the cuts', () => {
  test.each(fixtures)('$name', ({ detector, input, expected }) => {
    const cuts = isRow(detector) ? everyCut : everySplit;
    cuts(input, (pieces) => {
      provePieces(subject, pieces, expected, detectorsFor(detector));
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
      provePieces(subject, pieces, BEFORE + expected, detectorsFor(detector));
    }
  });
});

test('a run that was measured before the text moved is not mistaken for another one', () => {
  const noKey = `sk-${'b'.repeat(39)} `;
  const key = `sk-${'a1B2c3D4'.repeat(3)} `;
  for (let words = 150; words < 220; words += 1) {
    const after = 'x '.repeat(words) + key;
    provePieces(subject, [BEFORE + noKey, after], redactText(BEFORE + noKey + after).text);
  }
});
