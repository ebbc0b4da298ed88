import type { Capability, DriverBinding } from './capability.js';
import type { Chunk } from './chunk.js';
import type { Frame } from './frame.js';
import type { TraceContext } from './telemetry.js';

/** One execution asked of a driver. It carries nothing about roles or policy. */
export interface DriverCall {
  readonly action_id: string;
  readonly capability: Capability;
  /** The binding to execute: the capability's driver or one of its fallbacks. */
  readonly binding: DriverBinding;
  /** Validated against the capability's `params`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The arguments that stand for stored results and that the driver takes as streams, by name. */
  readonly stored?: Readonly<Record<string, StoredValues>>;
  /** Aborted on cancel, timeout and revocation; the driver stops its work and cleans up. */
  readonly signal: AbortSignal;
  /** Runs another capability as a part of this call, for the same principal, through policy and firewall. */
  readonly invoke?: InvokeCapability;
  /** Where telemetry is told: sent to whoever does the work, so that its spans stand below this call. */
  readonly trace_context?: TraceContext;
}

/** A stored raw result, or a part of one, which an argument refers to. Nothing of it may get into an error. */
export interface StoredValues {
  /** Read as it is asked for: values as NDJSON, a text as itself. Each call reads from the beginning. */
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** Gives the last frame of the call, which is all that may be shown of it. Throws KernelError. */
export type InvokeCapability = (request: {
  readonly capabilityId: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}) => Promise<Frame>;

export interface PlaceArgument {
  readonly name: string;
  readonly value: string;
  readonly follow: boolean;
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
  /** Names of the arguments which this binding takes as streams when they are given by reference. */
  streamedArguments?(binding: DriverBinding): readonly string[] | Promise<readonly string[]>;
  /**
   * Where an argument leads in the one form in which this binding would use it: names with `/` between them, empty for the
   * top; undefined for an argument that is no place. With `follow` links are followed. Throws for a place out of reach.
   */
  placeOf?(binding: DriverBinding, argument: PlaceArgument): Promise<string | undefined>;
  /** Gives back what is kept between calls, such as connections. Idempotent. */
  close?(): Promise<void>;
}
