import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isSafe } from 'redos-detector';
import { expect, test } from 'vitest';
import { proofSize } from '../support/proof-size.js';
import { BOUNDED } from './bounded-patterns.js';
import { assembledPatterns, literalPatterns, type SourcePattern } from './patterns.js';
import { withStrongReferences } from './strong-references.js';

const MOST_WAYS = 300;
const IS_WHOLE = proofSize(0, 1) === 1;
/** The checker takes a minute and more for all of them. `AKERNEL_PROOFS=all` asks it again, and writes this file. */
const CLEARED = join(import.meta.dirname, 'cleared-patterns.txt');
const CHECKED_BY = `redos-detector ${createRequire(import.meta.url)('redos-detector/package.json').version}, ${MOST_WAYS} ways`;

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
  const known = clearedBefore();
  const unknown = unexplained.filter((one) => !known.has(digestOf(fromOnePlace(one))));
  const doubtful = withStrongReferences(() => unknown.filter((one) => !isCleared(one)));
  expect(doubtful.map((one) => `${nameOf(one)}: ${one.pattern.source}`)).toEqual([]);
  const names = new Set(patterns.map(nameOf));
  expect([...excused].filter((name) => !names.has(name))).toEqual([]);
  if (IS_WHOLE) {
    const digests = new Set(unexplained.map((one) => digestOf(fromOnePlace(one))));
    writeFileSync(CLEARED, `${[CHECKED_BY, ...[...digests].sort()].join('\n')}\n`);
  }
}, 3_600_000);

/** Says which pattern it is, exactly. */
function nameOf({ file, pattern }: SourcePattern): string {
  return `${file} ${digestOf(pattern)}`;
}

function digestOf(pattern: RegExp): string {
  return createHash('sha256').update(String(pattern)).digest('hex').slice(0, 12);
}

/** Those that a whole run has cleared; a pattern that is new or was changed is not among them. */
function clearedBefore(): ReadonlySet<string> {
  const [checkedBy, ...digests] = IS_WHOLE ? [] : readFileSync(CLEARED, 'utf8').trimEnd().split('\n');
  return new Set(checkedBy === CHECKED_BY ? digests : []);
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
 * case folding of Unicode and no names of groups, which add no ways to match.
 */
function fromOnePlace({ pattern: { source, flags, unicode } }: SourcePattern): RegExp {
  return new RegExp(`^(?:${source.replaceAll(/\(\?<\w+>/g, '(')})`, flags.replace(unicode ? /[giy]/g : /[gy]/g, ''));
}
