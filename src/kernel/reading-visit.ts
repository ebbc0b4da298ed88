import type { ReadingRequest } from '../contract/expansion.js';
import type { Frame } from '../contract/frame.js';
import type { ReadingTotals, Trace } from '../contract/trace.js';
import type { Visit } from './expansion.js';
import { finishTrace, type TraceDraft } from './finish-trace.js';
import type { KernelPorts } from './ports.js';
import { createRowSet } from './row-ranges.js';
import { writeTrace } from './tracer.js';

const MOST_QUESTIONS = 20;

export interface ReadingVisit extends Visit {
  /** Leaves the one trace of all pages and searches; none where there were none. */
  readonly close: () => Promise<void>;
}

/**
 * Adds up what one visit of a kept result saw. What is known so far is held by the store, before it is shown: a process
 * that is killed leaves its trace too.
 */
export function createReadingVisit(ports: KernelPorts, { handleId, principal }: ReadingRequest): ReadingVisit {
  const id = ports.newId('a');
  const startedMs = ports.clock.monotonic();
  const startedAt = new Date(ports.clock.now()).toISOString();
  const rows = createRowSet();
  const questions = new Set<string>();
  let isClosed = false;
  let about: Partial<TraceDraft> = {};
  let end: Pick<Trace, 'outcome' | 'reason' | 'error'> | undefined;
  let totals: ReadingTotals = { pages: 0, finds: 0, refused: 0, rows: 0, redactions: {} };

  function draft(): TraceDraft {
    const asked = [...questions];
    return {
      ...about,
      action_id: id,
      event: 'expand',
      principal_id: principal.principal_id,
      handle_id: handleId,
      outcome: 'completed',
      ...end,
      args: { rows: rows.ranges(), ...(asked.length === 0 ? {} : { asked }) },
      reading: totals,
      started_at: startedAt,
    };
  }

  return {
    id,
    async add({ trace, frame }) {
      // A search that is given up only now: the trace has been left.
      if (isClosed) {
        return;
      }
      const { args = {} } = trace;
      about = { ...about, ...knownOf(trace) };
      rows.add(frame?.page?.rows ?? []);
      const question = questionOf(args);
      if (question !== undefined && questions.size < MOST_QUESTIONS) {
        questions.add(question);
      }
      totals = added(totals, { isFind: 'find' in args, outcome: trace.outcome, frame });
      // One page that came is a visit that was completed; what was refused then is counted.
      if (trace.outcome === 'completed' || end === undefined) {
        end = trace.outcome === 'completed' ? { outcome: 'completed' } : endOf(trace);
      }
      await ports.stores.traces.hold(finishTrace(ports, draft(), startedMs));
    },
    async close() {
      isClosed = true;
      if (end !== undefined) {
        await writeTrace(ports, draft(), startedMs);
      }
    },
  };
}

function knownOf({ capability_id, session_id }: TraceDraft): Partial<TraceDraft> {
  return {
    ...(capability_id === undefined ? {} : { capability_id }),
    ...(session_id === undefined ? {} : { session_id }),
  };
}

function endOf({ outcome, reason, error }: TraceDraft): Pick<Trace, 'outcome' | 'reason' | 'error'> {
  return {
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { error }),
  };
}

/** What was asked besides rows by their numbers. */
function questionOf({ rows: _rows, ...question }: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(question).length === 0 ? undefined : JSON.stringify(question);
}

function added(
  totals: ReadingTotals,
  part: { readonly isFind: boolean; readonly outcome: Trace['outcome']; readonly frame: Frame | undefined },
): ReadingTotals {
  const { isFind, outcome, frame } = part;
  // Pages that nobody waits for any more are given up all the time.
  const isGivenUp = outcome === 'cancelled';
  const isRefused = outcome !== 'completed' && !isGivenUp;
  const redactions = { ...totals.redactions };
  for (const [type, times] of Object.entries(frame?.redactions ?? {})) {
    redactions[type] = (redactions[type] ?? 0) + times;
  }
  return {
    pages: totals.pages + (isFind || isGivenUp ? 0 : 1),
    finds: totals.finds + (isFind ? 1 : 0),
    refused: totals.refused + (isRefused ? 1 : 0),
    rows: totals.rows + (frame?.page?.returned ?? 0),
    redactions,
  };
}
