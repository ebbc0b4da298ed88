import { KernelError } from '../../contract/errors.js';
import type { HandleRecord } from '../../contract/handle.js';
import type { Trace } from '../../contract/trace.js';
import { toMillis } from '../time.js';

/** How an action ended whose process did not live to say so. */
export const DIED = {
  outcome: 'failed',
  error: { code: 'INTERNAL', message: 'the process of this action ended before the action did' },
} as const satisfies Partial<Trace>;

/** What a process learns that was stopped for so long that another one wrote that trace, and goes on: it stands. */
export function endedMeanwhile(): KernelError {
  return new KernelError('STORE_FAILED', 'this process was silent for so long that another one has ended the action', {
    hint: 'what was kept until then is in its handle; run it again for the rest',
    details: { reason: 'ended meanwhile' },
  });
}

/**
 * The trace of an action whose process was killed before it could write one; whoever finds its handle open writes it.
 * `seenMs` is when the process last showed a sign of life.
 */
export function traceOfDeath(record: HandleRecord, seenMs: number): Trace {
  const { action_id, principal_id, capability_id, handle_id, session_id, grant_id, created_at } = record;
  return {
    action_id,
    event: 'invoke',
    principal_id,
    capability_id,
    handle_id,
    ...(session_id === undefined ? {} : { session_id }),
    ...(grant_id === undefined ? {} : { grant_id }),
    ...DIED,
    started_at: created_at,
    duration_ms: Math.max(0, seenMs - toMillis(created_at, 'created_at')),
  };
}
