import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { nearestName } from '../../contract/did-you-mean.js';
import { KernelError } from '../../contract/errors.js';
import type { CommandContext } from '../context.js';
import { quote, usage } from '../flags/values.js';
import { isTopic, PAGES, TOPICS, type Topic } from '../pages.js';

const HELP = `
Topics: ${TOPICS.join(', ')}`;

/** Of a command `help` is its `--help`: only topics come here. */
export function defineHelp(command: Command, context: CommandContext): void {
  command
    .argument('<topic>', 'a topic or a command')
    .addHelpText('after', HELP)
    .action((topic: string) => help(context, topic, command.parent?.commands ?? []));
}

async function help(context: CommandContext, topic: string, commands: readonly Command[]): Promise<void> {
  if (!isTopic(topic)) {
    const near = nearestName(topic, [...TOPICS, ...commands.map((each) => each.name())]);
    const hint = near === undefined ? `topics are ${TOPICS.join(', ')}` : `did you mean ${near}?`;
    throw usage(`there is no help on ${quote(topic)}`, hint);
  }
  await context.stdout.write(await pageOf(topic));
}

/** Beside the built program, or beside the code where the sources run as they are. */
async function pageOf(topic: Topic): Promise<string> {
  const places = [`pages/${topic}.md`, `../../../${PAGES[topic]}/README.md`];
  for (const place of places) {
    const text = await readFile(fileURLToPath(new URL(place, import.meta.url)), 'utf8').catch(() => undefined);
    if (text !== undefined) {
      return text;
    }
  }
  throw new KernelError('INTERNAL', `the page ${topic} is missing from this package`, {
    hint: 'install akernel again',
  });
}
