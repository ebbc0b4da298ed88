import type { PrunedTraces } from '../contract/stores.js';
import type { Trace, TraceCaps } from '../contract/trace.js';
import { finishTrace, observe } from './finish-trace.js';
import type { KernelPorts } from './ports.js';

/** A transaction that removes more keeps others waiting. */
const MOST_AT_ONCE = 10_000;
/** What one action may remove on its way. */
const MOST_ON_THE_WAY = 1000;
const LONGEST_INTERVAL = 64;

interface Pruning {
  readonly caps: TraceCaps;
  /** Unix milliseconds: the age of traces at this time counts. */
  readonly now: number;
  /** Whose action it is, and the one that it was a part of. */
  readonly by: Pick<Trace, 'principal_id' | 'parent_action_id'>;
  readonly spare: number;
  readonly most: number;
}

/** Keeps the trail within its caps as it grows; looked at now and then, each time by the process that appended. */
export async function keepCaps(ports: KernelPorts, seq: number, { action_id, principal_id }: Trace): Promise<void> {
  const caps = ports.settings.audit;
  const tenth = Math.floor(caps.max_traces / 10);
  if (seq % Math.max(1, Math.min(LONGEST_INTERVAL, tenth)) !== 0) {
    return;
  }
  try {
    const by = { principal_id, parent_action_id: action_id };
    await prune(ports, {
      caps,
      now: ports.clock.now(),
      by,
      spare: Math.min(tenth, MOST_ON_THE_WAY / 2),
      most: MOST_ON_THE_WAY,
    });
  } catch {
    // The action is done and has its trace: what keeps the trail from being pruned is told by whoever verifies it.
  }
}

/** Removes all that is over the caps, in steps with a trace each. */
export async function pruneAll(ports: KernelPorts, caps: TraceCaps, principalId: string): Promise<PrunedTraces> {
  const by = { principal_id: principalId };
  // The traces of the steps themselves are not too old.
  const now = ports.clock.now();
  let total: PrunedTraces = { removed: 0, up_to: 0 };
  for (;;) {
    const step = await prune(ports, { caps, now, by, spare: 0, most: MOST_AT_ONCE });
    if (step === undefined) {
      return total;
    }
    total = { removed: total.removed + step.removed, up_to: step.up_to };
  }
}

async function prune(ports: KernelPorts, { caps, now, by, spare, most }: Pruning): Promise<PrunedTraces | undefined> {
  const startedMs = ports.clock.monotonic();
  let trace: Trace | undefined;
  const traceOf = (pruned: PrunedTraces): Trace => {
    trace = finishTrace(
      ports,
      {
        action_id: ports.newId('a'),
        event: 'audit',
        ...by,
        outcome: 'completed',
        args: { prune: pruned.removed, up_to: pruned.up_to, ...caps },
        started_at: new Date(ports.clock.now()).toISOString(),
      },
      startedMs,
    );
    return trace;
  };
  const before = new Date(Math.max(0, now - caps.max_age_ms)).toISOString();
  const pruned = await ports.stores.traces.prune({ max_traces: caps.max_traces, before, spare, most, traceOf });
  if (trace !== undefined) {
    observe(ports, trace);
  }
  return pruned;
}
