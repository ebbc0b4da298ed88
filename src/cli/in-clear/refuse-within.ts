import { isWithin } from '../../contract/within.js';
import type { CommandContext } from '../context.js';
import { usage } from '../flags/values.js';

/** A terminal that a command of `exec` or of a capability makes for itself, or a file that it reads, ends at a model. */
export function refuseWithin(what: string, { env }: Pick<CommandContext, 'env'>): void {
  if (isWithin(env)) {
    throw usage(
      `${what}: not in a program that akernel has started, whose output may go to a model`,
      'run it at a shell of your own',
    );
  }
}
