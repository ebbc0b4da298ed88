import { KernelError } from '../../../contract/errors.js';
import { createKillLadder, type KillLadder } from '../../kill-ladder.js';
import { createOutputReader } from '../output.js';
import { type Exit, type Program, startGroup, withinTime } from '../start-group.js';
import { type ByteTail, keepTail } from './byte-tail.js';
import { createInbox, type Inbox } from './inbox.js';
import { createOutbox, type Outbox } from './outbox.js';

/** A started runner's process: one owner reads it, anybody may ask it to end. */
export interface RunnerProcess {
  readonly pid: number;
  readonly startedMs: number;
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  /** The stop message and the end of its input, then SIGTERM, then SIGKILL. */
  readonly ladder: KillLadder;
  readonly exited: Promise<Exit>;
  readonly hasExited: () => boolean;
  readonly stderr: ByteTail;
  /** Throws away what it writes from now on. */
  readonly discard: () => void;
  /** Makes it end, waits for that and closes the pipes. */
  readonly dispose: () => Promise<void>;
}

export interface ProcessTimes {
  readonly stopGraceMs: number;
  readonly termGraceMs: number;
  readonly maxLineBytes: number;
}

const STDERR_TAIL_BYTES = 4096;
const LAST_WAIT_MS = 2000;
/** How long what a runner wrote to its standard error just before its end may take to arrive. */
const STDERR_WAIT_MS = 300;

export async function startRunnerProcess(program: Program, times: ProcessTimes): Promise<RunnerProcess> {
  const { pid, exited, attached } = await startGroup(program, 'pipe', ({ stdin, stdout, stderr }) => {
    if (stdin === null || stdout === null) {
      throw new KernelError('INTERNAL', 'a runner was started without pipes');
    }
    const output = createOutputReader(new Map([['stdout', stdout]]));
    return { output, outbox: createOutbox(stdin), stderr: keepTail(stderr, STDERR_TAIL_BYTES), stderrPipe: stderr };
  });
  const { output, outbox, stderr, stderrPipe } = attached;
  const ladder = createKillLadder({
    pid,
    ask: { how: () => askToStop(outbox), graceMs: times.stopGraceMs },
    termGraceMs: times.termGraceMs,
  });
  let hasExited = false;
  const settled = exited.then(() => {
    hasExited = true;
    ladder.stop();
    output.leaderExited();
  });
  return {
    pid,
    startedMs: performance.now(),
    inbox: createInbox(output.pieces(), times.maxLineBytes),
    outbox,
    ladder,
    exited,
    hasExited: () => hasExited,
    stderr,
    discard: output.discard,
    async dispose() {
      if (!hasExited) {
        ladder.start();
        output.discard();
        await withinTime(settled, times.stopGraceMs + times.termGraceMs + LAST_WAIT_MS);
      }
      await withinTime(stderr.ended, STDERR_WAIT_MS);
      outbox.close();
      output.close();
      stderrPipe?.destroy();
    },
  };
}

function askToStop(outbox: Outbox): void {
  void outbox.send({ op: 'stop' });
  outbox.end();
}
