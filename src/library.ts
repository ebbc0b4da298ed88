import { type ExecutorOptions as ExecutorParts, createExecutor as executorOver } from './agents/executor.js';
import { type Config, defaultConfig } from './config/config.js';
import type { Executor } from './contract/actor.js';
import type { Capability } from './contract/capability.js';
import type { Clock } from './contract/clock.js';
import type { Driver } from './contract/driver.js';
import type { Kernel } from './contract/kernel.js';
import type { Observer } from './contract/observer.js';
import { systemClock } from './runtime/system.js';
import { createRuntime } from './runtime.js';

export interface KernelOptions {
  /** Registered besides the built-in ones. */
  readonly capabilities?: readonly Capability[];
  /** Drivers of your own, by their `driver_id`. */
  readonly drivers?: readonly Driver[];
  /** State directory (database, encrypted results, keys); without it everything is forgotten with the process. */
  readonly directory?: string;
  /** Settings as in a config file, checked by its types only. */
  readonly config?: Partial<Omit<Config, 'store' | 'capabilities'>>;
  /** Where keys may be named: AKERNEL_SECRET, AKERNEL_STORE_KEY. Nothing else of it is passed on. */
  readonly env?: NodeJS.ProcessEnv;
  /** Told of every trace after it was stored. */
  readonly observer?: Observer;
}

/** A kernel inside your own program. Close it when you are done. Throws KernelError. */
export async function createKernel(options: KernelOptions = {}): Promise<Kernel> {
  const { directory, env = {}, observer, drivers } = options;
  const cwd = process.cwd();
  const config = defaultConfig({ stateDirectory: directory ?? '', userName: 'local', cwd });
  const runtime = await createRuntime({
    config: { ...config, ...options.config, capabilities: options.capabilities ?? [] },
    env,
    cwd,
    isStdinTty: true,
    onWarning: (text) => process.emitWarning(text),
    store: directory === undefined ? 'memory' : 'sqlite',
    ...(observer === undefined ? {} : { observer }),
    ...(drivers === undefined ? {} : { drivers }),
  });
  return runtime.kernel;
}

export interface ExecutorOptions extends ExecutorParts {
  /** The machine's, if not given. */
  readonly clock?: Clock;
}

/** Walks a graph of models and tools over a kernel. Throws CONFIG_INVALID for a graph that cannot be walked, USAGE for a limit that is no amount. */
export function createExecutor(options: ExecutorOptions): Executor {
  return executorOver({ ...options, clock: options.clock ?? systemClock });
}
