import { KernelError } from '../../../contract/errors.js';
import type { RunEnding } from '../../../contract/shared-runs.js';
import { problemOf } from '../problem.js';
import { eventText } from './run-log.js';

/** The terminal event of a run whose server died, as whoever finds it tells it. */
export function endOfDead(now: () => number): (runId: string, seq: number) => RunEnding {
  return (runId, seq) => {
    const problem = problemOf(
      new KernelError('DRIVER_UNAVAILABLE', 'the server of this run ended before the run did', {
        hint: 'what was kept until then is in its handle',
      }),
    );
    const end = { status: 'failed', problem, ended_at: new Date(now()).toISOString() };
    const data = JSON.stringify({ seq, run_id: runId, ...end });
    return { text: eventText(`${runId}:${seq}`, 'run.failed', data), end: JSON.stringify(end) };
  };
}
