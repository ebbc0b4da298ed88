import { describe, expect, test } from 'vitest';
import { ALL_DETECTORS } from '../../src/firewall/find/detectors.js';
import { unmark } from './case.js';
import { negatives } from './negatives.js';
import { positives } from './positives.js';
import { LEAST_HIDDEN, MOST_ALTERED, measure, shareOf } from './report.js';

const { judged, altered } = measure();

const LANGUAGES_OF_SOURCE = ['typescript', 'python', 'go', 'rust', 'java', 'csharp', 'ruby', 'php', 'shell'];
const LANGUAGES = ['English', 'German', 'French', 'Spanish', 'Italian', 'Portuguese'];
const LOCK_FILES = ['package-lock', 'yarn.lock', 'pnpm-lock', 'Cargo.lock', 'go.sum', 'poetry.lock'];

type Harmless = readonly [what: string, kinds: readonly string[], contexts?: readonly string[]];

/** What must be among the texts in which nothing is secret: the kinds, or the contexts of a kind. */
const HARMLESS: readonly Harmless[] = [
  ['UUIDs', ['uuid', 'uuid upper', 'uuid of digits']],
  ['hashes', ['git hash', 'md5', 'sha256', 'sha512 integrity']],
  ['epoch times', ['epoch seconds', 'epoch milliseconds', 'epoch microseconds', 'epoch nanoseconds']],
  ['semver', ['semver']],
  ['IPs', ['ipv4', 'ipv4 with port', 'ipv6']],
  ['coordinates', ['coordinates']],
  ['ISBN', ['isbn', 'isbn plain']],
  ['order numbers', ['order number']],
  ['minified JS', ['file'], ['minified js']],
  ['lock files', ['file'], LOCK_FILES],
  ['base64 images', ['file'], ['base64 image']],
  ['logs', ['log']],
  ['CSV of numbers', ['file'], ['numbers', 'measurements', 'numbers as text']],
  ...LANGUAGES_OF_SOURCE.map((language) => [`source code in ${language}`, ['source code'], [language]] as const),
  ...LANGUAGES.map((language) => [`prose in ${language}`, ['prose'], [language]] as const),
];

/** The contexts in which secrets must stand, by their names in the corpus. */
const AMONG: readonly (readonly [what: string, contexts: readonly string[]])[] = [
  ['prose', ['prose']],
  ['JSON', ['json', 'rows']],
  ['CSV', ['csv', 'csv text']],
  ['YAML', ['yaml']],
  ['.env', ['env']],
  ['log lines', ['log']],
  ['URLs', ['url']],
  ['HTML', ['html']],
];
const LEAST_OF_A_KIND = 20;
const LEAST_IN_A_CONTEXT = 100;

describe('the corpora', () => {
  test('are large', () => {
    const secrets = new Set(positives().map(({ form, marked }) => `${form} ${marked}`));
    const harmless = new Set(negatives().map(({ form, text }) => `${form} ${text}`));
    expect(secrets.size).toBeGreaterThanOrEqual(3000);
    expect(harmless.size).toBeGreaterThanOrEqual(2000);
  });

  test.each(HARMLESS.map(([what, kinds, contexts]) => ({ what, kinds, contexts })))('hold harmless $what', (row) => {
    const { kinds, contexts } = row;
    const texts = negatives().filter(
      ({ kind, context }) => kinds.includes(kind) && (contexts === undefined || contexts.includes(context)),
    );
    expect(new Set(texts.map(({ text }) => text)).size).toBeGreaterThanOrEqual(LEAST_OF_A_KIND);
  });

  test.each(AMONG)('hold secrets in %s', (_, contexts) => {
    const texts = positives().filter(({ context }) => contexts.includes(context));
    expect(new Set(texts.map(({ marked }) => marked)).size).toBeGreaterThanOrEqual(LEAST_IN_A_CONTEXT);
  });

  test('hold no text twice', () => {
    const texts = positives().map(({ form, marked }) => `${form} ${marked}`);
    expect(new Set(texts).size).toBeGreaterThan(0.98 * texts.length);
  });

  test('hold at least 120 formats of provider keys', () => {
    const variants = positives().flatMap(({ kind, variant }) => (kind === 'provider key' ? [variant] : []));
    expect(new Set(variants).size).toBeGreaterThanOrEqual(120);
  });

  test('mark something in every text', () => {
    const unmarked = positives().filter(({ marked }) => unmark(marked).spans.length === 0);
    expect(unmarked).toEqual([]);
  });
});

describe('the detectors', () => {
  test('hide nearly every secret', () => {
    expect(shareOf(judged, ({ outcome }) => outcome === 'hidden')).toBeGreaterThanOrEqual(LEAST_HIDDEN);
  });

  test('hide no secret by half', () => {
    const half = judged.filter(({ outcome }) => outcome === 'half');
    expect(half.map(({ positive: { kind, variant, context } }) => `${kind}, ${variant}, ${context}`)).toEqual([]);
  });

  test('leave nearly every other text as it is', () => {
    expect(shareOf(altered, ({ isAltered }) => isAltered)).toBeLessThanOrEqual(MOST_ALTERED);
  });

  test('find something of every locale pack', () => {
    const packs = new Set(ALL_DETECTORS.flatMap(({ pack }) => (pack === undefined ? [] : [pack])));
    const hidden = judged.flatMap(({ outcome, positive: { pack } }) => (outcome === 'hidden' ? [pack] : []));
    expect([...packs].filter((pack) => pack !== 'us' && !hidden.includes(pack))).toEqual([]);
  });
});
