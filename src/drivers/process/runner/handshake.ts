import { KernelError } from '../../../contract/errors.js';
import { cancellation, whenAborted } from '../../cancellation.js';
import { type Incoming, isUnread } from './inbox.js';
import type { JunkLimit } from './junk-limit.js';
import type { RunnerProcess } from './runner-process.js';

export interface HandshakeOptions {
  readonly pid: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly junk: JunkLimit;
}

/**
 * Says `init` and waits for `ready`. Lines that are no messages, such as a banner, are given back; any other message
 * before `ready` is a breach. Throws DRIVER_PROTOCOL or the cancellation; the caller then disposes of the process.
 */
export async function shakeHands(process: RunnerProcess, options: HandshakeOptions): Promise<readonly Incoming[]> {
  const { pid, payload, timeoutMs, signal, junk } = options;
  void process.outbox.send({ op: 'init', pid, payload });
  let timer: NodeJS.Timeout | undefined;
  let release = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure(`it did not say so within ${timeoutMs} ms`)), timeoutMs);
    release = whenAborted(signal, () => reject(cancellation(signal)));
  });
  interrupted.catch(() => undefined);
  try {
    return await firstWord(process, { pid, junk }, interrupted);
  } finally {
    clearTimeout(timer);
    release();
  }
}

async function firstWord(
  { inbox }: RunnerProcess,
  { pid, junk }: Pick<HandshakeOptions, 'pid' | 'junk'>,
  interrupted: Promise<never>,
): Promise<readonly Incoming[]> {
  const before: Incoming[] = [];
  for (;;) {
    const incoming = inbox.take();
    if (incoming === undefined) {
      if (!(await Promise.race([inbox.more(), interrupted]))) {
        throw failure('it ended before');
      }
      continue;
    }
    if (incoming.op === 'ready') {
      if (incoming.pid !== pid) {
        throw failure('it answered for another pid');
      }
      return before;
    }
    if (!isUnread(incoming)) {
      throw failure(`it sent ${incoming.op} first`);
    }
    before.push(incoming);
    junk.note(incoming);
    refuseJunk(before, junk);
  }
}

function refuseJunk(before: readonly Incoming[], junk: JunkLimit): void {
  const error = junk.excess();
  if (error !== undefined) {
    throw error;
  }
  if (before.length > MOST_BEFORE) {
    throw failure(`it wrote more than ${MOST_BEFORE} other lines`);
  }
}

/** Lines that are held until the run begins. */
const MOST_BEFORE = 1000;

function failure(why: string): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `the runner is not ready: ${why}`, {
    hint: 'a runner answers init with {"op":"ready","pid":…} on its standard output before anything else',
  });
}
