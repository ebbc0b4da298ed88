import type { Command } from 'commander';
import type { SessionRecord } from '../../contract/session.js';
import { formatCount } from '../../tui/text/quantities.js';
import { terminalSafeLine } from '../../tui/text/terminal-safe.js';
import type { CommandContext, OpenKernel } from '../context.js';
import { parseBudget } from '../flags/values.js';
import { printList, printValue } from '../output/print-value.js';
import type { Style } from '../output/style.js';

interface SessionFlags {
  readonly as?: string;
}

const AS = ['--as <principal>', 'act as this principal of the config'] as const;
/** What a session may spend when nobody says. */
const DEFAULT_TOTAL = 100_000;

export function defineSession(command: Command, context: CommandContext): void {
  command
    .command('new')
    .description('make a session with a ledger that its invocations share')
    .option(...AS)
    .option('--budget <n>', 'model tokens that it may spend in all', parseBudget, DEFAULT_TOTAL)
    .action((flags: SessionFlags & { readonly budget: number }) =>
      withSessions(context, flags, async ({ kernel, principal }) =>
        printValue(context, await kernel.sessions.create(principal, flags.budget), sessionText),
      ),
    );
  command
    .command('list')
    .description('your sessions')
    .option(...AS)
    .action((flags: SessionFlags) =>
      withSessions(context, flags, async ({ kernel, principal }) =>
        printList(context, await kernel.sessions.list(principal), { row: sessionRow, none: 'no sessions' }),
      ),
    );
  command
    .command('show')
    .description('one session and what is left of its ledger')
    .argument('<session>', 'its id')
    .option(...AS)
    .action((sessionId: string, flags: SessionFlags) =>
      withSessions(context, flags, async ({ kernel, principal }) =>
        printValue(context, await kernel.sessions.get(sessionId, principal), sessionText),
      ),
    );
  command
    .command('rm')
    .description('remove a session')
    .argument('<session>', 'its id')
    .option(...AS)
    .action((sessionId: string, flags: SessionFlags) =>
      withSessions(context, flags, async ({ kernel, principal }) => {
        await kernel.sessions.remove(sessionId, principal);
        await printValue(context, { removed: [sessionId] }, () => `removed ${terminalSafeLine(sessionId)}\n`);
      }),
    );
}

function withSessions(
  context: CommandContext,
  flags: SessionFlags,
  use: (kernel: OpenKernel) => Promise<void>,
): Promise<void> {
  return context.withKernel({ as: flags.as }, use);
}

function sessionRow(session: SessionRecord): Readonly<Record<string, unknown>> {
  const { session_id: id, created_at: made, total, used, reserved } = session;
  return { session: id, made, total, used, reserved, left: Math.max(0, total - used - reserved) };
}

function sessionText(session: SessionRecord, style: Style): string {
  const { total, used, reserved } = session;
  const left = formatCount(Math.max(0, total - used - reserved));
  return `${style.strong(terminalSafeLine(session.session_id))} of ${terminalSafeLine(session.principal_id)}, made ${session.created_at}
${left} of ${formatCount(total)} model tokens left, ${formatCount(used)} used, ${formatCount(reserved)} reserved\n`;
}
