import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { NameValues } from '../../contract/named-values.js';
import { terminalSafe } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { quote, usage } from '../flags/values.js';
import { keepingMap } from '../in-clear/keeping-map.js';
import { whileItRuns } from '../print-run.js';
import { fileTargets, isFolder } from '../redact/file-targets.js';
import { openRedaction } from '../redact/open-redaction.js';
import { redactFiles } from '../redact/redact-files.js';
import type { Target } from '../redact/target.js';
import { createTeller, type RedactFlags } from '../redact/teller.js';

const HELP = `
The text goes to standard output, byte for byte but for the placeholders, also where the bytes are no text; everything
else to standard error, as JSON lines with -o json. Values are never told.

In folders .git, binary files and what .akernelignore names (patterns as of .gitignore) are passed over, and links are
not followed. A baseline is an earlier report of --sarif; it knows places, not values.`;

export function defineRedact(command: Command, context: CommandContext): void {
  command
    .argument('[file...]', 'files and folders; standard input if none is given, or for -')
    .option('--report', 'tell at the end how much of what was found')
    .option('--explain', 'tell of each finding what it is, where, and what was checked')
    .option('--fail-on-findings', 'end with status 1 when anything was found')
    .option('--write', 'replace the files themselves, each in one step')
    .option('--sarif', 'print a SARIF 2.1.0 report in place of the text')
    .option('--baseline <file>', 'findings that this SARIF report has are known, and do not count')
    .option('--staged', 'what the next commit of git adds, as a hook before it: tells where, and ends with 1')
    .option('--keep-map', 'numbered placeholders, and an encrypted map from which akernel restore puts values back')
    .addHelpText('after', HELP)
    .action((words: readonly string[], flags: RedactFlags) => redact(context, words, flags));
}

async function redact(context: CommandContext, words: readonly string[], given: RedactFlags): Promise<void> {
  refuseTogether(words, given);
  const { stdout, cwd, interrupt } = context;
  const flags = given.staged === true ? { ...given, failOnFindings: true, explain: given.sarif !== true } : given;
  const folder = await firstFolder(cwd, words);
  if (flags.keepMap === true && flags.write !== true && (folder !== undefined || !printsText(flags))) {
    throw usage(
      '--keep-map keeps what placeholders stand for, and here none are written',
      'add --write, or name files',
    );
  }
  if (folder !== undefined && !tellsSomething(flags)) {
    const hint = '--explain and --sarif tell where something is, --write replaces it';
    throw usage(`${quote(folder)} is a folder, whose files are not printed one after the other`, hint);
  }
  const isMany = flags.staged === true || words.length > 1 || folder !== undefined;
  const known = flags.baseline === undefined ? undefined : await knownOf(cwd, flags.baseline);
  const teller = createTeller(context, { flags, isMany });
  const redaction = await openRedaction(context);
  await teller.begin();
  const targets =
    flags.staged === true ? await staged(context) : fileTargets(context, words.length === 0 ? ['-'] : words);
  const look = (name?: NameValues) =>
    redactFiles(targets, {
      redaction,
      interrupt,
      name,
      write: flags.write === true,
      ...(known === undefined ? {} : { known }),
      text:
        printsText(flags) && folder === undefined
          ? async ({ shown, bytes }) => {
              const printed = stdout.isTty ? terminalSafe(shown) : bytes();
              await (printed.length > 0 ? stdout.write(printed) : undefined);
            }
          : undefined,
      ...teller,
    });
  // An interrupt waits until what is written is gone again; a standard input could keep it waiting for ever.
  const tally = await (flags.keepMap === true
    ? keepingMap(context, { isWhole: flags.write === true }, look)
    : flags.write === true
      ? whileItRuns(context, look)
      : look());
  await teller.end(tally);
}

async function knownOf(cwd: string, file: string): Promise<ReadonlySet<string>> {
  const { readBaseline } = await import('../redact/baseline.js');
  return readBaseline(cwd, file);
}

async function staged(context: CommandContext): Promise<AsyncIterable<Target>> {
  const { stagedTargets } = await import('../redact/staged-targets.js');
  return stagedTargets(context);
}

async function firstFolder(cwd: string, words: readonly string[]): Promise<string | undefined> {
  for (const word of words) {
    if (word !== '' && word !== '-' && (await isFolder(resolve(cwd, word)))) {
      return word;
    }
  }
  return undefined;
}

function tellsSomething({ report, explain, failOnFindings, write, sarif }: RedactFlags): boolean {
  return [report, explain, failOnFindings, write, sarif].includes(true);
}

function printsText({ write, sarif, staged }: RedactFlags): boolean {
  return write !== true && sarif !== true && staged !== true;
}

function refuseTogether(words: readonly string[], { write, staged, baseline }: RedactFlags): void {
  if (staged === true && words.length > 0) {
    throw usage('--staged takes its files from git', 'leave out the files');
  }
  if (write === true && (staged === true || baseline !== undefined)) {
    throw usage('--write replaces all that is found in files', 'leave out --staged and --baseline');
  }
  if (write === true && (words.length === 0 || words.includes('-'))) {
    throw usage('--write replaces files, and standard input is none', 'name files and folders');
  }
}
