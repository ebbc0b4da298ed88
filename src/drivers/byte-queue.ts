/** Bytes between a source that pushes them and one reader who pulls. */
export interface ByteQueue {
  /** Whether there is room for more; if not, `onRoom` is called when there is again. */
  readonly push: (bytes: Uint8Array) => boolean;
  /** No more bytes. The reader gets what is there, and then the error if there is one. */
  readonly end: (error?: Error) => void;
  readonly pieces: () => AsyncGenerator<Uint8Array>;
}

const MARK_BYTES = 256 * 1024;

export function createByteQueue(onRoom: () => void): ByteQueue {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let isFull = false;
  let ending: { readonly error: Error | undefined } | undefined;
  let wake: () => void = () => undefined;

  const makeRoom = (): void => {
    if (isFull && size < MARK_BYTES) {
      isFull = false;
      onRoom();
    }
  };

  /** Nothing is left: whether this is the end, or news have come. */
  const hasEnded = async (): Promise<boolean> => {
    if (ending === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      return false;
    }
    if (ending.error !== undefined) {
      throw ending.error;
    }
    return true;
  };

  return {
    push(bytes) {
      waiting.push(bytes);
      size += bytes.length;
      isFull = size >= MARK_BYTES;
      wake();
      return !isFull;
    },
    end(error) {
      ending ??= { error };
      wake();
    },
    async *pieces() {
      for (let isOver = false; !isOver; ) {
        const taken = waiting;
        waiting = [];
        for (const piece of taken) {
          yield piece;
          size -= piece.length;
        }
        makeRoom();
        isOver = waiting.length === 0 && (await hasEnded());
      }
    },
  };
}
