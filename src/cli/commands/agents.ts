import type { Command } from 'commander';
import type { AgentSummary } from '../../contract/agent.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { type CheckFlags, checkAgents } from '../check-agents.js';
import type { CommandContext } from '../context.js';
import { parseDurationFlag } from '../flags/values.js';
import { printList, printValue } from '../output/print-value.js';
import type { Style } from '../output/style.js';

const AS = ['--as <principal>', 'act as this principal of the config'] as const;

export function defineAgents(command: Command, context: CommandContext): void {
  command
    .command('list', { isDefault: true })
    .description('the agents of the config and what each can be asked for')
    .action(() =>
      context.withKernel({}, ({ kernel: { agents } }) =>
        printList(context, agents.list(), {
          row: agentRow,
          none: 'no agents: add one to the section agents of a config',
        }),
      ),
    );
  command
    .command('show')
    .description('one agent')
    .argument('<agent>', 'its name')
    .action((name: string) =>
      context.withKernel({}, ({ kernel: { agents } }) => printValue(context, agents.describe(name), agentText)),
    );
  command
    .command('check')
    .description('whether agents can be used: their settings, their tools, and their models')
    .argument('[agent...]', 'their names; all when none is given')
    .option(...AS)
    .option('--live', 'ask each model for one word too; the provider may want money for it', false)
    .option(
      '--timeout <duration>',
      'how long each model may take with --live (default: 10s)',
      parseDurationFlag('--timeout'),
    )
    .action((names: readonly string[], flags: CheckFlags) => checkAgents(context, names, flags));
}

function agentRow(agent: AgentSummary): Readonly<Record<string, unknown>> {
  const { name, provider, model, embedding_model: embedding, capabilities, tools, switched_off: off } = agent;
  return {
    agent: name,
    provider: provider ?? '',
    model: model ?? embedding ?? '',
    can: off === undefined ? capabilities.join(', ') : `off: ${off.message}`,
    tools: tools.length,
  };
}

function agentText(agent: AgentSummary, style: Style): string {
  const { name, description, provider, model, embedding_model: embedding, capabilities, tools } = agent;
  const off = agent.switched_off;
  const lines = [
    `${style.strong(terminalSafeLine(name))}${description === '' ? '' : `: ${terminalSafeLine(description)}`}`,
    ...(off === undefined ? [] : [`off: ${terminalSafeLine(off.message)}; ${terminalSafeLine(off.remedy)}`]),
    ...(provider === undefined ? [] : [`provider: ${provider}`]),
    ...(model === undefined ? [] : [`model: ${terminalSafeLine(model)}`]),
    ...(embedding === undefined ? [] : [`model for embeddings: ${terminalSafeLine(embedding)}`]),
    ...(capabilities.length === 0 ? [] : [`can: ${capabilities.join(', ')}`]),
    ...(tools.length === 0 ? [] : [`tools: ${tools.map(terminalSafeLine).join(', ')}`]),
  ];
  return `${lines.join('\n')}\n`;
}
