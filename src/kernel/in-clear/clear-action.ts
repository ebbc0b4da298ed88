import type { KernelError } from '../../contract/errors.js';
import type { Trace } from '../../contract/trace.js';
import { finishTrace, type TraceDraft } from '../finish-trace.js';
import type { KernelPorts } from '../ports.js';
import { endOf, safeError } from '../safe-error.js';
import { writeTrace } from '../tracer.js';

export type ClearDraft = Pick<Trace, 'event' | 'principal_id'> &
  Partial<Pick<Trace, 'capability_id' | 'handle_id' | 'args' | 'justification' | 'reading'>>;

/** One action that shows or keeps values as they are. */
export interface ClearAction {
  readonly id: string;
  readonly startedAt: string;
  /** Keeps the trace before anything is shown: a process that is killed leaves it too. Throws when there can be none. */
  readonly hold: (draft: ClearDraft) => Promise<void>;
  /** Leaves the one trace; gives the failure with texts that can be shown. */
  readonly end: (draft: ClearDraft, failure: unknown) => Promise<KernelError | undefined>;
}

export function beginClearAction(ports: KernelPorts): ClearAction {
  const { clock } = ports;
  const id = ports.newId('a');
  const startedMs = clock.monotonic();
  const startedAt = new Date(clock.now()).toISOString();
  const traced = (draft: ClearDraft, failure: KernelError | undefined): TraceDraft => ({
    action_id: id,
    ...draft,
    ...endOf(failure),
    started_at: startedAt,
  });
  return {
    id,
    startedAt,
    hold: (draft) => ports.stores.traces.hold(finishTrace(ports, traced(draft, undefined), startedMs)),
    async end(draft, failure) {
      const safe = failure === undefined ? undefined : safeError(failure, ports.settings.redaction);
      await writeTrace(ports, traced(draft, safe), startedMs);
      return safe;
    },
  };
}
