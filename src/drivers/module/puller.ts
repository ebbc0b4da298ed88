import { setImmediate as nextTurn } from 'node:timers/promises';
import { cancellation, whenAborted } from '../cancellation.js';

export type Values = AsyncIterator<unknown> | Iterator<unknown>;

export interface Batch {
  readonly values: readonly unknown[];
  readonly isLast: boolean;
}

export interface Puller {
  /**
   * At least one value unless the end has come, and as many more as are there within one turn of the event loop. A
   * full batch waits for a turn too, so that a function that never waits cannot keep timers and signals from running.
   * Values that came before a failure are given before it is thrown.
   */
  readonly nextBatch: (limit: number) => Promise<Batch>;
  /** Closes the iterator unless it has ended; one that does not answer is left to itself after a second. */
  readonly close: () => Promise<void>;
}

type Arrival =
  | { readonly type: 'value'; readonly value: unknown }
  | { readonly type: 'end' }
  | { readonly type: 'failure'; readonly error: unknown };

const CLOSING_MS = 1000;

export function createPuller(values: Values, signal: AbortSignal): Puller {
  /** What came and was not taken yet; the end and a failure stay. */
  let arrived: Arrival | undefined;
  let isPulling = false;
  let wake: () => void = () => undefined;
  const release = whenAborted(signal, () => wake());

  const arrive = (arrival: Arrival) => {
    arrived = arrival;
    isPulling = false;
    wake();
  };
  const pull = () => {
    isPulling = true;
    nextOf(values).then(
      (next) => arrive(next.done === true ? { type: 'end' } : { type: 'value', value: next.value }),
      (error: unknown) => arrive({ type: 'failure', error }),
    );
  };
  const take = (): Arrival | undefined => {
    if (signal.aborted) {
      return { type: 'failure', error: cancellation(signal) };
    }
    const taken = arrived;
    if (taken === undefined && !isPulling) {
      pull();
    }
    arrived = taken?.type === 'value' ? undefined : taken;
    return taken;
  };
  /** The next arrival; undefined when the turn is over before it comes. */
  const nextArrival = async (turn: Turn): Promise<Arrival | undefined> => {
    let arrival = take();
    while (arrival === undefined && !turn.isOver()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      arrival = take();
    }
    return arrival;
  };

  return {
    async nextBatch(limit) {
      const batch: unknown[] = [];
      const turn = createTurn(() => wake());
      while (batch.length < limit) {
        const arrival = await nextArrival(turn);
        if (arrival?.type !== 'value') {
          return lastBatch(batch, arrival);
        }
        batch.push(arrival.value);
        turn.start();
      }
      await nextTurn();
      return { values: batch, isLast: false };
    },
    async close() {
      release();
      if (arrived === undefined || arrived.type === 'value') {
        await withinTime(closeIterator(values), CLOSING_MS);
      }
    },
  };
}

function lastBatch(values: readonly unknown[], arrival: Arrival | undefined): Batch {
  if (arrival?.type === 'failure' && values.length === 0) {
    throw arrival.error;
  }
  return { values, isLast: arrival?.type === 'end' };
}

interface Turn {
  readonly start: () => void;
  readonly isOver: () => boolean;
}

/** One turn of the event loop, counted from the first `start`. */
function createTurn(onOver: () => void): Turn {
  let state: 'waiting' | 'running' | 'over' = 'waiting';
  return {
    isOver: () => state === 'over',
    start() {
      if (state === 'waiting') {
        state = 'running';
        setImmediate(() => {
          state = 'over';
          onOver();
        });
      }
    },
  };
}

async function nextOf(values: Values): Promise<IteratorResult<unknown>> {
  return values.next();
}

async function closeIterator(values: Values): Promise<void> {
  await values.return?.();
}

/** A failure while closing changes nothing any more. */
async function withinTime(closing: Promise<void>, limitMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    closing
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
  });
}
