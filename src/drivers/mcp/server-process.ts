import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { refuseMissingFolder } from '../missing-folder.js';
import { forgetGroup, signalGroup, trackGroup } from '../process-groups.js';
import { describeSpawnFailure } from '../spawn-failure.js';

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** From one step of its end to the next: its input is closed, SIGTERM, SIGKILL. */
  readonly stepMs: number;
}

export interface Exit {
  readonly exit_code: number | null;
  readonly signal: string | null;
}

/** A started server: the leader of a process group of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Its end, with everything it wrote read or given up. Nothing of its group is left then. */
  readonly ended: Promise<Exit>;
  /**
   * Closes its input; SIGTERM to the group after a step, or `atOnce`, and SIGKILL a step later. Idempotent; resolves at its
   * end.
   */
  readonly stop: (how?: 'atOnce') => Promise<void>;
}

/** After the leader's end its pipes may be held open by a process that has left the group. */
const QUIET_MS = 300;

/** Starts a server without a shell. Throws a KernelError when it cannot be started. */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  await refuseMissingFolder(command.cwd, 'the working folder of the MCP server is not there');
  const child = spawnGroup(command);
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || stdin === null || stdout === null || stderr === null) {
    throw await new Promise((resolve) => {
      child.once('error', (error) => resolve(describeSpawnFailure(error, command.file)));
    });
  }
  child.on('error', () => undefined);
  stdin.on('error', () => undefined);
  const ended = watchEnd(child, pid, [stdout, stderr]);
  let stopping: Promise<void> | undefined;
  const stop = (how?: 'atOnce') => {
    stopping ??= climbDown({ stdin, pid, ended, stepMs: command.stepMs }, how === 'atOnce');
    return stopping;
  };
  return { pid, stdin, stdout, stderr, ended, stop };
}

function spawnGroup({ file, args, cwd, env }: ServerCommand): ChildProcess {
  try {
    return spawn(file, [...args], { cwd, env, detached: true, shell: false, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    throw describeSpawnFailure(error, file);
  }
}

function watchEnd(child: ChildProcess, pid: number, pipes: readonly Readable[]): Promise<Exit> {
  trackGroup(pid);
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  return new Promise((resolve) => {
    child.once('exit', async (exitCode, signal) => {
      signalGroup(pid, 'SIGKILL');
      forgetGroup(pid);
      await withinTime(closed, QUIET_MS);
      for (const pipe of pipes) {
        pipe.destroy();
      }
      resolve({ exit_code: exitCode, signal });
    });
  });
}

type Stopping = Pick<ServerProcess, 'pid' | 'stdin' | 'ended'> & Pick<ServerCommand, 'stepMs'>;

async function climbDown({ stdin, pid, ended, stepMs }: Stopping, atOnce: boolean): Promise<void> {
  stdin.end();
  if (await withinTime(ended, atOnce ? 0 : stepMs)) {
    return;
  }
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    signalGroup(pid, signal);
    if (await withinTime(ended, stepMs)) {
      return;
    }
  }
}

/** Whether it came true in time. */
async function withinTime(done: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  try {
    return await Promise.race([done.then(() => true), sleep(limitMs, false, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
