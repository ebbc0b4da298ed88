import type { RunResult } from '../../../contract/stream-run.js';
import { problemOf } from '../problem.js';
import type { NewRun } from './kept-run.js';
import type { RunLog } from './run-log.js';

interface Followed {
  readonly state: () => Readonly<Record<string, unknown>>;
  /** Resolves with the status when the terminal event is in the log. */
  readonly ended: Promise<string>;
}

const TERMINAL: Readonly<Record<string, string>> = { completed: 'run.completed', cancelled: 'run.cancelled' };

/** Writes a run down as events: its beginning, each part, and exactly one terminal event, however it ends. */
export function followRun<Part, Result extends RunResult>(
  run: NewRun<Part, Result>,
  log: RunLog,
  now: () => number,
): Followed {
  const { source, kind, about, event, dataOf } = run;
  const head = { run_id: source.run_id, kind, ...about, started_at: new Date(now()).toISOString() };
  let end: Readonly<Record<string, unknown>> = {};
  log.add('run.started', JSON.stringify({ seq: 1, ...head }));

  const follow = async (): Promise<string> => {
    try {
      for await (const part of source) {
        log.add(event, dataOf(part));
      }
    } catch {
      // the result tells the same error
    }
    const result = await source.result;
    const { status, error } = result;
    const problem = error === undefined ? {} : { problem: problemOf(error) };
    end = { status, ...run.endOf(result), ...problem, ended_at: new Date(now()).toISOString() };
    log.end(TERMINAL[status] ?? 'run.failed', (seq) => JSON.stringify({ seq, run_id: source.run_id, ...end }));
    return status;
  };
  return {
    state: () => ({ ...head, status: 'running', ...end, last_seq: log.lastSeq() }),
    ended: follow(),
  };
}
