import { KernelError } from '../../contract/errors.js';

/** A writable end as Node has it; `columns` is there on a terminal only. */
export interface WritableEnd {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly destroyed?: boolean;
  write(text: string | Uint8Array, done?: () => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

/** The result stream. `write` resolves when more may be written, so that a slow reader slows the source. */
export interface OutputStream {
  readonly isTty: boolean;
  readonly columns: () => number | undefined;
  readonly write: (text: string | Uint8Array) => Promise<void>;
  /** Resolves when everything written has left the process; throws when some of it could not. */
  readonly flush: () => Promise<void>;
  /** true once the reader went away; every later write throws. */
  readonly isClosed: () => boolean;
}

/** Progress, warnings and hints. Losing them never stops a command. */
export interface NoticeStream {
  readonly isTty: boolean;
  readonly columns: () => number | undefined;
  readonly write: (text: string) => void;
  /** Resolves when more may be written: for a command that has much to tell. */
  readonly ready: () => Promise<void>;
  /** Whether all of it could be written, for a command that was asked for what it tells; a reader that went away wants none. */
  readonly isDelivered: () => Promise<boolean>;
}

/** Wraps standard output. A reader that went away (`| head`) makes `write` throw; see `isClosed`. */
export function createOutputStream(end: () => WritableEnd, isTty: boolean): OutputStream {
  let failure: Error | undefined;
  let watched: WritableEnd | undefined;
  const open = (): WritableEnd => {
    if (watched === undefined) {
      watched = end();
      watched.on('error', (error) => {
        failure ??= error;
      });
    }
    return watched;
  };
  return {
    isTty,
    // A terminal that was given no size says 0.
    columns: () => (isTty ? open().columns || undefined : undefined),
    isClosed: () => isReaderGone(failure, isTty),
    write: async (text) => {
      const target = open();
      if (failure === undefined && !target.write(text)) {
        await drained(target);
      }
      throwIfLost(failure, isTty);
    },
    flush: async () => {
      if (watched !== undefined && failure === undefined) {
        await flushed(watched);
      }
      throwIfLost(failure, isTty);
    },
  };
}

export function createNoticeStream(end: () => WritableEnd, isTty: boolean): NoticeStream {
  let target: WritableEnd | undefined;
  let isFull = false;
  let failure: Error | undefined;
  const open = (): WritableEnd => {
    if (target === undefined) {
      target = end();
      target.on('error', (error) => {
        failure ??= error;
      });
    }
    return target;
  };
  return {
    isTty,
    columns: () => (isTty ? open().columns || undefined : undefined),
    write: (text) => {
      isFull = !open().write(text);
    },
    ready: async () => {
      if (isFull) {
        await drained(open());
        isFull = false;
      }
    },
    isDelivered: async () => {
      if (target !== undefined && failure === undefined) {
        await flushed(target);
      }
      return failure === undefined || isReaderGone(failure, isTty);
    },
  };
}

function throwIfLost(failure: Error | undefined, isTty: boolean): void {
  if (failure === undefined) {
    return;
  }
  throw isReaderGone(failure, isTty)
    ? failure
    : new KernelError('STORE_FAILED', 'the result could not be written to standard output', {
        hint: 'check the free space of the disk it is sent to',
        cause: failure,
      });
}

function flushed(target: WritableEnd): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      target.off('error', settle);
      target.off('close', settle);
      setImmediate(resolve);
    };
    target.on('error', settle);
    target.on('close', settle);
    target.write('', settle);
  });
}

function drained(target: WritableEnd): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      target.off('drain', settle);
      target.off('error', settle);
      target.off('close', settle);
      resolve();
    };
    target.on('drain', settle);
    target.on('error', settle);
    target.on('close', settle);
    if (target.destroyed === true) {
      settle();
    }
  });
}

/** Of a terminal that went away, input and output fail. */
function isReaderGone(failure: Error | undefined, isTty: boolean): boolean {
  if (failure === undefined || !('code' in failure)) {
    return false;
  }
  if (isTty && failure.code === 'EIO') {
    return true;
  }
  return failure.code === 'EPIPE' || failure.code === 'ECONNRESET' || failure.code === 'ERR_STREAM_DESTROYED';
}
