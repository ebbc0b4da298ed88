import { ENCODINGS, MINIMUM_BUDGET } from '../contract/budget.js';
import { KernelError } from '../contract/errors.js';
import { RESPONSE_MODES } from '../contract/frame.js';
import type { OutputOptions } from '../contract/output-options.js';

/** Refuses output options that no frame could be made for, before anything runs. */
export function checkOutput(options: OutputOptions, mayBeUnlimited: boolean): void {
  const { maxTokens, encoding, mode, ...counts } = options;
  const isUnlimited = mayBeUnlimited && maxTokens === Number.POSITIVE_INFINITY;
  if (maxTokens !== undefined && !isUnlimited && !(Number.isSafeInteger(maxTokens) && maxTokens >= MINIMUM_BUDGET)) {
    throw new KernelError('USAGE', `the budget must be a whole number of at least ${MINIMUM_BUDGET} model tokens`, {
      hint: 'a final frame alone takes about 170',
    });
  }
  if (encoding !== undefined && !ENCODINGS.includes(encoding)) {
    throw new KernelError('USAGE', 'the encoding is not known', { hint: `choose one of ${ENCODINGS.join(', ')}` });
  }
  if (mode !== undefined && !RESPONSE_MODES.includes(mode)) {
    throw new KernelError('USAGE', 'the response mode is not known', {
      hint: `choose one of ${RESPONSE_MODES.join(', ')}`,
    });
  }
  for (const name of ['maxRows', 'maxFields', 'maxChars'] as const) {
    const value = counts[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0)) {
      throw new KernelError('USAGE', `${name} must be a whole number of 0 or more`);
    }
  }
}
