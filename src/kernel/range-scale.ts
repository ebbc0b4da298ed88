import type { CountedRange } from '../contract/expansion.js';

/** Ranges of one width, of which each lies in one of the next width. */
export interface Scale<Kind extends number | string> {
  /** The same for all values of a range; undefined for one that has no place among ranges of this width. */
  readonly keyOf: (value: Kind) => number | string | undefined;
  /** Where the range of a value begins, and where the next one does. */
  readonly endsOf: (value: Kind) => Pick<CountedRange, 'from' | 'to'>;
  /** false: they cannot be wider. */
  readonly widen: () => boolean;
}
