import type { Capability, DriverBinding } from './capability.js';
import type { Chunk } from './chunk.js';

/** One execution asked of a driver. It carries nothing about roles or policy. */
export interface DriverCall {
  readonly action_id: string;
  readonly capability: Capability;
  /** The binding to execute: the capability's driver or one of its fallbacks. */
  readonly binding: DriverBinding;
  /** Validated against the capability's `params`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Aborted on cancel, timeout and revocation; the driver stops its work and cleans up. */
  readonly signal: AbortSignal;
}

/**
 * Executes capabilities of one kind. With `executeStream` it is pulled: it does work only as chunks are asked for, and
 * cleans up when the iteration is ended early. Without it `execute` gives one value, which is wrapped as a single
 * chunk. It may throw anything; the kernel wraps it once.
 */
export interface Driver {
  readonly driver_id: string;
  execute?(call: DriverCall): Promise<unknown>;
  executeStream?(call: DriverCall): AsyncIterable<Chunk>;
}
