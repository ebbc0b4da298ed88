import { KernelError } from '../../../contract/errors.js';
import type { Incoming } from './inbox.js';

/** Counts lines that are no messages; a runner may write some of them, but not for ever. */
export interface JunkLimit {
  /** Why it is too much with this one; undefined while it is not. */
  readonly note: (incoming: Incoming) => KernelError | undefined;
}

/** So many malformed lines altogether, or so many blank ones between two messages. */
export function createJunkLimit(mostLines: number): JunkLimit {
  let malformed = 0;
  let blank = 0;
  return {
    note({ op }) {
      malformed += Number(op === 'malformed');
      blank = op === 'blank' ? blank + 1 : 0;
      return malformed > mostLines || blank > mostLines ? tooMuch(mostLines) : undefined;
    },
  };
}

function tooMuch(mostLines: number): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `the runner wrote more than ${mostLines} lines that are no messages`, {
    hint: 'its standard output is for messages only; what people should read belongs to standard error',
  });
}
