import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { readReceipts } from '../../files/receipt-log.js';
import type { CommandContext } from '../context.js';
import { addRemoteFlags, type RemoteFlags } from '../flags/remote-flags.js';
import { usage } from '../flags/values.js';
import { wantsView, withView } from '../view.js';

type UiFlags = RemoteFlags;

const NOTES = `
1 to 6 or tab switch between capabilities, sessions, handles, traces, receipts and agents; ? shows the keys of each.`;

/** What MCP servers list later is there when the list is opened again. */
const LONGEST_LOADING_MS = 3000;

export function defineUi(command: Command, context: CommandContext): void {
  addRemoteFlags(command)
    .option('--as <principal>', 'act as this principal of the config')
    .addHelpText('after', NOTES)
    .action((flags: UiFlags) => browse(context, flags));
}

async function browse(context: CommandContext, flags: UiFlags): Promise<void> {
  const { settings, interrupt } = context;
  if (settings.screenReader) {
    throw usage('akernel ui has no linear form', 'use capabilities, invoke, handles, expand and audit');
  }
  if (!settings.input || (settings.output !== 'auto' && settings.output !== 'live') || !wantsView(context)) {
    throw usage('akernel ui needs a terminal with keys', 'run it in a terminal, without -o, -q and --no-input');
  }
  await context.withKernel({ as: flags.as, remote: flags }, async (open) => {
    const { kernel, principal, defaults, module, config, remote } = open;
    await (remote === undefined
      ? Promise.race([kernel.capabilities.load(), sleep(LONGEST_LOADING_MS, undefined, { ref: false })])
      : remote.reload());
    return withView(context, ({ terminal, tui }) =>
      tui.runUi({
        terminal,
        kernel,
        agents: kernel,
        principal,
        defaults,
        coerceArguments: module.coerceArguments,
        ...(remote ?? { receipts: () => readReceipts(config.store.directory).receipts }),
        signal: interrupt,
        onWaiting: (runs) =>
          context.stderr.write(`${runs} ${runs === 1 ? 'run goes' : 'runs go'} on; Ctrl-C cancels\n`),
      }),
    );
  });
  interrupt.throwIfAborted();
}
