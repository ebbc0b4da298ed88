import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createTextDigest } from '../../../src/firewall/texts/text-digest.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const MIB = 1024 * 1024;

/** What is told of a text of so many lines, in pieces of eleven of them. */
function told(lines: number, asksBetween: boolean) {
  const digest = createTextDigest({ maxTokens: 1000, redact: (text) => text, shownChars: () => 0 });
  for (let at = 0; at < lines; at += 11) {
    const some = Array.from({ length: Math.min(11, lines - at) }, (_, index) => at + index);
    const raw = some
      .map((line) => (line % 40 === 7 ? `ERROR: part ${line} failed\n` : `done ${line} of ${lines}\n`))
      .join('');
    digest.take('text', raw, { text: raw, replacements: [], raw_chars: raw.length });
    if (asksBetween) {
      digest.hasMore();
    }
  }
  digest.close();
  const picks = digest.pick({ maxTokens: 1000, density: 0.3, headShare: 5 });
  return { facts: digest.facts(0), shown: picks.show(picks.size, picks.behind(picks.size)) };
}

it.each([0, 1, 8, 60, 200, 500, 3000])(
  'of %i lines the same is told, whether somebody asked before their end or not',
  (lines) => {
    const late = told(lines, false);
    expect(late).toEqual(told(lines, true));
    expect(JSON.stringify(late.shown).includes(`done 0 of ${lines}`)).toBe(lines > 0);
  },
);

it('empty lines that nobody asks about are not held without end', () => {
  const digest = createTextDigest({ maxTokens: 1000, redact: (text) => text, shownChars: () => 0 });
  const raw = '\n'.repeat(10_000);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let piece = 0; piece < 50; piece += 1) {
    digest.take('text', raw, { text: raw, replacements: [], raw_chars: raw.length });
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(4 * MIB);
  expect(digest.hasMore()).toBe(true);
});
