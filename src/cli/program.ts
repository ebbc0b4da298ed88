import { Command } from 'commander';
import { nearestName } from '../contract/did-you-mean.js';
import { VERSION } from '../contract/version.js';
import { COMMANDS } from './commands/index.js';
import type { CommandContext, Host } from './context.js';
import { createContext } from './create-context.js';
import { quote, usage } from './flags/values.js';
import { TOPICS } from './pages.js';
import { OUTPUT_FORMATS, resolveSettings, valueFormat } from './settings.js';

const EXAMPLES = `
Examples:
  akernel invoke demo.customers --stream           a live result on a terminal, NDJSON in a pipe
  akernel expand <handle> --fields id,name         page what was kept
  git log -p | akernel pipe --budget 2000          any output, through the firewall

Pages: akernel help ${TOPICS.join('|')}

Exit status: 0 ok, 1 internal, 2 usage or config, 3 denied, 4 not found, 5 driver failed, 6 budget or limit,
7 store failed, 124 timeout, 129/130/143 ended by SIGHUP, SIGINT, SIGTERM. exec passes its command's status on.`;

/** What commands share with the one that runs them. */
export type ProcessState = Pick<CommandContext, 'setStatus' | 'runs'>;

/**
 * The command line as commander sees it. A command's flags and code are loaded when the command is chosen, so that
 * help and mistakes cost nothing.
 */
export function buildProgram(host: Host, process: ProcessState): Command {
  const program = new Command('akernel')
    .description('Runs capabilities for language models and lets nothing through unguarded.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void host.stdout.write(text).catch(() => undefined),
      writeErr: () => undefined,
      getOutHelpWidth: () => host.stdout.columns() ?? 100,
    })
    .configureHelp({ showGlobalOptions: true })
    .helpCommand(false)
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .option('-o, --output <format>', `form of the result: ${OUTPUT_FORMATS.join(', ')}`)
    .option('--config <file>', 'read this config file instead of searching for one')
    .option('-q, --quiet', 'no progress and no hints on standard error')
    .option('-v, --verbose', 'more about what is being done on standard error')
    .option('--debug', 'show the cause of an error')
    .option('--no-input', 'never read from a terminal')
    .option('--no-color', 'no colours')
    .option('--screen-reader', 'plain lines that are only added to, in place of a live view')
    .addHelpText('after', EXAMPLES)
    .showSuggestionAfterError(true);

  for (const { name, summary } of COMMANDS) {
    program
      .command(name, summary.hidden === true ? { hidden: true } : {})
      .helpCommand(false)
      .summary(summary.text)
      .description(summary.text);
  }
  program.hook('preSubcommand', async (parent, chosen) => {
    if (parent === program) {
      await define(chosen);
      refuseUnknownSubcommand(chosen, program.args[1]);
    }
  });

  async function define(chosen: Command): Promise<void> {
    const spec = COMMANDS.find(({ name }) => name === chosen.name());
    const terminals = { stdoutIsTty: host.stdout.isTty, stderrIsTty: host.stderr.isTty };
    const settings = resolveSettings(program.opts(), host.env, terminals);
    if (spec?.printsRows !== true) {
      valueFormat(settings.output, host.stdout.isTty, 'json');
    }
    const addFlags = await spec?.load();
    addFlags?.(chosen, createContext(host, settings, { ...process, loadCommand }));
    const { addExamples } = await import('./examples.js');
    addExamples(chosen);
  }

  async function loadCommand(name: string): Promise<Command | undefined> {
    const chosen = program.commands.find((command) => command.name() === name);
    if (chosen !== undefined) {
      await define(chosen);
    }
    return chosen;
  }

  return program;
}

/** A group with a default subcommand would take a misspelt one for an argument of the default. */
function refuseUnknownSubcommand(group: Command, word: string | undefined): void {
  const names = group.commands.map((command) => command.name());
  const isGroup = names.length > 0 && group.registeredArguments.length === 0;
  if (!isGroup || word === undefined || word.startsWith('-') || names.includes(word)) {
    return;
  }
  const near = nearestName(word, names);
  const hint = near === undefined ? `it has ${names.join(', ')}` : `did you mean ${near}?`;
  throw usage(`${group.name()} has no subcommand ${quote(word)}`, hint);
}
