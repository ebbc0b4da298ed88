import type { Command, CommanderError } from 'commander';
import { KernelError } from '../contract/errors.js';
import { HOST_IDS } from '../contract/host.js';

/** A mistake in the command line, as commander worded it, as one of ours. */
export function usageError(error: CommanderError, argv: readonly string[], program: Command): KernelError {
  if (error.code === 'commander.help') {
    return new KernelError('USAGE', 'the command needs a subcommand', { hint: subcommandHint(argv, program) });
  }
  const [first = '', suggestion = ''] = error.message.split('\n');
  const message = first.replace(/^error: /, '');
  return new KernelError('USAGE', message, {
    hint:
      customHint(message) ??
      nearHint(suggestion) ??
      argumentHint(message, argv) ??
      missingHint(message) ??
      pipeHint(message, argv) ??
      'see akernel --help, or --help after the command',
  });
}

function subcommandHint(argv: readonly string[], { commands }: Command): string {
  const group = commands.find((command) => argv.includes(command.name()));
  const names = group?.commands.map((command) => command.name()) ?? [];
  return names.length === 0 ? 'see it with --help' : `it has ${names.join(', ')}`;
}

/** What other programs call it. */
const CUSTOMS: Readonly<Record<string, string>> = {
  "unknown command 'gc'": 'akernel handles gc removes what has expired',
  "unknown command 'init'": 'akernel config init begins a config',
  "unknown command 'logs'": 'akernel audit list shows what happened',
  "unknown command 'search'": 'akernel capabilities search finds capabilities',
  "unknown command 'tools'": 'akernel capabilities list shows what there is',
  "unknown command 'version'": 'akernel --version prints it',
  "unknown option '--format'": 'the form of a result is chosen by -o: -o json',
  "unknown option '--json'": 'JSON is printed with -o json, a line a frame or item with -o ndjson',
};

function customHint(message: string): string | undefined {
  return Object.hasOwn(CUSTOMS, message) ? CUSTOMS[message] : undefined;
}

function nearHint(suggestion: string): string | undefined {
  const near = /^\(Did you mean (.+)\?\)$/.exec(suggestion)?.[1];
  return near === undefined ? undefined : `did you mean ${near}?`;
}

const WHERE_LISTED: Readonly<Record<string, string>> = {
  action: 'akernel audit list shows the actions',
  agent: 'agents: of the config names them; see akernel help agents',
  capability: 'akernel capabilities list shows what there is',
  command: 'write it behind --: akernel exec -- ls',
  handle: 'akernel handles list shows the handles',
  host: `choose one of ${HOST_IDS.join(', ')}`,
  session: 'akernel session list shows the sessions',
  shell: 'choose one of bash, zsh, fish, powershell',
};

/** Where the ids are listed that a command asks for, or how the value of a flag is written. */
function missingHint(message: string): string | undefined {
  const [, flag] = /^option '.*?(--[\w-]+ <[^']+>)' argument missing$/.exec(message) ?? [];
  const [, name = ''] = /^missing required argument '([a-z]+)'/.exec(message) ?? [];
  return flag === undefined ? WHERE_LISTED[name] : `it takes a value: ${flag}`;
}

/** `invoke demo.customers --rows 5`: arguments of a capability are no flags. */
function argumentHint(message: string, argv: readonly string[]): string | undefined {
  const flag = /^unknown option '(--[\w-]+)/.exec(message)?.[1];
  if (flag === undefined || !argv.includes('invoke')) {
    return undefined;
  }
  const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const [, joined] = /=(.*)/s.exec(argv[at] ?? '') ?? [];
  const value = joined ?? argv[at + 1] ?? '';
  const shown = /^[\w.:/@-]{1,40}$/.test(value) && !value.startsWith('-') ? value : '…';
  return `an argument of the capability is written ${flag.slice(2)}=${shown}; flags are in akernel invoke --help`;
}

/** `pipe build.log`: it reads what comes. */
function pipeHint(message: string, argv: readonly string[]): string | undefined {
  const last = argv.at(-1) ?? '';
  const file = /^[\w./@][\w./@-]{0,60}$/.test(last) ? last : 'FILE';
  return message.startsWith("too many arguments for 'pipe'")
    ? `it reads standard input: akernel pipe < ${file}`
    : undefined;
}
