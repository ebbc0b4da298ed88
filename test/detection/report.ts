import { negatives } from './negatives.js';
import { positives } from './positives.js';
import { type Altered, isAltered, type Judged, judge } from './score.js';

/** What the default detectors do with both corpora. */
export interface Report {
  readonly judged: readonly Judged[];
  readonly altered: readonly Altered[];
}

/** The requirement: at least this share of the secrets is hidden, none by half, and few other texts are altered. */
export const LEAST_HIDDEN = 0.97;
export const MOST_ALTERED = 0.005;

export function measure(): Report {
  return { judged: positives().map(judge), altered: negatives().map(isAltered) };
}

export function shareOf<T>(items: readonly T[], isOne: (item: T) => boolean): number {
  return items.filter(isOne).length / items.length;
}
