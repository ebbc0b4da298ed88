import type { Chunk } from '../contract/chunk.js';
import type { KernelError } from '../contract/errors.js';
import type { ActionPart, Telemetry, TraceContext } from '../contract/telemetry.js';

/** What an invocation tells of its parts: the time of each driver, and that of the firewall from the first driver on. */
export interface ActionSpans {
  /** A driver is opened; one before it is over. */
  readonly driver: () => void;
  /** For what the driver asks of others. */
  readonly context: () => TraceContext | undefined;
  /** Each step of the driver is a part of its span, which ends with the chunks. */
  readonly driven: (chunks: AsyncIterable<Chunk>) => AsyncIterable<Chunk>;
  readonly end: (failure: KernelError | undefined) => void;
}

export function openActionSpans(telemetry: Telemetry | undefined, actionId: string): ActionSpans {
  if (telemetry === undefined) {
    return SILENT;
  }
  let driving: ActionPart | undefined;
  let applying: ActionPart | undefined;
  return {
    driver() {
      driving?.end('DRIVER_FAILED');
      driving = telemetry.part(actionId, 'akernel.driver.execute');
      applying ??= telemetry.part(actionId, 'akernel.firewall.apply');
    },
    context: () => driving?.context,
    driven: (chunks) => drivenBy(chunks, () => driving),
    end(failure) {
      driving?.end(failure?.code);
      applying?.end(failure?.code);
    },
  };
}

async function* drivenBy(chunks: AsyncIterable<Chunk>, driving: () => ActionPart | undefined): AsyncGenerator<Chunk> {
  const steps = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await (driving()?.run(() => steps.next()) ?? steps.next());
      if (step.done === true) {
        driving()?.end();
        return;
      }
      yield step.value;
    }
  } finally {
    await steps.return?.();
  }
}

const SILENT: ActionSpans = {
  driver: () => undefined,
  context: () => undefined,
  driven: (chunks) => chunks,
  end: () => undefined,
};
