import type { HookRedaction } from '../../runtime/hook-redaction.js';
import type { CommandContext } from '../context.js';

export type { HookRedaction };

/** The redactor without the rest of the runtime: most outputs need no more. */
export async function loadRedaction({
  loadConfig,
  env,
}: Pick<CommandContext, 'loadConfig' | 'env'>): Promise<HookRedaction> {
  const [{ config }, { openHookRedaction }] = await Promise.all([
    loadConfig(),
    import('../../runtime/hook-redaction.js'),
  ]);
  return openHookRedaction({ config, env });
}
