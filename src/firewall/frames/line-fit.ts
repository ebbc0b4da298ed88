import type { Picks, Shown } from '../texts/picks.js';
import { mostThatFits } from './most-that-fits.js';

/** What is left pays for a part of a line that tells something, in model tokens; so long is that part. */
const FEWEST_FOR_PART = 28;
const FEWEST_PART_CHARS = 40;
const MOST_PART_CHARS = 2000;

/** Lines that fit, and how many of them are the most telling ones: the rest fills what is left. */
export interface Fitting {
  readonly size: number;
  readonly shown: Shown;
  /** In model tokens. */
  readonly cost: number;
}

export interface LineFitParts {
  readonly picks: Picks;
  readonly maxChars: number;
  /** In model tokens. */
  readonly cost: (shown: Shown) => number;
}

/** As many of the telling lines as so many model tokens pay for, of which `least` are known to fit. */
export type LineFit = (maxTokens: number, least?: number) => Promise<Fitting | undefined>;

export function createLineFit({ picks, maxChars, cost }: LineFitParts): LineFit {
  return async (maxTokens, least = 1) => {
    const fits = (shown: Shown): boolean =>
      shown.highlights.reduce((sum, { text }) => sum + text.length, 0) <= maxChars && cost(shown) <= maxTokens;
    const show = (size: number, further: number, lastChars = 0): Promise<Shown | undefined> => {
      const shown = picks.show(size, further, lastChars);
      return Promise.resolve(fits(shown) ? shown : undefined);
    };
    const first = await mostThatFits(least, picks.size, (size) => show(size, 0));
    if (first === undefined) {
      return undefined;
    }
    const { count: size, found } = first;
    const filled = await mostThatFits(1, picks.behind(size), (further) => show(size, further));
    const whole = filled?.found ?? found;
    const part =
      maxTokens - cost(whole) >= FEWEST_FOR_PART
        ? await mostThatFits(FEWEST_PART_CHARS, MOST_PART_CHARS, (chars) => show(size, filled?.count ?? 0, chars))
        : undefined;
    const shown = part?.found ?? whole;
    return { size, shown, cost: cost(shown) };
  };
}
