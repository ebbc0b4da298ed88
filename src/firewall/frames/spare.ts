import type { Meter, PricedFrame } from '../budget/meter.js';
import { withoutChance } from '../budget/without-chance.js';

/** Ids and times that cost more than others, the counts of what is shown, and where to read on. */
export const SLACK = 32;
/** So much of the budget is worth another look, in percent. */
const WORTHWHILE_PERCENT = 3;

/** What a frame costs, in model tokens, but for what is different each time. */
export function costOf({ line, rendered }: PricedFrame, meter: Pick<Meter, 'measure'>): number {
  return meter.measure(withoutChance(line ?? rendered?.text ?? ''));
}

/** What a frame leaves of the budget, in model tokens. */
export function spareOf(priced: PricedFrame, meter: Meter): number {
  return meter.steadyRemaining() - costOf(priced, meter) - SLACK;
}

/** Enough to look for more to tell. */
export function isMuchLeft(priced: PricedFrame, meter: Meter): boolean {
  return spareOf(priced, meter) * 100 >= meter.total * WORTHWHILE_PERCENT;
}
