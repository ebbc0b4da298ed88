import type { Command } from 'commander';
import type { Capability } from '../../contract/capability.js';
import { terminalSafe, terminalSafeLine } from '../../tui/text/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { parseCount } from '../flags/values.js';
import { printList, printValue } from '../output/print-value.js';
import type { Style } from '../output/style.js';

export function defineCapabilities(command: Command, context: CommandContext): void {
  command
    .command('list', { isDefault: true })
    .description('everything that is registered')
    .action(() => context.withKernel({}, async ({ kernel }) => printCapabilities(context, kernel.capabilities.list())));
  command
    .command('show')
    .description('one capability with its arguments')
    .argument('<capability>', 'its id')
    .action((id: string) =>
      context.withKernel({}, async ({ kernel }) =>
        printValue(context, await kernel.capabilities.get(id), capabilityText),
      ),
    );
  command
    .command('search')
    .description('those that fit the words best')
    .argument('<words...>', 'what to look for')
    .option('--limit <n>', 'at most this many', parseCount('--limit'))
    .action((words: readonly string[], flags: { readonly limit?: number }) =>
      context.withKernel({}, async ({ kernel }) =>
        printCapabilities(context, kernel.capabilities.search(words.join(' '), flags.limit)),
      ),
    );
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

function capabilityText(capability: Capability, style: Style): string {
  const { capability_id: id, name, description, safety_class: safety, sensitivity, tags, driver } = capability;
  const lines = [
    `${style.strong(terminalSafeLine(id))}  ${terminalSafeLine(name)}`,
    terminalSafe(description),
    `${safety}, sensitivity ${sensitivity}, driver ${terminalSafeLine(driver.driver_id)}`,
    ...(tags.length === 0 ? [] : [`tags: ${tags.map(terminalSafeLine).join(', ')}`]),
    ...(capability.allowed_fields === undefined
      ? []
      : [`fields: ${capability.allowed_fields.map(terminalSafeLine).join(', ')}`]),
    style.strong('arguments'),
    terminalSafe(JSON.stringify(capability.params, undefined, 2)),
  ];
  return `${lines.join('\n')}\n`;
}
