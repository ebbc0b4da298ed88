import type { Outcome } from '../../contract/frame.js';
import type { TextEnd } from '../texts/conflicts.js';
import type { Account } from './account.js';
import type { Ending } from './final-content.js';

const ENDED_BY: Readonly<Partial<Record<Outcome, string>>> = { timeout: 'a time limit', cancelled: 'a cancellation' };

/** How the command ended whose text it is: what ended the run says more than the signal that it sent for that. */
export function textEnd({ status }: Ending, exit: ReturnType<Account['exit']>): TextEnd {
  return ENDED_BY[status] ?? exit?.signal ?? exit?.exit_code ?? undefined;
}
