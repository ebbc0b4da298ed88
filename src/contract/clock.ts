/** Time comes in through this port. */
export interface Clock {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds that never go back; for durations. */
  readonly monotonic: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects; never keeps the process alive. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Lets timers, signals and I/O run; resolves in a later turn of the event loop. */
  readonly breathe: () => Promise<void>;
}
