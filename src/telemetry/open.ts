import type { Telemetry } from '../contract/telemetry.js';
import type { TelemetryConfig } from '../contract/telemetry-schema.js';
import { VERSION } from '../contract/version.js';
import { isSent, isSwitchedOff } from './is-sent.js';
import type { Sources } from './opentelemetry.js';

export interface OpenTelemetry {
  readonly telemetry: Telemetry;
  readonly close: () => Promise<void>;
}

interface Options {
  readonly config: TelemetryConfig | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly onWarning: (text: string) => void;
}

/** Where the API keeps what a program registered as its SDK; the API has it under this name in every version 1. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/**
 * Telemetry where somebody asked for it: a config that names a collector, the standard variables, or an SDK that the program
 * registered. undefined otherwise, and nothing of OpenTelemetry is loaded.
 */
export async function openTelemetry(options: Options): Promise<OpenTelemetry | undefined> {
  const { config, env } = options;
  if (isSent(config, env)) {
    const { openSending } = await import('./send.js');
    const loading = import('./opentelemetry-sdk-library.js');
    const { close, ...sources } = openSending(await loading, { ...options, version: VERSION });
    return { telemetry: await telling(() => sources), close };
  }
  if (Reflect.has(globalThis, REGISTERED) && !isSwitchedOff(env)) {
    const telemetry = await telling(({ trace, metrics }) => ({
      tracer: trace.getTracer('akernel', VERSION),
      meter: metrics.getMeter('akernel', VERSION),
    }));
    return { telemetry, close: async () => undefined };
  }
  return undefined;
}

async function telling(
  sourcesOf: (library: typeof import('./opentelemetry-library.js')) => Sources,
): Promise<Telemetry> {
  const { createTelemetry } = await import('./opentelemetry.js');
  const loading = import('./opentelemetry-library.js');
  const library = await loading;
  return createTelemetry(library, sourcesOf(library));
}
