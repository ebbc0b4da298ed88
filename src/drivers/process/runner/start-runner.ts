import { randomBytes } from 'node:crypto';
import { isKernelError, KernelError } from '../../../contract/errors.js';
import type {
  Runner,
  RunnerPart,
  RunnerResult,
  RunnerSpec,
  RunnerUsage,
  SpawnOptions,
} from '../../../contract/runner.js';
import type { StreamRun } from '../../../contract/stream-run.js';
import { callersTimeout, shownReason } from '../../../streams/abort-reason.js';
import { createStreamRun, type RunControl } from '../../../streams/stream-run.js';
import { throwIfAborted, whenAborted } from '../../cancellation.js';
import type { Program } from '../start-group.js';
import { startStopwatch } from '../time-limits.js';
import { coalesced } from './coalesce.js';
import { shakeHands } from './handshake.js';
import { createJunkLimit, type JunkLimit } from './junk-limit.js';
import { weightOf } from './part-weight.js';
import { createRestarts } from './restart-delay.js';
import { createRunEnding, type RunEnding } from './run-ending.js';
import { type Lineage, runLineage, type Started } from './run-lineage.js';
import { brokenResult } from './run-result.js';
import { createRunState } from './run-state.js';
import { startRunnerProcess } from './runner-process.js';
import { type RunSettings, readSettings } from './settings.js';
import { waitForRun } from './wait.js';

export interface StartOptions extends SpawnOptions {
  readonly program: Program;
  readonly pid: number;
  /** Of the words with which a caller ends a run; nothing is told of them without it. */
  readonly redact?: (text: string) => string;
  /** Ends the start, also when it comes before it; `signal` when absent. */
  readonly startSignal?: AbortSignal;
  readonly onWarning?: (message: string) => void;
}

export interface StartedRunner {
  readonly runner: Runner;
  /** Settles when nothing of it is left. */
  readonly ended: Promise<void>;
}

type Run = StreamRun<RunnerPart, RunnerResult, RunnerUsage>;

/** A run and what may be asked of it from outside. */
interface OpenRun {
  readonly lineage: Lineage;
  /** The process that runs now. */
  readonly current: () => Started['process'];
  /** Aborted when the run was cancelled, as opposed to stopped. */
  readonly cancelled: AbortController;
  readonly redact: (text: string) => string;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** A quarter of a mebibyte of parts may be ahead of the consumer. */
const HIGH_WATER_BYTES = 256 * 1024;

/** Starts a runner and its run. */
export async function startRunner(spec: RunnerSpec, options: StartOptions): Promise<StartedRunner> {
  const settings = readSettings(options);
  const restarts = createRestarts(spec.restart);
  const ending = createRunEnding();
  const junk = createJunkLimit(settings.maxMalformedLines);
  const begin = (signal: AbortSignal) => startProcess(spec, { ...options, ...settings, junk, signal });
  const first = await begin(options.startSignal ?? options.signal ?? ending.signal);
  let current = first.process;
  const runId = `run_${randomBytes(8).toString('hex')}`;
  const lineage: Lineage = {
    pid: options.pid,
    spec,
    state: createRunState({ runId, grants: spec.grants, retain: settings.retain }),
    ending,
    watch: watchTime(options, ending),
    restarts,
    restart: async () => {
      const next = await begin(ending.signal);
      current = next.process;
      return next;
    },
    junk,
  };
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const { redact = () => 'cancelled' } = options;
  const open: OpenRun = { lineage, current: () => current, cancelled: new AbortController(), redact, ended, end };
  const run: Run = createStreamRun({
    runId,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    usage: lineage.state.usage,
    texts: () => textOf,
    highWaterMark: HIGH_WATER_BYTES,
    weigh: weightOf,
    start: (control) => work(first, open, control),
    failed: (error) => brokenResult(asKernelError(error), lineage.state),
  });
  return { runner: runnerOf(run, open, options), ended };
}

/** A process that is ready, or nothing of it. */
async function startProcess(
  spec: RunnerSpec,
  options: StartOptions & RunSettings & { readonly signal: AbortSignal; readonly junk: JunkLimit },
): Promise<Started> {
  throwIfAborted(options.signal);
  const process = await startRunnerProcess(options.program, options);
  try {
    const before = await shakeHands(process, {
      pid: options.pid,
      payload: spec.payload ?? {},
      timeoutMs: options.handshakeTimeoutMs,
      signal: options.signal,
      junk: options.junk,
    });
    return { process, before };
  } catch (error) {
    // Who has not come to speak the protocol is not asked in it to stop.
    process.ladder.insist();
    await process.dispose();
    throw error;
  }
}

function watchTime({ timeoutMs, idleTimeoutMs }: SpawnOptions, ending: RunEnding): Lineage['watch'] {
  const watch = startStopwatch({ totalMs: timeoutMs, idleMs: idleTimeoutMs }, 'the runner', () => {
    const error = watch.expired();
    ending.ask({ status: 'timeout', reason: 'timeout', ...(error === undefined ? {} : { error }) });
  });
  return watch;
}

async function* work(first: Started, open: OpenRun, control: RunControl): AsyncGenerator<RunnerPart, RunnerResult> {
  const { lineage, current, cancelled, end, redact } = open;
  const { ending } = lineage;
  const unlisten = whenAborted(control.signal, () => {
    cancelled.abort();
    if (control.timedOut()) {
      ending.ask({ status: 'timeout', reason: 'timeout', error: callersTimeout() });
    } else {
      ending.ask({ status: 'cancelled', reason: shownReason(control.cancelled() ?? 'cancelled', redact) });
    }
  });
  // What is under way when a run is ended is bounded; a consumer who waits for the end itself must not hold it up.
  const letGo = (): void => void current().exited.then(control.release);
  ending.signal.addEventListener('abort', letGo, { once: true });
  try {
    return yield* runLineage(first, lineage);
  } finally {
    unlisten();
    ending.signal.removeEventListener('abort', letGo);
    end();
  }
}

function runnerOf(run: Run, { lineage, current, cancelled, ended }: OpenRun, options: StartOptions): Runner {
  const { state, ending } = lineage;
  return {
    run_id: run.run_id,
    pid: options.pid,
    osPid: () => current().pid,
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
    wait: (waiting = {}) => {
      const port = { state, ask: ending.ask, ended, cancelled: cancelled.signal, onWarning: options.onWarning };
      return waitForRun(run, { ...waiting, ...port });
    },
    stop() {
      ending.ask({ status: 'cancelled', reason: 'stopped' });
      return run.result;
    },
    resume() {
      void current().outbox.send({ op: 'resume' });
    },
    text: run.text,
    [Symbol.asyncDispose]: run[Symbol.asyncDispose],
    [Symbol.asyncIterator]: () => run[Symbol.asyncIterator](),
  };
}

function textOf(part: RunnerPart): string {
  return part.type === 'text-delta' ? part.delta : '';
}

function asKernelError(error: unknown): KernelError {
  return isKernelError(error) ? error : new KernelError('INTERNAL', 'the run of a runner broke', { cause: error });
}
