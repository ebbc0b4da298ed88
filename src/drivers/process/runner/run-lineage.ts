import type { RunnerPart, RunnerPartBody, RunnerResult } from '../../../contract/runner.js';
import { type Drive, driveProcess } from './drive-process.js';
import type { Incoming } from './inbox.js';
import { judge, type Outcome } from './outcome.js';
import type { Restarts } from './restart-delay.js';
import { describeResult, type ProcessEnd } from './run-result.js';
import type { RunnerProcess } from './runner-process.js';

export interface Started {
  readonly process: RunnerProcess;
  readonly before: readonly Incoming[];
}

export interface Lineage extends Omit<Drive, 'process' | 'before'> {
  readonly pid: number;
  readonly restarts: Restarts;
  /** Starts the next process and tells of it; throws when that fails. */
  readonly restart: () => Promise<Started>;
}

/** A run of a runner: one process, and after a crash perhaps another. Its last part tells the end. */
export async function* runLineage(first: Started, lineage: Lineage): AsyncGenerator<RunnerPart, RunnerResult> {
  const { state, watch, ending, pid } = lineage;
  try {
    yield state.part({ type: 'start', pid });
    let started: Started = first;
    for (;;) {
      const end = yield* numbered(runProcess(started, lineage), state);
      if (end.outcome.status === 'crashed') {
        const next = yield* numbered(nextProcess(lineage, performance.now() - started.process.startedMs), state);
        if (next !== undefined) {
          started = next;
          continue;
        }
      }
      const final = stoppedBetween(end, lineage);
      yield state.part(lastPart(final.outcome, ending.cause()?.reason));
      return describeResult(final, state);
    }
  } finally {
    watch.stop();
  }
}

async function* numbered<Return>(
  bodies: AsyncGenerator<RunnerPartBody, Return>,
  state: Lineage['state'],
): AsyncGenerator<RunnerPart, Return> {
  for (;;) {
    const step = await bodies.next();
    if (step.done === true) {
      return step.value;
    }
    yield state.part(step.value);
  }
}

async function* runProcess({ process, before }: Started, lineage: Lineage): AsyncGenerator<RunnerPartBody, ProcessEnd> {
  const { state, ending } = lineage;
  try {
    const message = yield* driveProcess({ ...lineage, process, before });
    // A runner that has closed its output and lives on has nothing more to give.
    process.ladder.start();
    const exit = await process.exited;
    const wasEnded = process.ladder.hasSignalled();
    await process.dispose();
    state.charges.charge('wall_s', Math.floor((performance.now() - process.startedMs) / 1000));
    const outcome = judge({ cause: ending.cause(), message, exit, wasEnded });
    return { outcome, message, exit, forced: process.ladder.wasForced(), stderrTail: process.stderr.text() };
  } finally {
    await process.dispose();
  }
}

/** After a crash: the next process, or undefined when there is none. */
async function* nextProcess(lineage: Lineage, ranMs: number): AsyncGenerator<RunnerPartBody, Started | undefined> {
  const { restarts, ending, state, restart } = lineage;
  const attemptsBefore = restarts.attempts();
  const next = restarts.next(ranMs);
  if (next === undefined) {
    if (attemptsBefore > 0) {
      yield { type: 'restart', event: 'exhausted', attempt: attemptsBefore };
    }
    return undefined;
  }
  const { attempt, delayMs } = next;
  ending.reopened();
  yield { type: 'restart', event: 'crashed', attempt };
  yield { type: 'restart', event: 'scheduled', attempt, delay_ms: delayMs };
  await pause(delayMs, ending.signal);
  if (ending.signal.aborted) {
    return undefined;
  }
  try {
    const started = await restart();
    state.counts.restarts += 1;
    yield { type: 'restart', event: 'restarted', attempt };
    return started;
  } catch {
    yield { type: 'restart', event: 'failed', attempt };
    return undefined;
  }
}

/** A stop while no process ran turns the crash before it into its end. */
function stoppedBetween(end: ProcessEnd, { ending }: Lineage): ProcessEnd {
  const { message, exit } = end;
  const cause = ending.cause();
  return cause === undefined ? end : { ...end, outcome: judge({ cause, message, exit, wasEnded: false }) };
}

function lastPart({ status, exit_kind: exitKind, error }: Outcome, reason: string | undefined): RunnerPartBody {
  if (status === 'completed') {
    return { type: 'finish', exit_kind: exitKind };
  }
  if (status === 'cancelled') {
    return { type: 'abort', reason: reason ?? 'the runner cancelled its run' };
  }
  return { type: 'error', error: { code: error?.code ?? 'DRIVER_FAILED', message: error?.message ?? `it ${status}` } };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) {
      done();
    }
  });
}
