import { createHash } from 'node:crypto';
import { isSafe } from 'redos-detector';
import { expect, test } from 'vitest';
import { BOUNDED } from './bounded-patterns.js';
import { assembledPatterns, literalPatterns, type SourcePattern } from './patterns.js';
import { withStrongReferences } from './strong-references.js';

const MOST_WAYS = 300;

test('no regular expression of the firewall can be made to backtrack', async () => {
  const assembled = await assembledPatterns(async () => {
    const { positives } = await import('./positives.js');
    const { judge } = await import('./score.js');
    const oneOfEach = new Map(positives().map((positive) => [`${positive.kind} ${positive.variant}`, positive]));
    [...oneOfEach.values()].forEach(judge);
  });
  const patterns = [...literalPatterns(), ...assembled];
  expect(assembled.length).toBeGreaterThan(0);
  const excused = new Set(BOUNDED.map(({ file, digest }) => `${file} ${digest}`));
  const unexplained = patterns.filter((pattern) => !excused.has(nameOf(pattern)));
  const doubtful = withStrongReferences(() => unexplained.filter((one) => !isCleared(one)));
  expect(doubtful.map((one) => `${nameOf(one)}: ${one.pattern.source}`)).toEqual([]);
  const names = new Set(patterns.map(nameOf));
  expect([...excused].filter((name) => !names.has(name))).toEqual([]);
}, 300_000);

/** Says which pattern it is, exactly. */
function nameOf({ file, pattern }: SourcePattern): string {
  return `${file} ${createHash('sha256').update(String(pattern)).digest('hex').slice(0, 12)}`;
}

const cleared = new Map<string, boolean>();

/** The same pattern stands in several files, and is looked at once. */
function isCleared(one: SourcePattern): boolean {
  const pattern = fromOnePlace(one);
  const name = String(pattern);
  const isKnown = cleared.get(name) ?? isSafe(pattern, { maxScore: MOST_WAYS }).safe;
  cleared.set(name, isKnown);
  return isKnown;
}

/**
 * How often a pattern is tried depends on the length of the text; what one attempt costs must not. The checker knows no
 * case folding of Unicode, which adds no ways to match.
 */
function fromOnePlace({ pattern: { source, flags, unicode } }: SourcePattern): RegExp {
  return new RegExp(`^(?:${source})`, flags.replace(unicode ? /[giy]/g : /[gy]/g, ''));
}
