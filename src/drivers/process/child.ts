import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { createKillLadder } from '../kill-ladder.js';
import type { Command } from './command.js';
import { feedStdin } from './feed-stdin.js';
import { createOutputReader, type OutputReader } from './output.js';
import { type Exit, type StartedGroup, startGroup, withinTime } from './start-group.js';

/** A started command: the leader of a process group of its own. */
export interface Child {
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
  const { stdin } = command;
  const started = await startGroup(command, typeof stdin === 'string' ? stdin : 'pipe', (child) => ({
    output: createOutputReader(outputPipes(child)),
    input: child.stdin,
  }));
  const { output, input } = started.attached;
  void started.exited.then(output.leaderExited);
  const inputFailure = input === null ? () => undefined : feedStdin(input, stdin);
  return { ...supervise(started, output, command.killGraceMs), inputFailure };
}

function supervise({ pid, exited }: StartedGroup, output: OutputReader, graceMs: number): Omit<Child, 'inputFailure'> {
  const ladder = createKillLadder({ pid, termGraceMs: graceMs });
  let hasExited = false;
  const settled = exited.then(() => {
    hasExited = true;
    ladder.stop();
  });
  return {
    output,
    exited,
    stop: ladder.start,
    async dispose() {
      if (!hasExited) {
        ladder.start();
        output.discard();
        await withinTime(settled, graceMs + LAST_WAIT_MS);
      }
      output.close();
    },
  };
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
