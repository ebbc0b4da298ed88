import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDigest, type Kept } from '../../../src/firewall/texts/digest.js';
import { picksOf } from '../../../src/firewall/texts/picks.js';
import { rankItems } from '../../../src/firewall/texts/rank.js';
import { textSentences } from '../../../src/firewall/texts/text-sentences.js';
import { RUNS } from './runs.js';

const FOLDER = new URL('../../../fixtures/runs/', import.meta.url);
const ROOM = { maxTokens: 500, density: 0.3, headShare: 5, isShown: () => false };

function linesOf(name: string): readonly string[] {
  return readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8').split('\n');
}

function keptOf(...names: readonly string[]): Kept {
  const lines = names.flatMap(linesOf);
  const digest = createDigest({ maxTokens: 4000 });
  lines.forEach((text, row) => {
    digest.add({ row, channel: 'text', text, rawChars: text.length + 1, rawEnd: 0 });
  });
  digest.end();
  return digest.kept();
}

/** As many lines as some 500 model tokens pay for, put in order. */
function shownOf(kept: Kept): string {
  const picks = picksOf(rankItems(kept, ROOM), kept);
  const shown = Array.from({ length: picks.size }, (_, at) => picks.show(at + 1, 0).highlights);
  const fitting = shown.findLast((each) => each.reduce((sum, { text }) => sum + text.length + 20, 0) < 1600) ?? [];
  return fitting.map(({ text }) => text).join('\n');
}

function totalsOf({ formats }: Kept): readonly string[] {
  return formats.flatMap(({ format_id: id, totals }) => totals.map(({ text, verdict }) => `${id} ${verdict} ${text}`));
}

function verdictOf({ formats }: Kept): string {
  const verdicts = new Set(formats.flatMap(({ totals }) => totals.map(({ verdict }) => verdict)));
  return verdicts.has('failed') ? 'failed' : verdicts.has('passed') ? 'passed' : 'none';
}

describe('output of real tools, recorded', () => {
  it('each recording is asked about', () => {
    const names = readdirSync(FOLDER).map((file) => file.replace('.txt', ''));
    expect(RUNS.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  });

  it.each(RUNS)('$name: exit $exit, $verdict', ({ name, exit, verdict, totals, shows = [] }) => {
    const kept = keptOf(name);
    const facts = textSentences(kept, exit).join('\n');
    expect(verdictOf(kept)).toBe(verdict);
    expect(facts).not.toContain('the exit status is');
    if (totals !== undefined) {
      expect(facts).toContain(totals);
    }
    const shown = shownOf(kept);
    for (const telling of shows) {
      expect(shown).toContain(telling);
    }
  });

  it('of two tools, one after the other, each keeps its own account', () => {
    const name = fc.constantFrom(...RUNS.map((run) => run.name));
    fc.assert(
      fc.property(name, name, (first, second) => {
        const both = totalsOf(keptOf(first, second));
        expect(both).toEqual(expect.arrayContaining([...totalsOf(keptOf(first)), ...totalsOf(keptOf(second))]));
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['pytest-pass', 1, 'the exit status is 1 although pytest names no failure'],
    ['go-test-fail', 0, 'the exit status is 0 although go-test says that something failed'],
  ] as const)('%s with exit %i: %s', (name, exit, sentence) => {
    expect(textSentences(keptOf(name), exit)).toContain(sentence);
  });
});
