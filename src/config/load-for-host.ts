import { isKernelError } from '../contract/errors.js';
import type { LoadedConfig } from './config.js';
import { type LoadOptions, loadConfig } from './load.js';

/**
 * The settings for what an agent host starts. Something is always hidden: a config that cannot be used does not count,
 * and neither does what a project's config allows.
 */
export async function loadConfigForHost(options: LoadOptions): Promise<LoadedConfig> {
  const hosted = { ...options, isForHost: true };
  for (const only of [undefined, 'user'] as const) {
    try {
      const loaded = await loadConfig(only === undefined ? hosted : { ...hosted, only });
      return only === undefined ? loaded : { ...loaded, warnings: [UNUSABLE, ...loaded.warnings] };
    } catch (error) {
      if (!isKernelError(error)) {
        throw error;
      }
    }
  }
  return { ...(await loadConfig({ ...hosted, only: 'defaults' })), warnings: [UNUSABLE] };
}

/** Not what is wrong: that may be quoted from the file, and nothing has looked through it. */
const UNUSABLE = 'a config cannot be used and does not count; akernel config check says why';
