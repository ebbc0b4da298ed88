import type { Meter, PricedFrame } from '../budget/meter.js';
import { DEAREST_LINE } from '../texts/rank.js';
import { costOf, isMuchLeft } from './spare.js';

/** What a single line may cost where all others leave it, in percent. */
const SHARES = [DEAREST_LINE, 30, 80, 96, 99] as const;
const MOST_SHARE = 100;
/** So often the longest lines are looked for between a share that fits and one that does not. */
const MOST_STEPS = 5;

interface LongerParts {
  readonly meter: Meter;
  /** The frame with lines that may cost so many percent of what there is for all. */
  readonly tell: (dearestShare: number) => Promise<PricedFrame | undefined>;
}

/** What all lines leave pays for more of those that were cut, and of those that an outline only names; each line stays. */
export async function withLongerLines(first: PricedFrame, { meter, tell }: LongerParts): Promise<PricedFrame> {
  let best = first;
  let fits: number = DEAREST_LINE;
  let tooLong = MOST_SHARE;

  async function attempt(share: number): Promise<boolean> {
    const longer = await tell(share);
    const isBetter = longer !== undefined && costOf(longer, meter) > costOf(best, meter) && keepsLines(best, longer);
    if (isBetter) {
      best = longer;
      fits = share;
    }
    return isBetter;
  }

  for (const share of SHARES) {
    if (isMuchLeft(best, meter) && !(await attempt(share)) && share > fits) {
      tooLong = Math.min(tooLong, share);
    }
  }
  for (let step = 0; step < MOST_STEPS && tooLong - fits > 1 && isMuchLeft(best, meter); step += 1) {
    const between = Math.floor((fits + tooLong) / 2);
    tooLong = (await attempt(between)) ? tooLong : between;
  }
  return best;
}

function keepsLines(before: PricedFrame, after: PricedFrame): boolean {
  const shown = new Set(rowsOf(after));
  return rowsOf(before).every((row) => shown.has(row));
}

/** Neighbours are told together. */
function rowsOf({ frame: { highlights = [] } }: PricedFrame): readonly number[] {
  return highlights.flatMap(({ line, text }) => text.split('\n').map((_text, index) => line + index));
}
