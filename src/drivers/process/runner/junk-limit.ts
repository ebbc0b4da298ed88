import { KernelError } from '../../../contract/errors.js';
import type { Incoming } from './inbox.js';

/** Counts lines that are no messages; a runner may write some of them, but not for ever. */
export interface JunkLimit {
  readonly note: (incoming: Incoming) => void;
  /** The same behind the last word: there every message but a chunk is junk too. */
  readonly noteLate: (incoming: Incoming) => void;
  /** Why it is too much by now; undefined while it is not. */
  readonly excess: () => KernelError | undefined;
}

/** So many malformed lines altogether, or so many blank ones between two messages. */
export function createJunkLimit(mostLines: number): JunkLimit {
  let malformed = 0;
  let blank = 0;
  const count = (isJunk: boolean, isBlank: boolean): void => {
    malformed += Number(isJunk);
    blank = isBlank ? blank + 1 : 0;
  };
  return {
    note: ({ op }) => count(op === 'malformed', op === 'blank'),
    noteLate: ({ op }) => count(op !== 'chunk' && op !== 'blank', op === 'blank'),
    excess: () => (malformed > mostLines || blank > mostLines ? tooMuch(mostLines) : undefined),
  };
}

function tooMuch(mostLines: number): KernelError {
  return new KernelError('DRIVER_PROTOCOL', `the runner wrote more than ${mostLines} lines that are no messages`, {
    hint: 'its standard output is for messages only; what people should read belongs to standard error',
  });
}
