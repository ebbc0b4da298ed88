import type { Capability, DriverBinding } from '../contract/capability.js';
import type { InvokeResult } from '../contract/kernel.js';
import type { CommandContext } from './context.js';
import { type RunFlags, runOptions } from './flags/result-flags.js';
import { usage } from './flags/values.js';
import { type Printing, printRun } from './print-run.js';
import { outputFormat } from './settings.js';
import { showRun } from './show-run.js';
import { wantsView } from './view.js';

export interface OwnAct {
  readonly capabilityId: string;
  readonly description: string;
  /** `isLive`: the keys of the terminal belong to the view. */
  readonly driver: (isLive: boolean) => DriverBinding;
  readonly args: Readonly<Record<string, unknown>>;
  /** What is typed is data, so there are no keys for a view. */
  readonly readsTerminal?: boolean;
  /** `memory` keeps nothing behind the process. */
  readonly store?: 'memory';
}

/**
 * Runs what the person at the shell asked for, as the default principal and without a grant. A stream unless one frame
 * was asked for (`-o json`, `--mode`).
 */
export async function runOwnAct(context: CommandContext, act: OwnAct, flags: RunFlags): Promise<InvokeResult> {
  const format = outputFormat(context.settings.output, context.stdout.isTty, 'plain');
  const isStream = format !== 'json' && flags.mode === undefined;
  if (context.settings.output === 'live' && !isStream) {
    throw usage('--mode makes one frame, which cannot be shown live', 'leave out --mode, or use -o text');
  }
  const isLive = isStream && wantsView(context) && !typesData(context, act);
  return context.withKernel({ as: flags.as, readsTerminal: context.settings.input, store: act.store }, async (open) => {
    const capability = describe(act, isLive);
    const start = (printing: Printing) =>
      open.kernel.runOwnAct({
        capability,
        args: act.args,
        principal: open.principal,
        ...runOptions(flags, open),
        ...printing,
        signal: context.interrupt,
        stream: isStream,
      });
    const about = { capabilityId: capability.capability_id, principal: open.principal };
    return isLive ? showRun(start({}), about, { context, open }) : printRun(start, format, context);
  });
}

function typesData({ settings }: CommandContext, { readsTerminal }: OwnAct): boolean {
  if (readsTerminal === true && settings.output === 'live') {
    throw usage('what is typed is data here, and a live view needs the keys', 'pipe something in, or use -o text');
  }
  return readsTerminal === true;
}

function describe({ capabilityId, description, driver }: OwnAct, isLive: boolean): Capability {
  return {
    capability_id: capabilityId,
    name: capabilityId,
    description,
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: driver(isLive),
  };
}
