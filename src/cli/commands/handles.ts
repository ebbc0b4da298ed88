import type { Command } from 'commander';
import { amountText } from '../../contract/frame-account.js';
import type { CommandContext } from '../context.js';
import { openCursors } from '../cursors.js';
import { parseCount } from '../flags/values.js';
import { handleText } from '../output/handle-text.js';
import { printList, printValue } from '../output/print-value.js';

interface HandleFlags {
  readonly as?: string;
  readonly limit?: number;
}

const AS = ['--as <principal>', 'act as this principal of the config'] as const;

export function defineHandles(command: Command, context: CommandContext): void {
  command
    .command('list', { isDefault: true })
    .description('your stored results, newest first')
    .option(...AS)
    .option('--limit <n>', 'at most this many', parseCount('--limit'))
    .action((flags: HandleFlags) => list(context, flags));
  command
    .command('show')
    .description('what is known of one')
    .argument('<handle>', 'its id')
    .option(...AS)
    .action((handleId: string, flags: HandleFlags) =>
      context.withKernel({ as: flags.as }, async ({ kernel, principal }) =>
        printValue(context, await kernel.handles.get(handleId, principal), handleText),
      ),
    );
  command
    .command('rm')
    .description('remove stored results')
    .argument('<handle...>', 'their ids')
    .option(...AS)
    .action((handleIds: readonly string[], flags: HandleFlags) => remove(context, handleIds, flags));
  command
    .command('gc')
    .description('remove what has expired, then the oldest until the total fits')
    .action(() =>
      context.withKernel({}, async ({ kernel }) =>
        printValue(
          context,
          await kernel.handles.collect(),
          ({ removed_handles: handles, removed_bytes: bytes }) =>
            `removed ${amountText(handles, 'handles')}, ${amountText(bytes, 'bytes')}\n`,
        ),
      ),
    );
}

function list(context: CommandContext, flags: HandleFlags): Promise<void> {
  return context.withKernel({ as: flags.as }, async ({ kernel, principal }) =>
    printList(context, await kernel.handles.list(principal, flags.limit), {
      row: (record) => ({
        handle: record.handle_id,
        capability: record.capability_id,
        kind: record.kind,
        rows: record.total_rows,
        bytes: record.size_bytes,
        state: record.state,
        until: record.expires_at,
      }),
      none: 'no handles',
    }),
  );
}

async function remove(context: CommandContext, handleIds: readonly string[], flags: HandleFlags): Promise<void> {
  await context.withKernel({ as: flags.as }, async ({ kernel, principal, config }) => {
    const cursors = openCursors(config.store.directory);
    for (const handleId of handleIds) {
      await kernel.handles.remove(handleId, principal);
      cursors.forget(handleId);
    }
  });
  await printValue(
    context,
    { removed: handleIds },
    () => `removed ${handleIds.length === 1 ? 'one handle' : `${handleIds.length} handles`}\n`,
  );
}
