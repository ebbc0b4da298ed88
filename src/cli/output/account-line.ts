import type { Frame } from '../../contract/frame.js';
import { accountParts } from '../../contract/frame-account.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';

/**
 * The one line behind a text in a pipe, only where something was replaced, left out or broken off: with counts, where the
 * rest is, and how to come by it.
 */
export function accountLine(frame: Frame, printsFacts: boolean): string {
  const parts = accountParts(frame, printsFacts);
  if (parts === undefined) {
    return '';
  }
  const { next, handle, handle_id: handleId = handle?.handle_id } = frame;
  const kept = handleId === undefined ? 'nothing is kept' : `handle ${handleId}`;
  const where = next === undefined ? kept : `next: ${next}`;
  return `[akernel] ${terminalSafeLine([...parts, where].join('; '))}\n`;
}
