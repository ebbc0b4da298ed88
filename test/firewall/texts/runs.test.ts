import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDigest, type Kept } from '../../../src/firewall/texts/digest.js';
import { picksOf } from '../../../src/firewall/texts/picks.js';
import { rankItems } from '../../../src/firewall/texts/rank.js';
import { textSentences } from '../../../src/firewall/texts/text-sentences.js';
import { digestOf } from '../../support/digest-of.js';
import { RUNS } from './runs.js';

const FOLDER = new URL('../../../fixtures/runs/', import.meta.url);
const ROOM = { maxTokens: 500, density: 0.3, headShare: 5, isShown: () => false };

function linesOf(name: string): readonly string[] {
  return readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8').split('\n');
}

function keptOf(...names: readonly string[]): Kept {
  const lines = names.flatMap(linesOf);
  const digest = createDigest({ maxTokens: 4000, redact: (text) => text });
  lines.forEach((text, row) => {
    digest.add({ row, channel: 'text', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 });
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

  it('a failure of one of the projects of vitest is one block, to its last line', () => {
    const kept = keptOf('vitest-projects');
    const failure = kept.errors.find(({ line }) => line.text.includes('FAIL'));
    expect(failure?.context.map(({ text }) => text).join('\n')).toContain("test('is open', () => {");
    expect(kept.totals.filter(({ line }) => line.text.includes('✓'))).toEqual([]);
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
    ['pytest-pass', 1, 'the exit status is 1 although pytest counts no failure'],
    [
      'go-test-fail',
      0,
      /^the exit status is 0 although line \d+, in the form of go-test, says that something failed$/m,
    ],
    ['tap-pass', 'SIGKILL', 'ended by SIGKILL: what tap counted until then is no verdict'],
    ['pytest-fail', 'a time limit', 'ended by a time limit: what pytest counted until then is no verdict'],
    [
      'tap-pass',
      137,
      'the exit status is 137, as of a command that SIGKILL ended: what tap counted until then is no verdict',
    ],
    ['make-pass', 'SIGTERM', /^ended by SIGTERM$/m],
  ] as const)('%s with exit %s: %s', (name, exit, sentence) => {
    expect(textSentences(keptOf(name), exit).join('\n')).toMatch(sentence);
  });

  it('a tool that went well is no contradiction where another one failed', () => {
    const both = textSentences(keptOf('npm-install-pass', 'pytest-fail'), 1);
    expect(both.join('\n')).not.toContain('although');
  });

  it.each([
    ['jest', (n: number) => `    ✓ case ${n} (${n % 9} ms)`, '    ✕ takes ten per cent off (3 ms)'],
    ['mocha', (n: number) => `    ✔ case ${n} (${n % 90}ms)`, '    1) takes ten per cent off'],
  ])('a run of %s that has not come to its account: what failed is shown', (_, passed, failed) => {
    const lines = Array.from({ length: 3000 }, (_unused, n) => (n === 1500 ? failed : passed(n)));
    expect(shownOf(digestOf(lines))).toContain(failed);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['what make ignores is no failure', ['make: *** [Makefile:3: clean] Error 1 (ignored)'], ['make: make: ***']],
    ['a count of none', ['a.c:1:2: note: x', '0 warnings generated.', 'Build succeeded.', '    0 Warning(s)'], []],
    [
      'the account of another tool that a test prints, further to the right',
      ['PASS a.test.js', '    console.log', '       Test Files  1 failed (1)', 'Test Suites: 1 passed, 1 total'],
      ['jest: Test Suites: 1 passed, 1 total'],
    ],
    ['a test that is to do', ['TAP version 13', 'not ok 1 - later # TODO', '1..1', '# fail 0'], ['tap: # fail 0']],
    [
      'source code',
      ['import os', 'import sys', 'def f():', '    raise ValueError("error: failed")', '    # fatal: ERROR', 'x = 1'],
      ['kind: source'],
    ],
  ])('%s', (_, lines, sentences) => {
    const told = textSentences(digestOf(lines), 0).join('\n');
    expect(told).not.toMatch(/although|[2-9] error lines|warning line/);
    for (const sentence of sentences) {
      expect(told).toContain(sentence);
    }
  });
});
