import { KernelError } from '../../../contract/errors.js';
import type { RunEnding } from '../../../contract/shared-runs.js';
import { problemOf } from '../problem.js';
import { eventText, terminalType } from './run-log.js';
import { splitEvent } from './split-event.js';

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

/** What is known of the end of a run where what was kept of its end was changed in the database. */
export function endOfDamaged(): string {
  const problem = problemOf(
    new KernelError('STORE_FAILED', 'the store could not read a run: damaged', {
      hint: 'what is kept of it was changed in the database; its handle and its trace are kept apart',
    }),
  );
  return JSON.stringify({ status: 'failed', problem });
}

/** The terminal event again, of what is known of the end, where the event itself is missing or damaged. */
export function terminalAgain(runId: string, seq: number, end: string): string {
  const known = JSON.parse(end);
  const { status, problem, ended_at } = known;
  const dataOf = (more: object): string => JSON.stringify({ seq, run_id: runId, ...more });
  const whole = dataOf(known);
  const data = splitEvent('end', whole) === undefined ? whole : dataOf({ status, problem, ended_at });
  return eventText(`${runId}:${seq}`, terminalType(status), data);
}
