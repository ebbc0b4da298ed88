import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { KernelError } from '../../contract/errors.js';
import { forgetGroup, signalGroup, trackGroup } from '../process-groups.js';
import { describeSpawnFailure } from '../spawn-failure.js';
import type { Command } from './command.js';
import { feedStdin } from './feed-stdin.js';
import { createOutputReader, type OutputReader } from './output.js';

export interface Exit {
  readonly exit_code: number | null;
  readonly signal: string | null;
}

/** A started command: the leader of a process group of its own. */
export interface Child {
  readonly pid: number;
  readonly output: OutputReader;
  readonly exited: Promise<Exit>;
  /** Why the input ended before its source did; undefined when it did not. */
  readonly inputFailure: () => unknown;
  /** Begins the kill ladder: SIGTERM to the group, after the grace SIGKILL. Needs nobody to read the output. */
  readonly stop: () => void;
  /** Stops the command unless it has ended, waits for its end and closes the pipes. */
  readonly dispose: () => Promise<void>;
}

/** After SIGKILL a process is gone at once unless the operating system itself is stuck; then it is not waited for. */
const LAST_WAIT_MS = 2000;

export async function startChild(command: Command): Promise<Child> {
  await refuseMissingFolder(command.cwd);
  const started = spawnGroup(command);
  // The reader and all listeners must be there before the event loop turns.
  const output = createOutputReader(outputPipes(started));
  const exited = watchExit(started, output);
  const { pid } = started;
  if (pid === undefined) {
    output.close();
    throw await new Promise<KernelError>((resolve) => {
      started.once('error', (error) => resolve(describeSpawnFailure(error, command.file)));
    });
  }
  started.on('error', () => undefined);
  const inputFailure = started.stdin === null ? () => undefined : feedStdin(started.stdin, command.stdin);
  return { ...supervise({ pid, output, exited, graceMs: command.killGraceMs }), inputFailure };
}

interface Watched {
  readonly pid: number;
  readonly output: OutputReader;
  readonly exited: Promise<Exit>;
  readonly graceMs: number;
}

function supervise({ pid, output, exited, graceMs }: Watched): Omit<Child, 'inputFailure'> {
  let hasExited = false;
  let killTimer: NodeJS.Timeout | undefined;
  const settled = exited.then(() => {
    hasExited = true;
    clearTimeout(killTimer);
  });
  const stop = () => {
    if (!hasExited && killTimer === undefined) {
      signalGroup(pid, 'SIGTERM');
      killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
    }
  };
  return {
    pid,
    output,
    exited,
    stop,
    async dispose() {
      if (!hasExited) {
        stop();
        output.discard();
        await withinTime(settled, graceMs + LAST_WAIT_MS);
      }
      output.close();
    },
  };
}

function spawnGroup(command: Command): ChildProcess {
  try {
    return spawn(command.file, [...command.args], {
      cwd: command.cwd,
      env: command.env,
      detached: true,
      shell: false,
      stdio: [stdinKind(command), 'pipe', 'pipe'],
    });
  } catch (error) {
    throw describeSpawnFailure(error, command.file);
  }
}

function stdinKind({ stdin }: Command): 'ignore' | 'inherit' | 'pipe' {
  return stdin === 'ignore' || stdin === 'inherit' ? stdin : 'pipe';
}

function outputPipes({ stdout, stderr }: ChildProcess): ReadonlyMap<string, Readable> {
  const pipes = new Map<string, Readable>();
  if (stdout !== null) {
    pipes.set('stdout', stdout);
  }
  if (stderr !== null) {
    pipes.set('stderr', stderr);
  }
  return pipes;
}

/** Whatever the leader left behind in its group ends with it; what is in the pipes by then survives. */
function watchExit(started: ChildProcess, output: OutputReader): Promise<Exit> {
  const { pid } = started;
  if (pid !== undefined) {
    trackGroup(pid);
  }
  return new Promise((resolve) => {
    started.once('exit', (exitCode, signal) => {
      if (pid !== undefined) {
        signalGroup(pid, 'SIGKILL');
        forgetGroup(pid);
      }
      output.leaderExited();
      resolve({ exit_code: exitCode, signal });
    });
  });
}

async function refuseMissingFolder(cwd: string): Promise<void> {
  const stats = await stat(cwd).catch(() => undefined);
  if (!stats?.isDirectory()) {
    throw new KernelError('USAGE', 'the working folder of the command is not there');
  }
}

async function withinTime(done: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    done,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    }),
  ]);
  clearTimeout(timer);
}
