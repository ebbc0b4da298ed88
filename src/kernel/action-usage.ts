import type { InvokeUsage } from '../contract/kernel.js';
import type { Firewall } from '../firewall/frames/firewall.js';

/** What is counted of an invocation so far. */
export function usageOf(firewall: Firewall | undefined, handleId: string | undefined): InvokeUsage {
  const { frames = 0, rows = 0, bytes = 0, redactions = {} } = firewall?.totals() ?? {};
  const progress = firewall?.progress();
  const note = firewall?.progressNote();
  return {
    frames,
    rows,
    bytes,
    redactions,
    ...(progress === undefined ? {} : { progress: note === undefined ? progress : { ...progress, message: note } }),
    ...(handleId === undefined ? {} : { handle_id: handleId }),
  };
}
