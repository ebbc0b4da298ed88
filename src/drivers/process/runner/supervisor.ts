import { KernelError } from '../../../contract/errors.js';
import type { Runner, RunnerSpec, SpawnOptions, Supervisor } from '../../../contract/runner.js';
import { whenAborted } from '../../cancellation.js';
import { childEnvironment } from '../../child-environment.js';
import type { Program } from '../start-group.js';
import { type StartOptions, startRunner } from './start-runner.js';

export interface SupervisorOptions {
  /** Where runners work; the current folder when absent. */
  readonly cwd?: string;
  /** What the environment of runners is picked from; that of this process when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told of mistakes of the host, such as a callback that throws; once each. */
  readonly onWarning?: (message: string) => void;
}

/** Starts runners and watches over them. None of them outlives this process. */
export function createSupervisor(options: SupervisorOptions & Pick<StartOptions, 'redact'> = {}): Supervisor {
  const { cwd = process.cwd(), env = process.env, onWarning, redact } = options;
  const running = new Map<number, Runner>();
  const reserved = new Set<number>();
  /** Those that are not ready yet. */
  const starting = new Map<AbortController, Promise<unknown>>();
  let isClosed = false;
  let lastPid = 0;

  const reservePid = (asked: number | undefined): number => {
    if (asked !== undefined && (running.has(asked) || reserved.has(asked))) {
      throw new KernelError('USAGE', `a runner with the pid ${asked} is running`, { hint: 'stop it first' });
    }
    while (asked === undefined && (lastPid === 0 || running.has(lastPid) || reserved.has(lastPid))) {
      lastPid += 1;
    }
    const pid = asked ?? lastPid;
    reserved.add(pid);
    return pid;
  };

  const spawn = async (spec: RunnerSpec, spawnOptions: SpawnOptions = {}): Promise<Runner> => {
    if (isClosed) {
      throw new KernelError('USAGE', 'the supervisor is closed', { hint: 'make another with createSupervisor' });
    }
    const program: Program = {
      file: spec.command,
      args: spec.args ?? [],
      cwd: spec.cwd ?? cwd,
      env: { ...childEnvironment(env, spec.envAllow ?? []), ...spec.env },
    };
    const pid = reservePid(spec.pid);
    const { signal } = spawnOptions;
    const waiting = new AbortController();
    const release = signal === undefined ? () => undefined : whenAborted(signal, () => waiting.abort(signal.reason));
    try {
      const ports = { ...(onWarning === undefined ? {} : { onWarning }), ...(redact === undefined ? {} : { redact }) };
      const how = { ...spawnOptions, program, pid, ...ports };
      const started = startRunner(spec, { ...how, startSignal: waiting.signal });
      starting.set(waiting, started);
      const { runner, ended } = await started;
      running.set(pid, runner);
      void ended.then(() => running.delete(pid));
      return runner;
    } finally {
      release();
      starting.delete(waiting);
      reserved.delete(pid);
    }
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const waiting of starting.keys()) {
      waiting.abort(new KernelError('CANCELLED', 'the supervisor was closed'));
    }
    await Promise.allSettled(starting.values());
    await Promise.all([...running.values()].map((runner) => runner.stop()));
  };

  return {
    spawn,
    runners: () => [...running.values()],
    close,
    [Symbol.asyncDispose]: close,
  };
}
