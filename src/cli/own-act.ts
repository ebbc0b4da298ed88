import type { Capability, DriverBinding } from '../contract/capability.js';
import type { InvokeResult } from '../contract/kernel.js';
import type { CommandContext } from './context.js';
import { type RunFlags, runOptions } from './flags/result-flags.js';
import { printRun } from './print-run.js';
import { outputFormat } from './settings.js';

export interface OwnAct {
  readonly capabilityId: string;
  readonly description: string;
  readonly driver: DriverBinding;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Runs what the person at the shell asked for, as the default principal and without a grant. A stream unless one frame
 * was asked for (`-o json`, `--mode`).
 */
export async function runOwnAct(context: CommandContext, act: OwnAct, flags: RunFlags): Promise<InvokeResult> {
  const piped = flags.mode === undefined ? 'ndjson' : 'json';
  const format = outputFormat(context.settings.output, context.stdout.isTty, piped);
  return context.withKernel({ as: flags.as, readsTerminal: context.settings.input }, async (open) => {
    const run = open.kernel.runOwnAct({
      capability: describe(act),
      args: act.args,
      principal: open.principal,
      ...runOptions(flags, open),
      signal: context.interrupt,
      stream: format !== 'json' && flags.mode === undefined,
    });
    return printRun(run, format, context);
  });
}

function describe({ capabilityId, description, driver }: OwnAct): Capability {
  return {
    capability_id: capabilityId,
    name: capabilityId,
    description,
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver,
  };
}
