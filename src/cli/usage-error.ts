import type { CommanderError } from 'commander';
import { KernelError } from '../contract/errors.js';

/** A mistake in the command line, as commander worded it, as one of ours. */
export function usageError(error: CommanderError): KernelError {
  if (error.code === 'commander.help') {
    return new KernelError('USAGE', 'the command needs a subcommand', { hint: 'see it with --help' });
  }
  const [first = '', suggestion = ''] = error.message.split('\n');
  const message = first.replace(/^error: /, '');
  const near = /^\(Did you mean (.+)\?\)$/.exec(suggestion)?.[1];
  return new KernelError('USAGE', message, {
    hint: near === undefined ? 'see akernel --help, or --help after the command' : `did you mean ${near}?`,
  });
}
