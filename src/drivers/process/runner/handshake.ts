import { KernelError } from '../../../contract/errors.js';
import { cancellation, whenAborted } from '../../cancellation.js';
import type { Incoming } from './inbox.js';
import type { RunnerProcess } from './runner-process.js';

export interface HandshakeOptions {
  readonly pid: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Says `init` and waits for `ready`. Lines that are no messages, such as a banner, are given back; any other message
 * before `ready` is a breach. Throws DRIVER_PROTOCOL or the cancellation; the caller then disposes of the process.
 */
export async function shakeHands(process: RunnerProcess, options: HandshakeOptions): Promise<readonly Incoming[]> {
  const { pid, payload, timeoutMs, signal } = options;
  void process.outbox.send({ op: 'init', pid, payload });
  let timer: NodeJS.Timeout | undefined;
  let release = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failure(`it did not say so within ${timeoutMs} ms`)), timeoutMs);
    release = whenAborted(signal, () => reject(cancellation(signal)));
  });
  interrupted.catch(() => undefined);
  try {
    return await firstWord(process, pid, interrupted);
  } finally {
    clearTimeout(timer);
    release();
  }
}

async function firstWord(
  { inbox }: RunnerProcess,
  pid: number,
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
    if (incoming.op !== 'malformed' && incoming.op !== 'oversized' && incoming.op !== 'unknown') {
      throw failure(`it sent ${incoming.op} first`);
    }
    before.push(incoming);
  }
}

function failure(why: string): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `the runner is not ready: ${why}`, {
    hint: 'a runner answers init with {"op":"ready","pid":…} on its standard output before anything else',
  });
}
