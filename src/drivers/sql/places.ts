import { cancellation, throwIfAborted, whenAborted } from '../cancellation.js';

/** A number of places; who finds none free waits for the next. */
export interface Places {
  /** Rejects with the cancellation when the signal aborts. */
  readonly take: (signal: AbortSignal) => Promise<void>;
  readonly free: () => void;
}

export function createPlaces(count: number): Places {
  const waiting: (() => void)[] = [];
  let left = count;
  return {
    async take(signal) {
      throwIfAborted(signal);
      while (left === 0) {
        await nextTurn(waiting, signal);
      }
      left -= 1;
    },
    free() {
      left += 1;
      waiting.shift()?.();
    },
  };
}

function nextTurn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = (): void => {
      leave();
      resolve();
    };
    waiting.push(go);
    const leave = whenAborted(signal, () => {
      const place = waiting.indexOf(go);
      if (place !== -1) {
        waiting.splice(place, 1);
      }
      reject(cancellation(signal));
    });
  });
}
