import { type ChildProcess, spawn } from 'node:child_process';
import type { KernelError } from '../../contract/errors.js';
import { refuseMissingFolder } from '../missing-folder.js';
import { forgetGroup, signalGroup, trackGroup } from '../process-groups.js';
import { describeSpawnFailure } from '../spawn-failure.js';

export interface Exit {
  readonly exit_code: number | null;
  readonly signal: string | null;
}

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** A started program: the leader of a process group of its own. */
export interface StartedGroup {
  readonly pid: number;
  /** Settles when the leader has ended; whatever it left behind in its group ends with it. */
  readonly exited: Promise<Exit>;
}

/**
 * Starts a program with pipes for its output. `attach` is called at once: unread output would be thrown away when the
 * process exits. Throws KernelError when it does not start; then no signal was sent to anybody.
 */
export async function startGroup<Attached>(
  program: Program,
  stdin: 'ignore' | 'inherit' | 'pipe',
  attach: (child: ChildProcess) => Attached,
): Promise<StartedGroup & { readonly attached: Attached }> {
  await refuseMissingFolder(program.cwd, 'the working folder of the command is not there');
  const child = spawnLeader(program, stdin);
  const { pid } = child;
  if (pid === undefined) {
    throw await whyNotStarted(child, program.file);
  }
  const attached = attach(child);
  const exited = watchExit(child, pid);
  child.on('error', () => undefined);
  return { pid, exited, attached };
}

/** It has no pipes at all where too many files are open. */
function whyNotStarted(child: ChildProcess, file: string): Promise<KernelError> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(describeSpawnFailure(error, file)));
    child.stdout?.destroy();
    child.stderr?.destroy();
  });
}

function spawnLeader({ file, args, cwd, env }: Program, stdin: 'ignore' | 'inherit' | 'pipe'): ChildProcess {
  try {
    return spawn(file, [...args], { cwd, env, detached: true, shell: false, stdio: [stdin, 'pipe', 'pipe'] });
  } catch (error) {
    throw describeSpawnFailure(error, file);
  }
}

/** What is in the pipes when the rest of the group is killed survives. */
function watchExit(child: ChildProcess, pid: number): Promise<Exit> {
  trackGroup(pid);
  return new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => {
      signalGroup(pid, 'SIGKILL');
      forgetGroup(pid);
      resolve({ exit_code: exitCode, signal });
    });
  });
}

/** Waits for something, but not longer than this. */
export async function withinTime(done: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    done,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    }),
  ]);
  clearTimeout(timer);
}
