import { KernelError } from '../../../contract/errors.js';
import type { Runner, RunnerSpec, SpawnOptions, Supervisor } from '../../../contract/runner.js';
import { childEnvironment } from '../../child-environment.js';
import type { Program } from '../start-group.js';
import { startRunner } from './start-runner.js';

export interface SupervisorOptions {
  /** Where runners work; the current folder when absent. */
  readonly cwd?: string;
  /** What the environment of runners is picked from; that of this process when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told of mistakes of the host, such as a callback that throws; once each. */
  readonly onWarning?: (message: string) => void;
}

/** Starts runners and watches over them. None of them outlives this process. */
export function createSupervisor(options: SupervisorOptions = {}): Supervisor {
  const { cwd = process.cwd(), env = process.env, onWarning } = options;
  const running = new Map<number, Runner>();
  const reserved = new Set<number>();
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
    const program: Program = {
      file: spec.command,
      args: spec.args ?? [],
      cwd: spec.cwd ?? cwd,
      env: { ...childEnvironment(env, spec.envAllow ?? []), ...spec.env },
    };
    const pid = reservePid(spec.pid);
    try {
      const how = { ...spawnOptions, program, pid, ...(onWarning === undefined ? {} : { onWarning }) };
      const { runner, ended } = await startRunner(spec, how);
      running.set(pid, runner);
      void ended.then(() => running.delete(pid));
      return runner;
    } finally {
      reserved.delete(pid);
    }
  };

  return {
    spawn,
    runners: () => [...running.values()],
    async close() {
      await Promise.all([...running.values()].map((runner) => runner.stop()));
    },
  };
}
