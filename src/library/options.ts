import type { ExecutorOptions as ExecutorParts } from '../agents/executor.js';
import type { Config } from '../config/config.js';
import type { Capability } from '../contract/capability.js';
import type { Clock } from '../contract/clock.js';
import type { Driver } from '../contract/driver.js';
import type { ServerConfig } from '../contract/driver-options/databases.js';
import type { Observer } from '../contract/observer.js';

export interface KernelOptions {
  /** Registered besides the built-in ones. */
  readonly capabilities?: readonly Capability[];
  /** Drivers of your own, by their `driver_id`. */
  readonly drivers?: readonly Driver[];
  /** State directory (database, encrypted results, keys); without it everything is forgotten with the process. */
  readonly directory?: string;
  /** A PostgreSQL database that machines share as their store; the directory then has the keys only. */
  readonly store?: ServerConfig & { readonly url: string };
  /** Settings as in a config file, over the defaults. */
  readonly config?: Partial<Omit<Config, 'store' | 'capabilities'>>;
  /** Where keys may be named: AKERNEL_SECRET, AKERNEL_STORE_KEY. Nothing else of it is passed on. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told of every trace after it was stored. */
  readonly observer?: Observer;
}

export interface ExecutorOptions extends ExecutorParts {
  /** The machine's, if not given. */
  readonly clock?: Clock;
}
