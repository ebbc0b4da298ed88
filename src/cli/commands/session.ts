import type { Command } from 'commander';
import { DEFAULT_SESSION_TOTAL } from '../../contract/session.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext, OpenKernel } from '../context.js';
import { exportSession } from '../export-session.js';
import { parseBudget } from '../flags/values.js';
import { printList, printValue } from '../output/print-value.js';
import { sessionRow, sessionText } from '../output/session-text.js';
import { defineSessionMemory } from '../session-memory.js';

interface SessionFlags {
  readonly as?: string;
}

interface NewFlags extends SessionFlags {
  readonly budget?: number;
  readonly agent?: string;
  readonly parent?: string;
}

const AS = ['--as <principal>', 'act as this principal of the config'] as const;

export function defineSession(command: Command, context: CommandContext): void {
  command
    .command('new')
    .description('make a session: a conversation, what it remembers, and a ledger')
    .option(...AS)
    .option('--budget <n>', `model tokens that it may spend in all, ${DEFAULT_SESSION_TOTAL} if not given`, parseBudget)
    .option('--agent <name>', 'the agent that answers in it')
    .option('--parent <session>', 'the session from whose ledger it spends')
    .action((flags: NewFlags) =>
      withSessions(context, flags, async ({ kernel, principal }) => {
        const { budget: total, agent, parent: parent_id } = flags;
        if (agent !== undefined) {
          kernel.agents.describe(agent);
        }
        const wanted = {
          ...(total === undefined ? {} : { total }),
          ...(agent === undefined ? {} : { agent }),
          ...(parent_id === undefined ? {} : { parent_id }),
        };
        await printValue(context, await kernel.sessions.create(principal, wanted), sessionText);
      }),
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
    .description('one session: its agent, how far it has come, and what is left of its ledger')
    .argument('<session>', 'its id')
    .option(...AS)
    .action((sessionId: string, flags: SessionFlags) =>
      withSessions(context, flags, async ({ kernel, principal }) =>
        printValue(context, await kernel.sessions.get(sessionId, principal), sessionText),
      ),
    );
  defineExport(command, context);
  defineSessionMemory(command.command('memory').helpCommand(false), context);
  command
    .command('rm')
    .description('remove a session with all that was said in it, and its children')
    .argument('<session>', 'its id')
    .option(...AS)
    .action((sessionId: string, flags: SessionFlags) =>
      withSessions(context, flags, async ({ kernel, principal }) => {
        await kernel.sessions.remove(sessionId, principal);
        await printValue(context, { removed: [sessionId] }, () => `removed ${terminalSafeLine(sessionId)}\n`);
      }),
    );
}

function defineExport(command: Command, context: CommandContext): void {
  command
    .command('export')
    .description('all that was said, redacted: -o text, json (one array), ndjson or markdown')
    .argument('<session>', 'its id')
    .option(...AS)
    .action((sessionId: string, flags: SessionFlags) =>
      withSessions(context, flags, async ({ kernel, principal }) => {
        const { session_id: id } = await kernel.sessions.get(sessionId, principal);
        await exportSession(context, kernel.sessions.history(id, principal), `Session ${id}`);
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
