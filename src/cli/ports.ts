import type { Config, LoadedConfig } from '../config/config.js';
import type { Encoding } from '../contract/budget.js';
import type { Capability } from '../contract/capability.js';
import type { ResponseMode } from '../contract/frame.js';
import type { FilterCondition, Kernel } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';

/** What a command needs to open a runtime. */
export interface RuntimeOptions {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin?: AsyncIterable<Uint8Array>;
  readonly isStdinTty: boolean;
}

export interface RuntimeDefaults {
  readonly maxTokens: number;
  readonly encoding: Encoding;
  readonly timeoutMs?: number;
  readonly mode?: ResponseMode;
}

export interface Runtime {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly defaults: RuntimeDefaults;
  readonly close: () => Promise<void>;
}

/** What `src/runtime.ts` exports for the command line; it is imported only by commands that need a kernel. */
export interface RuntimeModule {
  readonly createRuntime: (options: RuntimeOptions) => Promise<Runtime>;
  readonly parseFilterText: (text: string) => readonly FilterCondition[];
  readonly coercePairs: (
    capability: Capability,
    pairs: readonly (readonly [string, string])[],
  ) => Readonly<Record<string, unknown>>;
}

export type ConfigLoader = () => Promise<LoadedConfig>;
