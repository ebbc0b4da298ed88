import { KernelError } from '../contract/errors.js';
import type { Amounts, Frame } from '../contract/frame.js';
import type { RunFlags } from './flags/result-flags.js';

/** With `--fail-over-budget`: throws BUDGET_EXHAUSTED when something of the result was left out of what is printed. */
export function throwIfLeftOut(frame: Frame | undefined, { failOverBudget }: Pick<RunFlags, 'failOverBudget'>): void {
  const what = leftOut(frame?.omitted ?? {});
  if (failOverBudget !== true || what === undefined) {
    return;
  }
  throw new KernelError('BUDGET_EXHAUSTED', `the result did not fit: ${what} left out`, {
    hint: frame?.next === undefined ? 'raise --budget' : `raise --budget, or see more: ${frame.next}`,
  });
}

function leftOut({ rows = 0, chars = 0, cell_chars = 0, items = 0, fields = [] }: Amounts): string | undefined {
  if (rows > 0) {
    return `${rows} rows`;
  }
  if (chars > 0) {
    return `${chars} characters`;
  }
  return cell_chars > 0 || items > 0 || fields.length > 0 ? 'parts of rows' : undefined;
}
