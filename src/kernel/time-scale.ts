import type { Scale } from './range-scale.js';

const TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?/;
/** A whole time, of which the beginning of another one takes its place. */
const ZERO = '0000-01-01T00:00:00';

interface Width {
  /** Times of one range have so many characters in common. */
  readonly chars: number;
  /** A beginning that people can read has so many: 10:10 and not 10:1. */
  readonly shown?: number;
  /** The beginning of the next range. */
  readonly next: (from: Date) => number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const WIDEST: Width = { chars: 4, next: (from) => Date.UTC(from.getUTCFullYear() + 1, 0) };
/** Ten seconds, ten minutes: ranges that are as long as each other, and lie in those of the next width. */
const WIDTHS: readonly Width[] = [
  { chars: 19, next: later(SECOND) },
  { chars: 18, shown: 19, next: later(10 * SECOND) },
  { chars: 16, next: later(MINUTE) },
  { chars: 15, shown: 16, next: later(10 * MINUTE) },
  { chars: 13, shown: 16, next: later(HOUR) },
  { chars: 10, next: later(DAY) },
  { chars: 7, next: (from) => Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1) },
  WIDEST,
];

const DATE = 10;
/** Years have four digits: nothing comes behind 9999 but what no time begins with. */
const AFTER_ALL = '~';

/**
 * Times as ISO 8601 writes them, whatever their zone: ranges of texts that begin alike, so that a filter that compares
 * texts finds the same rows. Widths from a second to a year.
 */
export function createTimeScale(): Scale<string> {
  let index: number | undefined;

  return {
    keyOf(value) {
      const length = TIME.exec(value)?.[0].length;
      if (length === undefined) {
        return undefined;
      }
      index ??= WIDTHS.findIndex(({ chars }) => chars <= length);
      const chars = WIDTHS[index]?.chars ?? 0;
      return length < chars ? undefined : value.slice(0, chars);
    },
    endsOf(value) {
      const { chars, shown = chars, next } = WIDTHS[index ?? 0] ?? WIDEST;
      const begin = `${value.slice(0, chars)}${ZERO.slice(chars)}`;
      const after = new Date(next(new Date(`${begin.replace(' ', 'T')}Z`))).toISOString();
      const to = after.startsWith('+') ? AFTER_ALL : after.slice(0, shown);
      return { from: begin.slice(0, shown), to: begin.includes(' ') && shown > DATE ? to.replace('T', ' ') : to };
    },
    widen() {
      index = Math.min((index ?? 0) + 1, WIDTHS.length - 1);
      return index < WIDTHS.length - 1;
    },
  };
}

function later(by: number): Width['next'] {
  return (from) => from.getTime() + by;
}
