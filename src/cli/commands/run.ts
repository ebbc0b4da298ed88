import type { Command } from 'commander';
import { type AgentFlags, addAgentFlags, flagsAgain } from '../agents/agent-flags.js';
import { runAgent } from '../agents/agent-run.js';
import { messageOf } from '../agents/message.js';
import { openSession } from '../agents/open-session.js';
import { runOptions } from '../agents/run-options.js';
import type { CommandContext } from '../context.js';
import { addRemoteFlags, type RemoteFlags } from '../flags/remote-flags.js';
import { usage } from '../flags/values.js';
import { wantsView } from '../view.js';

const NOTES = `
On a terminal the conversation is shown as it goes, in a pipe each part is one line of JSON and the result the last one;
-o json gives the result alone, -o text the answer alone, both at the end: only then it is known that no call follows what
was said. Ctrl-C stops the run after its step, twice now. A call that writes or destroys is asked for on a terminal, and
denied without one unless --approve allows it. akernel help agents shows a file for --graph.`;

type RunFlags = AgentFlags & RemoteFlags;

export function defineRun(command: Command, context: CommandContext): void {
  const own = command
    .argument('<agent>', 'its name in the config')
    .argument('[message...]', 'what it is asked; - reads standard input')
    .option('--graph <file>', 'walk this graph of agents and capabilities in place of the agent alone');
  addRemoteFlags(addAgentFlags(own))
    .addHelpText('after', NOTES)
    .action((agent: string, words: readonly string[], flags: RunFlags) => run(context, agent, words, flags));
}

async function run(context: CommandContext, agent: string, words: readonly string[], flags: RunFlags): Promise<void> {
  refuseOverRemote(context, flags);
  wantsView(context);
  const message = await messageOf(words, context);
  await context.withKernel({ as: flags.as, readsTerminal: true, remote: flags, readsAgents: true }, async (open) => {
    const options = await runOptions(context, open, { agent, flags });
    const session = await openSession(open, agent, flags);
    await runAgent({ session, message, options, approved: flags.approve ?? [], again: flagsAgain(flags) }, context);
  });
}

/** A server asks nobody, and walks its own agents alone. */
function refuseOverRemote(context: CommandContext, { approve, graph, ...flags }: RunFlags): void {
  if (approve === undefined && graph === undefined) {
    return;
  }
  if (context.isRemote(flags)) {
    const flag = approve === undefined ? '--graph' : '--approve';
    throw usage(`${flag}: not over --remote`, `leave it out, or run the agent here without --remote`);
  }
}
