import { randomBytes } from 'node:crypto';
import { isKernelError, KernelError } from '../../../contract/errors.js';
import type {
  Runner,
  RunnerEnding,
  RunnerPart,
  RunnerResult,
  RunnerSpec,
  RunnerUsage,
  SpawnOptions,
} from '../../../contract/runner.js';
import { createStreamRun } from '../../../streams/stream-run.js';
import { whenAborted } from '../../cancellation.js';
import type { Program } from '../start-group.js';
import { startStopwatch } from '../time-limits.js';
import { coalesced } from './coalesce.js';
import { contentSize } from './content-size.js';
import { shakeHands } from './handshake.js';
import { createRestarts } from './restart-delay.js';
import { createRunEnding } from './run-ending.js';
import { runLineage, type Started } from './run-lineage.js';
import { brokenResult } from './run-result.js';
import { createRunState } from './run-state.js';
import { startRunnerProcess } from './runner-process.js';
import { type RunSettings, readSettings } from './settings.js';
import { waitForRun } from './wait.js';

export interface StartOptions extends SpawnOptions {
  readonly program: Program;
  readonly pid: number;
  readonly onWarning?: (message: string) => void;
}

/** A quarter of a mebibyte of parts may be ahead of the consumer. */
const HIGH_WATER_BYTES = 256 * 1024;
const PART_BYTES = 512;

/** Starts a runner and its run; `ended` settles when nothing of it is left. */
export async function startRunner(
  spec: RunnerSpec,
  options: StartOptions,
): Promise<{ readonly runner: Runner; readonly ended: Promise<unknown> }> {
  const settings = readSettings(options);
  const restarts = createRestarts(spec.restart);
  const ending = createRunEnding();
  const begin = (signal: AbortSignal) => startProcess(spec, { ...options, ...settings, signal });
  const first = await begin(options.signal ?? ending.signal);
  let current = first.process;
  const runId = `run_${randomBytes(8).toString('hex')}`;
  const state = createRunState({ runId, grants: spec.grants, retain: settings.retain });
  const expire = (): void => {
    ending.ask({ status: 'timeout', reason: 'timeout', ...timeoutError(watch.expired()) });
  };
  const watch = startStopwatch({ totalMs: options.timeoutMs, idleMs: options.idleTimeoutMs }, 'the runner', expire);
  const cancelled = new AbortController();
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const run = createStreamRun<RunnerPart, RunnerResult, RunnerUsage>({
    runId,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    usage: state.usage,
    highWaterMark: HIGH_WATER_BYTES,
    weigh: weightOf,
    async *start(control) {
      const release = whenAborted(control.signal, () => {
        cancelled.abort();
        ending.ask({ status: 'cancelled', reason: control.cancelled() ?? 'cancelled' });
      });
      // What is under way when a run was stopped is bounded; a consumer who waits for the stop must not hold it up.
      const letGo = (): void => {
        void current.exited.then(control.release);
      };
      ending.signal.addEventListener('abort', letGo, { once: true });
      const restart = async (): Promise<Started> => {
        const next = await begin(ending.signal);
        current = next.process;
        return next;
      };
      try {
        return yield* runLineage(first, {
          pid: options.pid,
          spec,
          state,
          ending,
          watch,
          restarts,
          restart,
          maxMalformedLines: settings.maxMalformedLines,
        });
      } finally {
        release();
        ending.signal.removeEventListener('abort', letGo);
        end();
      }
    },
    failed: (error) => brokenResult(asKernelError(error), state),
  });
  const ask = (cause: RunnerEnding): void => ending.ask(cause);
  const runner: Runner = {
    run_id: run.run_id,
    pid: options.pid,
    osPid: () => current.pid,
    get result() {
      return run.result;
    },
    get usage() {
      return run.usage;
    },
    get chunks() {
      return state.retained.items();
    },
    observe: (fn, { coalesceMs } = {}) => run.observe(coalesceMs === undefined ? fn : coalesced(fn, coalesceMs)),
    cancel: run.cancel,
    wait: (waiting = {}) =>
      waitForRun(run, { ...waiting, state, ask, ended, cancelled: cancelled.signal, onWarning: options.onWarning }),
    stop() {
      ask({ status: 'cancelled', reason: 'stopped' });
      return run.result;
    },
    resume() {
      void current.outbox.send({ op: 'resume' });
    },
    [Symbol.asyncIterator]: () => run[Symbol.asyncIterator](),
  };
  return { runner, ended };
}

/** A process that is ready, or nothing of it. */
async function startProcess(
  spec: RunnerSpec,
  options: StartOptions & RunSettings & { readonly signal: AbortSignal },
): Promise<Started> {
  const process = await startRunnerProcess(options.program, options);
  try {
    const before = await shakeHands(process, {
      pid: options.pid,
      payload: spec.payload ?? {},
      timeoutMs: options.handshakeTimeoutMs,
      signal: options.signal,
    });
    return { process, before };
  } catch (error) {
    await process.dispose();
    throw error;
  }
}

function weightOf(part: RunnerPart): number {
  switch (part.type) {
    case 'text-delta':
      return PART_BYTES + part.delta.length;
    case 'output':
      return PART_BYTES + part.text.length;
    case 'custom':
      return PART_BYTES + contentSize(part.content);
    case 'tool-call':
      return PART_BYTES + contentSize(part.input);
    case 'tool-result':
      return PART_BYTES + contentSize(part.output);
    case 'log':
      return PART_BYTES + part.message.length;
    default:
      return PART_BYTES;
  }
}

function timeoutError(error: KernelError | undefined): Pick<RunnerEnding, 'error'> {
  return error === undefined ? {} : { error };
}

function asKernelError(error: unknown): KernelError {
  return isKernelError(error) ? error : new KernelError('INTERNAL', 'the run of a runner broke', { cause: error });
}
