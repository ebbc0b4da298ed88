import type { Command } from 'commander';
import { type AgentFlags, addAgentFlags, flagsAgain } from '../agents/agent-flags.js';
import { createChatCommands } from '../agents/chat-commands.js';
import { chatInLines } from '../agents/chat-lines.js';
import { openSession } from '../agents/open-session.js';
import { runOptions } from '../agents/run-options.js';
import { showChat } from '../agents/show-chat.js';
import type { CommandContext } from '../context.js';
import { wantsView } from '../view.js';

const NOTES = `
On a terminal: Enter sends, Alt-Enter or a backslash at the end of a line goes on in a new one, the arrows bring earlier
messages back, /help lists the commands, Ctrl-C stops an answer after its step and twice now, Ctrl-D leaves.
Without one each line of standard input is a message; answers are printed as akernel run prints them.`;

export function defineChat(command: Command, context: CommandContext): void {
  const own = command.argument('<agent>', 'its name in the config');
  addAgentFlags(own)
    .addHelpText('after', NOTES)
    .action((agent: string, flags: AgentFlags) => chat(context, agent, flags));
}

async function chat(context: CommandContext, agent: string, flags: AgentFlags): Promise<void> {
  const isView = wantsView(context) && !context.settings.screenReader;
  await context.withKernel({ as: flags.as, readsTerminal: true }, async (open) => {
    const options = await runOptions(context, open, { agent, flags });
    const session = await openSession(open, agent, flags);
    const request = { session, options, approved: flags.approve ?? [], again: flagsAgain(flags) };
    const command = createChatCommands(open, request, isView);
    await (isView ? showChat({ open, request, command }, context) : chatInLines({ request, command }, context));
  });
}
