import { expect, it } from 'vitest';
import { createTextDigest } from '../../../src/firewall/texts/text-digest.js';
import { digestOf } from '../../support/digest-of.js';

/** What is folded beside all lines, of which the first characters were shown as they stand. */
function foldedBeside(shownChars: number): readonly string[] {
  const raw = Array.from({ length: 40 }, (_, at) => `${'xyz'.repeat((at % 13) + 1)} was made ${at}\n`).join('');
  const digest = createTextDigest({ maxTokens: 4000, redact: (text) => text, shownChars: () => shownChars });
  digest.take('text', raw, { text: raw, replacements: [], raw_chars: raw.length });
  digest.close();
  const picks = digest.pick({ maxTokens: 4000, density: 0.3, headShare: 5 });
  return picks.show(picks.size, picks.behind(picks.size)).folded;
}

it('of an error that came again and again in a log the number is told beside a line of it', () => {
  const line = (at: number): string =>
    `2026-06-03 10:${String(10 + (at % 50))}:00 ${at % 9 === 0 ? `ERROR lost lamp ${at}` : `INFO lamp ${at} is on`}\n`;
  const raw = Array.from({ length: 400 }, (_, at) => line(at)).join('');
  const digest = createTextDigest({ maxTokens: 600, redact: (text) => text, shownChars: () => 0 });
  digest.take('text', raw, { text: raw, replacements: [], raw_chars: raw.length });
  digest.close();
  const { highlights, folded } = digest.pick({ maxTokens: 600, density: 0.3, headShare: 5 }).show(12, 0);
  expect(highlights.some(({ text }) => text.includes('ERROR lost lamp'))).toBe(true);
  expect(folded).toEqual(['45 × ERROR lost lamp …']);
});

it('an error line that looks like lines that are none is of one kind', () => {
  const hash = '96cf0f761f5123d718517ec69e378bd7aac7478f99b1505c4f8c0c939121fca2';
  const nameOf = (at: number): string => (at === 40 ? 'unresolved' : 'lamp');
  const lines = Array.from({ length: 60 }, (_, at) => `${hash}  /tmp/src/config/${nameOf(at)}.ts`);
  const kept = digestOf(lines);
  expect(kept.counts.error).toBe(1);
  expect(kept.errorKinds).toBe(1);
});

it('a template is not told where all of its lines are, now or before', () => {
  expect(foldedBeside(0)).toEqual([]);
  expect(foldedBeside(200)).toEqual([]);
});
