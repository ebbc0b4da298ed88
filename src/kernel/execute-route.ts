import type { Capability, DriverBinding } from '../contract/capability.js';
import type { Chunk } from '../contract/chunk.js';
import type { Driver, DriverCall, InvokeCapability, StoredValues } from '../contract/driver.js';
import { isKernelError, KernelError } from '../contract/errors.js';
import { abortable } from '../streams/abort.js';
import { objectRows } from '../streams/object-rows.js';
import { recordsFromValues } from '../streams/records.js';
import { cutText } from '../streams/text.js';
import type { ActionSpans } from './action-spans.js';
import { mayFallThrough, planRoute } from './router.js';

/** How long an aborted driver may take to clean up: the kill ladder of a subprocess and a little more. */
const CLEANUP_MS = 6000;
const ROWS_A_CHUNK = 256;

export interface Execution {
  readonly action_id: string;
  readonly capability: Capability;
  readonly args: Readonly<Record<string, unknown>>;
  readonly stored: Readonly<Record<string, StoredValues>>;
  /** Whether arguments hold stored values: then nothing that a driver says of a failure may be shown. */
  readonly hasStoredValues: boolean;
  /** Why stored values were not given to their end. */
  readonly storedFailure: () => unknown;
  readonly signal: AbortSignal;
  readonly invoke: InvokeCapability;
  readonly spans: ActionSpans;
  readonly driver: (driverId: string) => Promise<Driver | undefined>;
  /** Told of each driver before it is opened. */
  readonly onDriver: (driverId: string) => void;
}

/** Runs a capability on the first driver of its route that does not fail before its first chunk. */
export async function* executeRoute(execution: Execution): AsyncGenerator<Chunk> {
  const route = planRoute(execution.capability);
  for (const [index, binding] of route.entries()) {
    let hasYielded = false;
    try {
      execution.onDriver(binding.driver_id);
      execution.spans.driver();
      for await (const chunk of execution.spans.driven(openDriver(execution, binding))) {
        hasYielded = true;
        yield withObjects(chunk);
      }
      refuseStoredFailure(execution);
      return;
    } catch (error) {
      refuseStoredFailure(execution);
      const isLast = hasYielded || execution.signal.aborted || index === route.length - 1;
      if (isLast || !mayFallThrough(execution.capability, error)) {
        throw execution.hasStoredValues ? unworded(error, execution.signal) : worded(error);
      }
    }
  }
}

function withObjects(chunk: Chunk): Chunk {
  return chunk.type === 'records' ? objectRows(chunk) : chunk;
}

/** A failure of the kernel's own, which no other driver would mend, is told in its own words. */
function refuseStoredFailure({ storedFailure, signal }: Execution): void {
  const failure = signal.aborted ? undefined : storedFailure();
  if (failure !== undefined) {
    throw failure;
  }
}

/** Drivers may throw anything; its text still has to pass the redactor. */
function worded(error: unknown): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  const text = error instanceof Error ? error.message : String(error);
  return new KernelError('DRIVER_FAILED', `the driver failed: ${text}`, { cause: error });
}

/** A stored value is hidden from the model, and could be repeated in the words of an error or of its cause. */
function unworded(error: unknown, signal: AbortSignal): KernelError {
  if (isKernelError(error) && signal.aborted) {
    return error;
  }
  const code = isKernelError(error) ? error.code : 'DRIVER_FAILED';
  return new KernelError(code, 'the driver failed; its words are withheld, as an argument held stored values', {
    hint: 'try it with a value of your own to see them',
  });
}

async function* openDriver(execution: Execution, binding: DriverBinding): AsyncGenerator<Chunk> {
  const driver = await execution.driver(binding.driver_id);
  if (driver === undefined) {
    throw new KernelError('DRIVER_UNAVAILABLE', `there is no driver named ${binding.driver_id}`, {
      hint: 'check driver_id in the capability',
    });
  }
  const { action_id, capability, args, stored, signal, invoke } = execution;
  const context = execution.spans.context();
  const traced = context === undefined ? {} : { trace_context: context };
  const call: DriverCall = { action_id, capability, binding, args, stored, signal, invoke, ...traced };
  if (driver.executeStream !== undefined) {
    yield* abortable(driver.executeStream(call), signal, { graceMs: CLEANUP_MS });
  } else if (driver.execute !== undefined) {
    const { execute } = driver;
    yield* abortable(
      wholeResult(() => execute.call(driver, call)),
      signal,
      { graceMs: CLEANUP_MS },
    );
  }
}

/** A driver that does not stream gives one value: a text, a list of rows, or one row. Large ones go on in pieces. */
async function* wholeResult(execute: () => Promise<unknown>): AsyncGenerator<Chunk> {
  const value = await execute();
  if (typeof value === 'string') {
    for (const text of cutText(value)) {
      yield { type: 'text', channel: 'text', text };
    }
    return;
  }
  const rows: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  for (let from = 0; from < rows.length; from += ROWS_A_CHUNK) {
    yield recordsFromValues(rows.slice(from, from + ROWS_A_CHUNK));
  }
}
