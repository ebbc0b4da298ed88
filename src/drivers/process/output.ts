import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** After the leader's exit the pipes may be held open by a process that left the group: wait so long for silence. */
const QUIET_MS = 300;
/** What pipes and buffers can still hold at the exit; more comes from somebody who goes on printing. */
const MAX_BYTES_AFTER_EXIT = 1024 * 1024;

export interface OutputPiece {
  readonly channel: string;
  readonly bytes: Uint8Array;
}

export interface OutputReader {
  /**
   * Everything the pipes give, in order of arrival, read only when asked for, so that a full pipe blocks the writer.
   * Ends at the end of all pipes or, after `leaderExited`, on silence or over the byte cap.
   */
  readonly pieces: () => AsyncIterable<OutputPiece>;
  readonly leaderExited: () => void;
  /** Whether the reading was given up although more was coming. */
  readonly wasCut: () => boolean;
  /** Throws away what comes from now on, so that a writer who wants to end in peace is not blocked. */
  readonly discard: () => void;
  readonly close: () => void;
}

/** Listens to the pipes at once: unread output would be thrown away when the process exits. */
export function createOutputReader(pipes: ReadonlyMap<string, Readable>): OutputReader {
  /** Channels with something to read, first come first. */
  const ready: string[] = [];
  let open = pipes.size;
  let hasExited = false;
  let bytesAfterExit = 0;
  let wake: () => void = () => undefined;

  for (const [channel, pipe] of pipes) {
    pipe.on('readable', () => {
      if (!ready.includes(channel)) {
        ready.push(channel);
      }
      wake();
    });
    pipe.on('error', () => undefined);
    pipe.once('close', () => {
      open -= 1;
      wake();
    });
  }

  const take = (): OutputPiece | undefined => {
    for (let channel = ready.shift(); channel !== undefined; channel = ready.shift()) {
      const bytes: unknown = pipes.get(channel)?.read();
      if (bytes instanceof Uint8Array) {
        // There may be more; the other channels come first.
        ready.push(channel);
        return { channel, bytes };
      }
    }
    return undefined;
  };

  /** Waits until there may be something to take; false when the pipes stayed silent after the leader's exit. */
  const waitForNews = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const isSilent = await new Promise<boolean>((resolve) => {
      wake = () => resolve(false);
      timer = hasExited ? setTimeout(() => resolve(true), QUIET_MS) : undefined;
    });
    clearTimeout(timer);
    if (isSilent) {
      // When this process was busy the timer comes before input that is waiting: look once more.
      await nextTurn();
    }
    return !isSilent || ready.length > 0;
  };

  async function* pieces(): AsyncGenerator<OutputPiece> {
    while (bytesAfterExit <= MAX_BYTES_AFTER_EXIT) {
      const piece = take();
      if (piece !== undefined) {
        bytesAfterExit += hasExited ? piece.bytes.length : 0;
        yield piece;
      } else if (open === 0 || !(await waitForNews())) {
        return;
      }
    }
  }

  return {
    pieces,
    leaderExited() {
      hasExited = true;
      wake();
    },
    wasCut: () => bytesAfterExit > MAX_BYTES_AFTER_EXIT,
    discard() {
      for (const pipe of pipes.values()) {
        pipe.removeAllListeners('readable');
        pipe.resume();
      }
    },
    close() {
      for (const pipe of pipes.values()) {
        pipe.destroy();
      }
    },
  };
}
