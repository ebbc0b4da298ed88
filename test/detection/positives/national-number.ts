import type { DetectorPack } from '../../../src/firewall/lex/detector.js';
import type { Random } from '../random.js';

/** A number that a state gives its people. */
export interface NationalNumber {
  readonly name: string;
  readonly pack: DetectorPack;
  /** What people call it, in the languages in which it is written. */
  readonly labels: readonly string[];
  readonly field: string;
  /** Letters and a check make it known without a word beside it. */
  readonly isDistinct?: boolean;
  make(random: Random): string;
}

/** A number with two digits at least. */
export const two = (value: number): string => String(value).padStart(2, '0');

/** A day on which somebody was born. */
export const birth = (random: Random): { readonly year: number; readonly month: number; readonly day: number } => ({
  year: random.between(1940, 1999),
  month: random.between(1, 12),
  day: random.between(1, 28),
});

/** Tries again until a check digit of ten does not come up. */
export function until(make: () => string | undefined): string {
  for (;;) {
    const made = make();
    if (made !== undefined) {
      return made;
    }
  }
}
