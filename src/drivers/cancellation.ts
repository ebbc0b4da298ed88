import { isKernelError, KernelError } from '../contract/errors.js';

/** What a driver throws when its call was aborted: the reason itself if that is a KernelError. */
export function cancellation(signal: AbortSignal): KernelError {
  const reason: unknown = signal.reason;
  return isKernelError(reason) ? reason : new KernelError('CANCELLED', 'the call was cancelled', { cause: reason });
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) {
    throw cancellation(signal);
  }
}

/** Runs `onAbort` once when the signal aborts, at once if it already has; the returned function takes it back. */
export function whenAborted(signal: AbortSignal, onAbort: () => void): () => void {
  if (signal.aborted) {
    onAbort();
    return () => undefined;
  }
  signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}

/** Settles with the promise, or rejects with the cancellation as soon as the signal aborts. */
export function orCancelled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const release = whenAborted(signal, () => reject(cancellation(signal)));
    promise.then(resolve, reject).finally(release);
  });
}
