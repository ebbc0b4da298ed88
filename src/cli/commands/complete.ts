import type { Command } from 'commander';
import { ENCODINGS } from '../../contract/budget.js';
import { RESPONSE_MODES } from '../../contract/frame.js';
import { HOSTS } from '../../contract/host.js';
import { STORE_KINDS } from '../../contract/store-status.js';
import { SHELLS } from '../completion-scripts.js';
import type { CommandContext } from '../context.js';
import { OUTPUT_FORMATS } from '../settings.js';

type Words = readonly string[];

/** Prints the words that can stand at the end of a command line, one a line. It never fails aloud. */
export function defineCompleteWords(command: Command, context: CommandContext): void {
  command
    .argument('[words...]', 'the words so far; the last one is being typed')
    .option('--next', 'the last one is complete, and another begins')
    .action((words: Words, { next }: { readonly next?: boolean }) => print(next === true ? [...words, ''] : words));

  async function print(words: Words): Promise<void> {
    const found = await candidates(context, command.parent, words).catch(() => []);
    const current = words.at(-1) ?? '';
    const fitting = found.filter((word) => word.startsWith(current));
    await context.stdout.write(fitting.map((word) => `${word}\n`).join(''));
  }
}

async function candidates(context: CommandContext, program: Command | null, words: Words): Promise<Words> {
  if (program === null || words.slice(0, -1).includes('--')) {
    return [];
  }
  const { command, operands } = await chosenCommand(context, program, words.slice(0, -1));
  const current = words.at(-1) ?? '';
  const flag = optionBefore(command, program, words.at(-2));
  if (flag !== undefined) {
    return valuesOf(flag, context);
  }
  if (current.startsWith('-')) {
    return [command, program].flatMap((one) => one.options.map(({ long }) => long ?? '')).filter((long) => long !== '');
  }
  const below = operands.length === 0 ? visibleNames(command) : [];
  return command === program ? below : [...below, ...(await operandValues(command, operands, context))];
}

interface Chosen {
  readonly command: Command;
  /** Words after the command that are no flags. */
  readonly operands: Words;
}

/** Follows the words into the program as far as they name commands. */
async function chosenCommand(context: CommandContext, program: Command, words: Words): Promise<Chosen> {
  let command = program;
  let operands: Words = [];
  for (const [index, word] of words.entries()) {
    if (word.startsWith('-') || optionBefore(command, program, words[index - 1]) !== undefined) {
      continue;
    }
    const next = operands.length > 0 ? undefined : await below(context, command, program, word);
    command = next ?? command;
    operands = next === undefined ? [...operands, word] : operands;
  }
  return { command, operands };
}

function below(
  context: CommandContext,
  command: Command,
  program: Command,
  name: string,
): Promise<Command | undefined> {
  if (command === program) {
    return context.loadCommand(name);
  }
  return Promise.resolve(command.commands.find((candidate) => candidate.name() === name));
}

/** The flag that the next word is the value of. */
function optionBefore(command: Command, program: Command, word: string | undefined): string | undefined {
  const known = [...command.options, ...program.options];
  const option = known.find(({ long, short }) => word !== undefined && (word === long || word === short));
  return option !== undefined && (option.required || option.optional) ? option.long : undefined;
}

async function valuesOf(flag: string, context: CommandContext): Promise<Words> {
  switch (flag) {
    case '--output':
      return OUTPUT_FORMATS;
    case '--mode':
      return RESPONSE_MODES;
    case '--encoding':
      return ENCODINGS;
    case '--as':
      return Object.keys((await context.loadConfig()).config.principals);
    case '--map':
      return mapIds(context);
    case '--approve':
      return capabilityIds(context);
    case '--session':
    case '--parent':
      return sessionIds(context);
    default:
      return [];
  }
}

function visibleNames(command: Command): Words {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());
}

function capabilityIds(context: CommandContext): Promise<Words> {
  return context.withKernel({}, async ({ kernel }) => kernel.capabilities.list().map(({ capability_id: id }) => id));
}

function mapIds(context: CommandContext): Promise<Words> {
  return context.withKernel({}, async ({ kernel, principal }) => {
    const records = await kernel.handles.list(principal);
    return records.filter(({ kind }) => kind === 'map').map(({ handle_id: id }) => id);
  });
}

function sessionIds(context: CommandContext): Promise<Words> {
  return context.withKernel({}, async ({ kernel, principal }) =>
    (await kernel.sessions.list(principal)).map(({ session_id: id }) => id),
  );
}

async function operandValues(command: Command, operands: Words, context: CommandContext): Promise<Words> {
  const argument = command.registeredArguments[operands.length] ?? command.registeredArguments.at(-1);
  switch (argument?.name()) {
    case 'capability':
    case 'action':
      return capabilityIds(context);
    case 'agent':
      return Object.keys((await context.loadConfig()).config.agents);
    case 'handle':
      return context.withKernel({}, async ({ kernel, principal }) =>
        (await kernel.handles.list(principal, 100)).map(({ handle_id: id }) => id),
      );
    case 'session':
      return sessionIds(context);
    case 'key=value':
      return argumentNames(context, operands[0]);
    case 'server':
    case 'server[.tool]':
      return Object.keys((await context.loadConfig()).config.mcp_servers);
    case 'store':
    case 'from':
    case 'to':
      return STORE_KINDS;
    case 'shell':
      return SHELLS;
    case 'host':
      return Object.keys(HOSTS);
    default:
      return [];
  }
}

async function argumentNames(context: CommandContext, capabilityId: string | undefined): Promise<Words> {
  return context.withKernel({}, async ({ kernel }) => {
    // only what is loaded: completing a word must not start a server
    const found = kernel.capabilities.list().find(({ capability_id: id }) => id === capabilityId);
    const properties = found?.params['properties'];
    return typeof properties === 'object' && properties !== null
      ? Object.keys(properties).map((name) => `${name}=`)
      : [];
  });
}
