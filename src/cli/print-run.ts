import { isKernelError, KernelError } from '../contract/errors.js';
import type { Frame } from '../contract/frame.js';
import type { InvokeResult, InvokeRun, InvokeUsage } from '../contract/kernel.js';
import type { OutputOptions } from '../contract/output-options.js';
import type { CommandContext } from './context.js';
import { interruptionOf } from './interruption.js';
import { createFramePrinter } from './output/frame-printer.js';
import type { FramePrinter } from './output/printer.js';
import type { OutputFormat } from './settings.js';

const TICK_MS = 250;

/** Prints a run to its end. Throws what the run ended with, unless it completed. */
export async function printRun(
  start: (printing: Printing) => InvokeRun,
  format: OutputFormat,
  context: CommandContext,
): Promise<InvokeResult> {
  const printer = await createFramePrinter(format, context, () => run.usage);
  const run = start(printingOf(printer));
  const ticking = printer.tick === undefined ? undefined : setInterval(printer.tick, TICK_MS);
  return whileItRuns(context, async () => {
    try {
      for await (const frame of run) {
        await printer.frame(frame);
      }
      return await run.result;
    } finally {
      clearInterval(ticking);
      await printer.end().catch(() => undefined);
    }
  });
}

/** Follows a run to its end. An interrupt reaches it by the signal of its request, so it still gives its final frame. */
export async function whileItRuns<Result>(
  { interrupt, runs }: Pick<CommandContext, 'interrupt' | 'runs'>,
  follow: () => Promise<Result>,
): Promise<Result> {
  runs.active += 1;
  try {
    return await follow();
  } catch (error) {
    throw interrupt.aborted && isCancelled(error) ? interruptionOf(interrupt) : error;
  } finally {
    runs.active -= 1;
  }
}

/** Throws unless the run completed; an interrupted one ends with the interruption. */
export function throwUnlessCompleted(result: InvokeResult, interrupt: AbortSignal): void {
  if (interrupt.aborted && result.status === 'cancelled') {
    throw interruptionOf(interrupt);
  }
  if (result.status !== 'completed') {
    throw result.error ?? endedAs(result.status);
  }
}

/** A call that gives one frame, and what is known of it until then. */
export interface OneFrameRun {
  readonly frame: Promise<Frame>;
  readonly usage?: () => InvokeUsage;
}

/** Prints the one frame of a one-shot call, and throws when it tells of a failure. */
export async function printFrame(
  start: (printing: Printing) => OneFrameRun,
  format: OutputFormat,
  context: CommandContext,
): Promise<Frame> {
  const printer = await createFramePrinter(format, context, () => run.usage?.());
  const run = start(printingOf(printer));
  const isTold = printer.tick !== undefined && run.usage !== undefined;
  const ticking = isTold ? setInterval(printer.tick, TICK_MS) : undefined;
  const frame = await run.frame
    .then(async (each) => {
      await printer.frame(each);
      return each;
    })
    .finally(() => {
      clearInterval(ticking);
      return printer.end();
    });
  if (frame.status === 'cancelled' && context.interrupt.aborted) {
    throw interruptionOf(context.interrupt);
  }
  if (frame.error !== undefined) {
    const { code, message, hint, reason } = frame.error;
    throw new KernelError(code, message, {
      ...(hint === undefined ? {} : { hint }),
      ...(reason === undefined ? {} : { details: { reason } }),
    });
  }
  if (frame.status !== undefined && frame.status !== 'completed') {
    throw endedAs(frame.status);
  }
  return frame;
}

/** What a request says of how its frames are printed. */
export type Printing = Pick<OutputOptions, 'rendering'>;

function printingOf({ rendering }: FramePrinter): Printing {
  return rendering === undefined ? {} : { rendering };
}

function isCancelled(error: unknown): boolean {
  return isKernelError(error) && error.code === 'CANCELLED';
}

function endedAs(status: InvokeResult['status']): KernelError {
  const code = {
    completed: 'INTERNAL',
    failed: 'DRIVER_FAILED',
    cancelled: 'CANCELLED',
    timeout: 'TIMEOUT',
    denied: 'POLICY_DENIED',
  } as const;
  return new KernelError(code[status], `the run ended as ${status}`);
}
