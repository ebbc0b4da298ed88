import type { Command } from 'commander';
import type { Capability } from '../../contract/capability.js';
import { capabilityOrigin } from '../capability-origin.js';
import type { CommandContext } from '../context.js';
import { parseCount } from '../flags/values.js';
import { loadCapabilities } from '../load-capabilities.js';
import { capabilityText } from '../output/capability-text.js';
import { exampleCommand } from '../output/example-command.js';
import { printList, printValue } from '../output/print-value.js';

export function defineCapabilities(command: Command, context: CommandContext): void {
  command
    .command('list', { isDefault: true })
    .description('everything that is registered')
    .action(() =>
      context.withKernel({}, async ({ kernel }) => {
        await loadCapabilities(context, kernel);
        await printCapabilities(context, kernel.capabilities.list());
      }),
    );
  command
    .command('show')
    .description('one capability: its arguments, an example, what the policy says, where it comes from')
    .argument('<capability>', 'its id')
    .option('--as <principal>', 'what the policy says to this principal of the config')
    .action((id: string, flags: { readonly as?: string }) => show(context, id, flags.as));
  command
    .command('search')
    .description('those that fit the words best')
    .argument('<words...>', 'what to look for')
    .option('--limit <n>', 'at most this many', parseCount('--limit'))
    .action((words: readonly string[], flags: { readonly limit?: number }) =>
      context.withKernel({}, async ({ kernel }) => {
        await loadCapabilities(context, kernel);
        await printCapabilities(context, kernel.capabilities.search(words.join(' '), flags.limit));
      }),
    );
}

async function show(context: CommandContext, id: string, as: string | undefined): Promise<void> {
  const loaded = await context.loadConfig();
  await context.withKernel({ as }, async ({ kernel, principal }) => {
    const capability = await kernel.capabilities.get(id);
    const shown = {
      ...capability,
      example: exampleCommand(capability),
      policy: await kernel.decide({ principal, capabilityId: id }),
      origin: capabilityOrigin(id, loaded),
    };
    await printValue(context, shown, capabilityText);
  });
}

function printCapabilities(context: CommandContext, found: readonly Capability[]): Promise<void> {
  return printList(context, found, {
    row: ({ capability_id, safety_class, sensitivity, description }) => ({
      capability: capability_id,
      safety: safety_class,
      sensitivity,
      description,
    }),
    none: 'no capabilities',
  });
}
