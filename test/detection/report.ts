import type { Detector } from '../../src/firewall/lex/detector.js';
import { negatives } from './negatives.js';
import { positives } from './positives.js';
import { detectorsWith } from './redact.js';
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
  return { judged: positives().map(judge), altered: alteredBy(detectorsWith(undefined)) };
}

/** What a table of detectors does to the texts without secrets. */
export function alteredBy(detectors: readonly Detector[]): readonly Altered[] {
  return negatives().map((negative) => isAltered(negative, detectors));
}

export function shareOf<T>(items: readonly T[], isOne: (item: T) => boolean): number {
  return items.filter(isOne).length / items.length;
}
