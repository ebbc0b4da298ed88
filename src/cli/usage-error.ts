import type { CommanderError } from 'commander';
import { KernelError } from '../contract/errors.js';

/** A mistake in the command line, as commander worded it, as one of ours. */
export function usageError(error: CommanderError, argv: readonly string[]): KernelError {
  if (error.code === 'commander.help') {
    return new KernelError('USAGE', 'the command needs a subcommand', { hint: 'see it with --help' });
  }
  const [first = '', suggestion = ''] = error.message.split('\n');
  const message = first.replace(/^error: /, '');
  const near = /^\(Did you mean (.+)\?\)$/.exec(suggestion)?.[1];
  return new KernelError('USAGE', message, {
    hint:
      near === undefined
        ? (argumentHint(message, argv) ?? missingHint(message) ?? 'see akernel --help, or --help after the command')
        : `did you mean ${near}?`,
  });
}

const WHERE_LISTED: Readonly<Record<string, string>> = {
  action: 'akernel audit list shows the actions',
  capability: 'akernel capabilities list shows what there is',
  command: 'write it behind --: akernel exec -- ls',
  handle: 'akernel handles list shows the handles',
  session: 'akernel session list shows the sessions',
};

/** Where the ids are listed that a command asks for. */
function missingHint(message: string): string | undefined {
  return WHERE_LISTED[/^missing required argument '([a-z]+)'/.exec(message)?.[1] ?? ''];
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
