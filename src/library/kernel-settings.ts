import * as z from 'zod';
import { applyLayers, present } from '../config/apply-layers.js';
import { type Config, defaultConfig } from '../config/config.js';
import { configSchema } from '../config/schema.js';
import { secretsIn } from '../config/secret-values.js';
import { NOTHING_OFF } from '../config/unresolved.js';
import type { Capability } from '../contract/capability.js';
import { KERNEL_OPTIONS, traceCaps } from '../contract/library-schemas/kernel-options.js';
import { milliseconds } from '../contract/library-schemas/parts.js';
import { checkGiven } from './check-given.js';
import type { KernelOptions } from './options.js';

const {
  $schema: _schema,
  store: _store,
  capabilities: _capabilities,
  timeout: _timeout,
  ...settings
} = configSchema.shape;

const optionsSchema = z
  .strictObject({
    ...KERNEL_OPTIONS,
    config: z
      .strictObject({
        ...settings,
        audit: z.strictObject(traceCaps).optional(),
        timeout_ms: milliseconds.optional(),
        capabilities_directory: z.string().min(1).optional(),
        secrets: z.array(z.string()).optional(),
      })
      .optional(),
  })
  .refine(({ directory, store }) => store === undefined || directory !== undefined, {
    path: ['directory'],
    error: 'is missing: a store that machines share needs a place for its keys',
  });

/** The settings of a kernel of a program: what it gives is one more layer over the defaults. Throws USAGE. */
export function kernelSettings(options: KernelOptions, cwd: string): Config {
  const { config = {}, store } = checkGiven(optionsSchema, options, 'createKernel');
  const { timeout_ms: timeoutMs, capabilities_directory: directory, secrets, audit: caps, ...file } = config;
  const defaults = defaultConfig({ stateDirectory: options.directory ?? '', userName: 'local', cwd });
  return {
    ...applyLayers(defaults, [{ file, off: NOTHING_OFF }], cwd),
    capabilities: (options.capabilities ?? []).map(completed),
    audit: { ...defaults.audit, ...present(caps) },
    ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
    ...(directory === undefined ? {} : { capabilities_directory: directory }),
    ...sharedStore(defaults, store, secrets),
  };
}

/** The password in its address is hidden wherever it stands in a result. */
function sharedStore(
  { store }: Config,
  shared: z.output<typeof optionsSchema>['store'],
  secrets: readonly string[] = [],
): Partial<Config> {
  const hidden = [...secrets, ...(shared === undefined ? [] : secretsIn('store', shared.url))];
  return {
    ...(shared === undefined ? {} : { store: { ...store, ...present(shared) } }),
    ...(hidden.length === 0 ? {} : { secrets: hidden }),
  };
}

/** With what a config may leave out as well. Functions in its options are handed on as they are. */
function completed(capability: Capability): Capability {
  const { capability_id: id } = capability;
  return { ...{ name: id, description: '', tags: [], params: { type: 'object' } }, ...present(capability) };
}
