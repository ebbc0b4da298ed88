import type { Chunk } from '../../contract/chunk.js';
import { createPuller, type Values } from './puller.js';
import { createValueDecoder } from './value-decoder.js';

export interface BatchOptions {
  readonly signal: AbortSignal;
  /** Called before the iterator is closed: a function that is busy with the next value hears of it only this way. */
  readonly onLeave: () => void;
}

/**
 * Pulls values and passes them on as chunks. A slow function's values leave one by one, a quick one's in batches. On
 * abort, and when the consumer leaves, the iterator is closed.
 */
export async function* batchValues(values: Values, { signal, onLeave }: BatchOptions): AsyncGenerator<Chunk> {
  const decoder = createValueDecoder();
  const puller = createPuller(values, signal);
  try {
    for (let isLast = false; !isLast; ) {
      const batch = await puller.nextBatch(decoder.wantedValues());
      isLast = batch.isLast;
      yield* decoder.transform(batch.values);
    }
    yield* decoder.final();
  } finally {
    onLeave();
    await puller.close();
  }
}
