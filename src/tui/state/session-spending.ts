import type { SessionRecord } from '../../contract/session.js';
import type { Trace } from '../../contract/trace.js';

/** What one action took from a ledger, in model tokens. */
export interface SpentAction {
  readonly action_id: string;
  readonly at: string;
  readonly event: Trace['event'];
  /** The capability or the model. */
  readonly name: string;
  readonly spent: number;
}

/**
 * The actions that spent from the ledger of a session, the oldest first: its own, and those of the sessions that share
 * the ledger. Traces of handles that were read do not tell what that cost.
 */
export function sessionSpending(
  session: SessionRecord,
  sessions: readonly SessionRecord[],
  newestFirst: readonly Trace[],
): readonly SpentAction[] {
  const sharing = ledgerOf(session, sessions);
  return newestFirst
    .flatMap((trace): readonly SpentAction[] => {
      const { action_id, event, started_at: at, session_id: id, capability_id: capability, model } = trace;
      const spent = spentBy(trace);
      const isOwn = id !== undefined && sharing.has(id) && spent > 0;
      return isOwn ? [{ action_id, at, event, name: capability ?? model?.name ?? '', spent }] : [];
    })
    .reverse();
}

function spentBy({ totals, model }: Trace): number {
  const { input_tokens: input = 0, output_tokens: output = 0 } = model?.usage ?? {};
  return totals?.budget_used ?? input + output;
}

/** The ids of all sessions that spend from the same ledger. */
function ledgerOf(session: SessionRecord, sessions: readonly SessionRecord[]): ReadonlySet<string> {
  const known = new Map(sessions.map((each) => [each.session_id, each]));
  const rootOf = (id: string, depth = 0): string => {
    const parent = known.get(id)?.parent_id;
    return parent === undefined || depth > sessions.length ? id : rootOf(parent, depth + 1);
  };
  const root = rootOf(session.session_id);
  return new Set([session.session_id, ...known.keys()].filter((id) => rootOf(id) === root));
}
