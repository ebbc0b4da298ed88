import { describe, expect, test } from 'vitest';
import { ALL_DETECTORS } from '../../src/firewall/detectors/index.js';
import { unmark } from './case.js';
import { negatives } from './negatives.js';
import { positives } from './positives.js';
import { LEAST_HIDDEN, MOST_ALTERED, measure, shareOf } from './report.js';

const { judged, altered } = measure();

describe('the corpora', () => {
  test('are large', () => {
    expect(positives().length).toBeGreaterThanOrEqual(3000);
    expect(negatives().length).toBeGreaterThanOrEqual(2000);
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
