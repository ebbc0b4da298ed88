import type { RunResult } from '../../../contract/stream-run.js';
import { problemOf } from '../problem.js';
import type { NewRun } from './kept-run.js';
import { type Hole, type RunLog, terminalType } from './run-log.js';
import { splitEvent } from './split-event.js';

export interface RunEnd {
  readonly status: string;
  readonly ended_at: string;
}

/** What is known of a run from its beginning on. */
export function runHead<Part, Result extends RunResult>({ source, kind, about }: NewRun<Part, Result>, now: number) {
  return { run_id: source.run_id, kind, ...about, started_at: new Date(now).toISOString() };
}

/** Writes a run down as events: each part, and exactly one terminal event, however it ends. Resolves with its end. */
export async function followRun<Part, Result extends RunResult>(
  { source, event, dataOf, endOf }: NewRun<Part, Result>,
  log: RunLog,
  now: () => number,
): Promise<RunEnd> {
  try {
    for await (const part of source) {
      log.add(event, dataOf(part));
      const room = log.room();
      if (room !== undefined) {
        await room;
      }
    }
  } catch {
    // the result tells the same error
  }
  const result = await source.result;
  const { status, error } = result;
  const problem = error === undefined ? {} : { problem: problemOf(error) };
  const told = endOf(result);
  const ended_at = new Date(now()).toISOString();
  const end = { status, ...told, ...problem, ended_at };
  const isLong = splitEvent('result', JSON.stringify(told)) !== undefined;
  if (isLong) {
    log.add('result', JSON.stringify(told));
  }
  const terminal = terminalOf(source.run_id, isLong ? { status, ...problem, ended_at } : end);
  log.end(terminalType(status), terminal, JSON.stringify(end));
  return end;
}

/** It is kept with the events, and so refers to nothing of the run. */
function terminalOf(runId: string, end: RunEnd): (seq: number, notKept?: Hole) => string {
  return (seq, notKept) => JSON.stringify({ seq, run_id: runId, ...end, ...(notKept && { not_kept: notKept }) });
}
