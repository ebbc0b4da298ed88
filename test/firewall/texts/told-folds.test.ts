import { expect, it } from 'vitest';
import { createTextDigest } from '../../../src/firewall/texts/text-digest.js';

/** What is folded beside all lines, of which the first characters were shown as they stand. */
function foldedBeside(shownChars: number): readonly string[] {
  const raw = Array.from({ length: 40 }, (_, at) => `${'xyz'.repeat((at % 13) + 1)} was made ${at}\n`).join('');
  const digest = createTextDigest({ maxTokens: 4000, redact: (text) => text, shownChars: () => shownChars });
  digest.take('text', raw, { text: raw, replacements: [], raw_chars: raw.length });
  digest.close();
  const picks = digest.pick({ maxTokens: 4000, density: 0.3, headShare: 5 });
  return picks.show(picks.size, picks.behind(picks.size)).folded;
}

it('a template is not told where all of its lines are, now or before', () => {
  expect(foldedBeside(0)).toEqual([]);
  expect(foldedBeside(200)).toEqual([]);
});
