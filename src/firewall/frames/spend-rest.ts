import type { PricedFrame } from '../budget/meter.js';
import type { Ending, FinalContent, FinalParts } from './final-content.js';
import { tryFinalFrame } from './final-frame.js';
import { mostThatFits } from './most-that-fits.js';

/** A way to show about so much of a result. */
export interface ContentOfSize {
  readonly most: number;
  readonly of: (size: number) => FinalContent;
}

/**
 * What a result is to be shown that does not fit the budget: the summary, and with what is left of the budget as much
 * content as fits. Undefined when nothing fits beside the summary.
 */
export async function spendRest(
  parts: FinalParts,
  ending: Ending,
  forms: readonly ContentOfSize[],
): Promise<PricedFrame | undefined> {
  for (const { most, of } of forms) {
    const fit = await mostThatFits(1, most, (size) => tryFinalFrame(parts, ending, { ...of(size), phase: 3 }));
    if (fit !== undefined) {
      return fit.found;
    }
  }
  return undefined;
}
