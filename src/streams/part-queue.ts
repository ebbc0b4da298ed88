/** Parts between one producer, which waits for room, and one consumer. */
interface PartQueue<Part> {
  /** Resolves when the producer may go on: at once below the high-water mark, or when nobody is waited for. */
  push(part: Part): Promise<void>;
  next(): Promise<IteratorResult<Part, undefined>>;
  /** No more parts. After the last one the consumer gets the error once, if there is one. */
  end(error: Error | undefined): void;
  /** From now on the producer never waits; what the consumer does not take in time is bounded. */
  stopWaiting(): void;
  /** Nobody reads: what is queued and what comes is dropped, and pending readers are done. */
  discard(): void;
}

/** How many high-water marks of parts are kept for a consumer when the producer no longer waits for it. */
const KEPT_MARKS = 16;

/** `weigh` says how much of the high-water mark a part takes; 1 when absent. */
export function createPartQueue<Part>(highWaterMark: number, weigh: (part: Part) => number = () => 1): PartQueue<Part> {
  const mark = Math.max(1, highWaterMark);
  let parts: Part[] = [];
  let weight = 0;
  const readers: Reader<Part>[] = [];
  let ending: { error: Error | undefined } | undefined;
  let isDiscarding = false;
  let isWaiting = true;
  let wakeProducer: (() => void) | undefined;

  const release = (): void => {
    wakeProducer?.();
    wakeProducer = undefined;
  };

  const finish = (reader: Reader<Part>): void => {
    const error = isDiscarding ? undefined : ending?.error;
    ending = { error: undefined };
    if (error === undefined) {
      reader.resolve({ done: true, value: undefined });
    } else {
      reader.reject(error);
    }
  };

  const keep = (part: Part): void => {
    if (weight >= mark * KEPT_MARKS) {
      // The newest part replaces the one before it, because the last of all tells how the run ended.
      drop(parts.pop());
    }
    parts.push(part);
    weight += weigh(part);
  };

  const drop = (part: Part | undefined): void => {
    weight -= part === undefined ? 0 : weigh(part);
  };

  return {
    async push(part) {
      const reader = readers.shift();
      if (reader !== undefined) {
        reader.resolve({ done: false, value: part });
      } else if (!isDiscarding) {
        keep(part);
      }
      if (isWaiting && weight >= mark) {
        await new Promise<void>((resolve) => {
          wakeProducer = resolve;
        });
      }
    },
    next() {
      return new Promise((resolve, reject) => {
        const part = parts.shift();
        drop(part);
        if (part !== undefined) {
          resolve({ done: false, value: part });
          release();
        } else if (ending !== undefined || isDiscarding) {
          finish({ resolve, reject });
        } else {
          readers.push({ resolve, reject });
        }
      });
    },
    end(error) {
      ending = { error };
      for (const reader of readers.splice(0)) {
        finish(reader);
      }
    },
    stopWaiting() {
      isWaiting = false;
      release();
    },
    discard() {
      isDiscarding = true;
      isWaiting = false;
      parts = [];
      weight = 0;
      for (const reader of readers.splice(0)) {
        reader.resolve({ done: true, value: undefined });
      }
      release();
    },
  };
}

interface Reader<Part> {
  readonly resolve: (step: IteratorResult<Part, undefined>) => void;
  readonly reject: (error: Error) => void;
}
