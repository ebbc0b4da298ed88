import type { Glyphs } from '../theme.js';
import { sparkline } from './bars.js';

/** What of a fact can be drawn beside its words. */
export type FactShape =
  /** How often each value comes, the most frequent first. */
  | { readonly type: 'counts'; readonly counts: readonly number[] }
  /** Where the mean stands between the least and the greatest, of times the median between the first and the last: from 0 to 1. */
  | { readonly type: 'mean'; readonly at: number };

/** Columns that a drawing takes. */
export const SHAPE_WIDTH = 8;

const COUNT = /(?:"(?:[^"\\]|\\.)*"|[^\s=",]+)=(\d+)(?=[\s,;]|$) ?/y;
const NUMBER = String.raw`(-?\d[\d.e+-]*)`;
const RANGE = new RegExp(`^${NUMBER} to ${NUMBER}, mean ${NUMBER}(?:,|$)`);

const TIME = String.raw`(\d{4}-\d\d-\d\d[^\s,]{0,30})`;
const TIMES = new RegExp(`^${TIME} to ${TIME}, median about ${TIME}(?:,|$)`);

/**
 * Of `paid=401 open=111` the counts, of `3.1 to 990, mean 211.45` the place of the mean, of
 * `2026-01-01 to 2026-12-31, median about 2026-03-01` that of the median; undefined for other facts.
 */
export function factShape(text: string): FactShape | undefined {
  const counts = countsOf(text);
  if (counts.length > 1) {
    return { type: 'counts', counts };
  }
  const numbers =
    RANGE.exec(text)?.slice(1).map(Number) ??
    TIMES.exec(text)
      ?.slice(1)
      .map((time) => Date.parse(time));
  const [least = Number.NaN, most = Number.NaN, middle = Number.NaN] = numbers ?? [];
  const at = (middle - least) / (most - least);
  return at >= 0 && at <= 1 ? { type: 'mean', at } : undefined;
}

function countsOf(text: string): readonly number[] {
  const counts: number[] = [];
  let from = 0;
  while (counts.length < SHAPE_WIDTH) {
    COUNT.lastIndex = from;
    const [found, count] = COUNT.exec(text) ?? [];
    if (found === undefined) {
      break;
    }
    counts.push(Number(count));
    from += found.length;
  }
  return counts;
}

/** `█▅▁`, a cell for each value, or `──•─────`. */
export function shapeText(shape: FactShape, glyphs: Glyphs): string {
  if (shape.type === 'counts') {
    return sparkline(shape.counts, SHAPE_WIDTH, glyphs);
  }
  const before = Math.round(shape.at * (SHAPE_WIDTH - 1));
  const { horizontal, bullet } = glyphs;
  return horizontal.repeat(before) + bullet + horizontal.repeat(SHAPE_WIDTH - 1 - before);
}
