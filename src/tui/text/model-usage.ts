import { formatCount } from '../../contract/quantities.js';
import type { ModelTotals } from '../../contract/trace.js';

/** Unknown amounts are left out: they are not zero. */
export function modelUsage({ usage, usage_status: status }: ModelTotals): string {
  const { input_tokens: read, output_tokens: written } = usage;
  return [
    ...(read === undefined ? [] : [`${formatCount(read)} model tokens in`]),
    ...(written === undefined ? [] : [`${formatCount(written)} model tokens out`]),
    `usage ${status}`,
  ].join(', ');
}
