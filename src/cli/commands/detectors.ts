import type { Command } from 'commander';
import type { DetectorInfo } from '../../contract/redaction.js';
import type { CommandContext } from '../context.js';
import { usage } from '../flags/values.js';
import { printList } from '../output/print-value.js';
import { type Explained, openRedaction } from '../redact/open-redaction.js';
import { openSource } from '../redact/open-source.js';
import { redactFiles } from '../redact/redact-files.js';

const TEST_HELP = `
Values are never shown. Without a text, or with -, standard input is read.`;

export function defineDetectors(command: Command, context: CommandContext): void {
  command
    .command('list', { isDefault: true })
    .description('all detectors, also those that are off, and what they check')
    .action(async () => printDetectors(context, (await openRedaction(context)).detectors));
  command
    .command('test')
    .description('what is found in a text, where, and why')
    .argument('[text...]', 'the text')
    .addHelpText('after', TEST_HELP)
    .action((words: readonly string[]) => test(context, words));
}

/** A line for each in a pipe: there are many, and they are searched. */
function printDetectors(context: CommandContext, detectors: readonly DetectorInfo[]): Promise<void> {
  return printList(asLines(context), detectors, {
    row: ({ name, group, pack, on, validates, source }) => ({
      detector: name,
      group,
      pack: pack ?? '',
      state: on ? 'on' : 'off',
      validates,
      source,
    }),
    none: 'no detectors',
  });
}

const MOST_SHOWN = 1000;

async function test(context: CommandContext, words: readonly string[]): Promise<void> {
  const found: Explained[] = [];
  const isStdin = words.length === 0 || (words.length === 1 && words[0] === '-');
  const source = isStdin ? notEmpty(openSource(context, undefined)) : only(Buffer.from(words.join(' ')));
  const target = { name: '-', isNamed: true, open: () => source };
  const { findings } = await redactFiles(only(target), {
    redaction: await openRedaction(context),
    interrupt: context.interrupt,
    isLocated: true,
    text: async () => undefined,
    found: async (more) => {
      found.push(...more.slice(0, MOST_SHOWN - found.length).map(({ finding }) => finding));
    },
  });
  if (findings > found.length) {
    const hint = 'akernel redact --explain tells of all';
    context.stderr.write(`akernel: the first ${found.length} of ${findings} findings; ${hint}\n`);
  }
  await printList(asLines(context), found, {
    row: ({ line, column, type, detector, group, validates }) => ({
      place: `${line}:${column}`,
      type,
      detector,
      group,
      validates,
    }),
    none: 'nothing was found',
  });
}

function asLines({ stdout, settings }: CommandContext): Pick<CommandContext, 'stdout' | 'settings'> {
  const isPiped = settings.output === 'auto' && !stdout.isTty;
  return isPiped ? { stdout, settings: { ...settings, output: 'ndjson' } } : { stdout, settings };
}

/** Nothing at all was most likely not meant. */
async function* notEmpty(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const piece of source) {
    isEmpty &&= piece.length === 0;
    yield piece;
  }
  if (isEmpty) {
    throw usage('there is no text to test', 'name one, or pipe one in: git log | akernel detectors test');
  }
}

async function* only<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}
