import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

import type { Liveness } from './liveness.js';

type Verdict = 'alive' | 'dead' | 'unknown';

export interface ProcessLiveness extends Liveness {
  /** Whether it can be judged from here: it is of this machine, and of this container. */
  readonly sees: (owner: string) => boolean;
}

/** An owner is `<boot>/<process namespace>/<pid>/<start time>`: a process id alone is given out again. */
export function createProcessLiveness(): ProcessLiveness {
  const here = process.platform === 'linux' ? linuxView() : otherView();
  const start = here.startOf(process.pid);
  const self = (): string => `${here.boot}/${here.namespace}/${process.pid}/${start ?? 'unknown'}`;
  return {
    get self() {
      return self();
    },
    begin: async () => self(),
    sees: (owner) => start !== undefined && owner.startsWith(`${here.boot}/${here.namespace}/`),
    judge: async (owner) => {
      const [boot, namespace, pid, startTime] = owner.split('/');
      if (boot !== here.boot) {
        return 'dead';
      }
      if (namespace !== here.namespace || start === undefined) {
        return 'unknown';
      }
      return here.judge(Number(pid), startTime ?? '');
    },
  };
}

interface ProcessView {
  readonly boot: string;
  readonly namespace: string;
  readonly startOf: (pid: number) => string | undefined;
  readonly judge: (pid: number, start: string) => Verdict | Promise<Verdict>;
}

function linuxView(): ProcessView {
  const startOf = (pid: number): string | undefined => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Field 3 is the state, field 22 the start time in ticks since boot; a zombie does no work any more.
      return fields[0] === 'Z' ? undefined : fields[19];
    } catch {
      return undefined;
    }
  };
  return {
    boot: orElse(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), hostname),
    namespace: orElse(
      () => readlinkSync('/proc/self/ns/pid'),
      () => '',
    ),
    startOf,
    judge: (pid, start) => (startOf(pid) === start ? 'alive' : 'dead'),
  };
}

/** Without /proc: start times in seconds, as `ps` tells them. */
function otherView(): ProcessView {
  return {
    boot: hostname(),
    namespace: '',
    startOf: () => String(Math.round(Date.now() / 1000 - process.uptime())),
    judge: async (pid, start) => {
      if (!isRunning(pid)) {
        return 'dead';
      }
      const { execFileSync } = await import('node:child_process');
      const options = { encoding: 'utf8', env: { LC_ALL: 'C', PATH: '/bin:/usr/bin' }, stdio: 'pipe' } as const;
      const started = orElse(
        () => Date.parse(execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options)) / 1000,
        () => Number.NaN,
      );
      if (Number.isNaN(started)) {
        return 'unknown';
      }
      return Math.abs(started - Number(start)) <= 2 ? 'alive' : 'dead';
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}

function orElse<Result>(attempt: () => Result, otherwise: () => Result): Result {
  try {
    return attempt();
  } catch {
    return otherwise();
  }
}
