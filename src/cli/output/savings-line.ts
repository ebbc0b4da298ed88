import type { Frame } from '../../contract/frame.js';
import { savingsText } from '../../contract/frame-account.js';
import type { CommandContext } from '../context.js';

/** What the budget kept out, for whoever looks on while the result goes into a pipe; a program that reads both is not told. */
export function savingsLine(frame: Frame, { settings, stderr }: Pick<CommandContext, 'settings' | 'stderr'>): string {
  const text = settings.quiet || !stderr.isTty ? undefined : savingsText(frame, settings.ascii ? '->' : '→');
  return text === undefined ? '' : `akernel: ${text}\n`;
}
