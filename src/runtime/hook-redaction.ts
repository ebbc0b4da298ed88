import type { Config } from '../config/config.js';
import type { Capability } from '../contract/capability.js';
import { HOOK_ACTS, PROFILE_REDACTION } from '../contract/hook-settings.js';
import type { Value } from '../contract/row.js';
import { redactBlocks } from '../firewall/find/redact-blocks.js';
import { createTextRedactor, type RedactedText } from '../firewall/find/redactor.js';
import { createRedactionPlan } from '../firewall/settings/redaction-plan.js';
import { type Keys, loadKeys, writtenKeys } from '../stores/keys.js';
import { derive } from './system.js';

/** What hooks do has the settings of their profile, at once and when it is expanded later. */
export function hookActs({
  hooks,
}: Pick<Config, 'hooks'>): readonly Pick<Capability, 'capability_id' | 'sensitivity' | 'redaction'>[] {
  const redaction = PROFILE_REDACTION[hooks.profile];
  return Object.values(HOOK_ACTS).map((id) => ({ capability_id: id, sensitivity: 'NONE', redaction }));
}

/** Redacts as the kernel would; `undefined` when nothing has to be replaced. */
export interface HookRedaction {
  readonly text: (text: string) => RedactedText | undefined;
  /** Texts that may be read as one; all of them where something in one was replaced. */
  readonly blocks: (texts: readonly string[]) => readonly string[] | undefined;
  /** What stands under a sensitive name as well. */
  readonly value: (value: Value) => Promise<Value | undefined>;
}

/** The redactor of hooks alone: no store is opened. */
export async function openHookRedaction({
  config,
  env,
}: {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
}): Promise<HookRedaction> {
  const { pseudonyms, ...settings } = config.redaction;
  const keys = await keysOf(config, env);
  const plan = createRedactionPlan({
    settings,
    capabilities: hookActs(config),
    ownActs: [],
    ...(pseudonyms && keys !== undefined ? { pseudonymKey: derive(keys.storeKey, 'pseudonyms') } : {}),
    secrets: [...(config.secrets ?? []), ...(keys === undefined ? [] : writtenKeys(keys, env))],
  });
  const options = plan.of({ capability_id: HOOK_ACTS.output, sensitivity: 'NONE' });
  return {
    text: createTextRedactor(options),
    blocks: (texts) => redactBlocks(texts, options),
    value: async (value) => {
      // Most tools write texts, and these need none of it.
      const { createValueRedactor } = await import('../firewall/rows/redact-value.js');
      const { value: shown, counts } = createValueRedactor(options)(value);
      return counts.size === 0 ? undefined : shown;
    },
  };
}

/** Without a state directory there are none, and nothing less is hidden but they themselves. */
async function keysOf(config: Config, env: NodeJS.ProcessEnv): Promise<Keys | undefined> {
  try {
    return await loadKeys({ directory: config.store.directory, env });
  } catch {
    return undefined;
  }
}
