import type { TraceTotals } from '../../contract/trace.js';
import type { Account } from './account.js';
import type { Outlet } from './outlet.js';

/** What was seen and shown so far, for the trace and for whoever watches. */
export function totalsOf(account: Account, outlet: Outlet): TraceTotals {
  return {
    frames: outlet.frames(),
    rows: account.rows(),
    bytes: account.bytes(),
    chunks: account.chunks(),
    shown_rows: outlet.shown().rows,
    shown_chars: outlet.shown().chars,
    redactions: Object.fromEntries(outlet.redactions()),
    final_phase: outlet.lastPhase(),
    budget_total: Number.isFinite(outlet.meter.total) ? outlet.meter.total : 0,
    budget_used: outlet.meter.used(),
  };
}
