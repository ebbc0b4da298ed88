import type { Command } from 'commander';
import type { McpServerState } from '../../contract/mcp.js';
import { confirmed } from '../confirm.js';
import type { CommandContext } from '../context.js';
import { usage } from '../flags/values.js';
import { defineMcpServe } from '../mcp-serve.js';
import { reviewsText, serversText } from '../output/mcp-text.js';
import { printValue } from '../output/print-value.js';

const TRUST_HELP = `
A tool is pinned when it is first seen, and off when it changes, until this confirms it. A tool that says it writes
without destroying is off until then too. One that says nothing of its safety needs safety_class in the config.`;

export function defineMcp(command: Command, context: CommandContext): void {
  command
    .command('list', { isDefault: true })
    .description('the MCP servers of the config, whether they answer, and their tools')
    .argument('[server]', 'only this one')
    .action((server: string | undefined) => list(context, server));
  defineMcpServe(command, context);
  command
    .command('trust')
    .description('show what is new or changed of the tools of a server, and confirm it')
    .argument('<server[.tool]>', 'a server, or one tool of it')
    .option('--yes', 'confirm without asking')
    .addHelpText('after', TRUST_HELP)
    .action((name: string, flags: { readonly yes?: true }) => trust(context, name, flags.yes === true));
}

async function list(context: CommandContext, server: string | undefined): Promise<void> {
  const states = await context.withKernel({}, async ({ mcp }) => (await mcp()).states(server));
  await printValue(context, states, serversText);
  const failed = states.filter(({ state }: McpServerState) => state === 'failed').length;
  if (failed > 0 && !context.settings.quiet) {
    context.stderr.write(`akernel: ${failed} of ${states.length} servers did not answer\n`);
  }
}

async function trust(context: CommandContext, name: string, isSure: boolean): Promise<void> {
  const dot = name.indexOf('.');
  const [server, tool] = dot === -1 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
  await context.withKernel({ readsTerminal: true }, async ({ mcp }) => {
    const administration = await mcp();
    const reviews = await administration.review(server, tool);
    await printValue(context, reviews, reviewsText);
    if (reviews.length === 0) {
      return;
    }
    if (!isSure && !(await confirmed(context, `Confirm ${reviews.length === 1 ? 'it' : `these ${reviews.length}`}?`))) {
      throw usage('nothing was confirmed', 'say yes when asked, or give --yes');
    }
    await administration.confirm(reviews);
    if (!context.settings.quiet) {
      context.stderr.write(`akernel: confirmed ${reviews.length === 1 ? 'one tool' : `${reviews.length} tools`}\n`);
    }
  });
}
