import { isKernelError, KernelError } from '../contract/errors.js';
import { orCancelled } from './cancellation.js';

/**
 * Passes a source on until it ends or the signal aborts. The source is closed without waiting for it: one that has
 * nothing to give, such as a terminal, would never answer.
 */
export async function* pullSource(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  let hasEnded = false;
  try {
    while (!hasEnded) {
      const next = await orCancelled(iterator.next(), signal);
      hasEnded = next.done === true;
      if (next.done !== true) {
        yield next.value;
      }
    }
  } catch (error) {
    throw isKernelError(error)
      ? error
      : new KernelError('DRIVER_FAILED', 'the input could not be read', { cause: error });
  } finally {
    if (!hasEnded) {
      close(source, iterator);
    }
  }
}

/** A Node stream would queue `return` behind the read that is under way. */
function close(source: AsyncIterable<Uint8Array>, iterator: AsyncIterator<Uint8Array>): void {
  if ('destroy' in source && typeof source.destroy === 'function') {
    source.destroy();
    return;
  }
  iterator.return?.().catch(() => undefined);
}
