import { countPlaceholders } from '../../contract/count-placeholders.js';
import type { Frame } from '../../contract/frame.js';
import { terminalSafeLine } from '../../tui/text/terminal-safe.js';
import { omitted, pageText, redactionText } from './closing-lines.js';

/**
 * The one line behind a text in a pipe, only where something was replaced, left out or broken off: with counts, where the
 * rest is, and how to come by it. What was replaced in facts counts only where they are printed.
 */
export function accountLine(frame: Frame, printsFacts: boolean): string {
  const { page, next, handle, handle_id: handleId = handle?.handle_id } = frame;
  const left = omitted(frame);
  const hasMore = left !== undefined || page?.next_offset !== undefined;
  const replaced = redactionText(printsFacts ? frame : withoutFacts(frame));
  const isBroken = frame.status !== undefined && frame.status !== 'completed' && handleId !== undefined;
  if (!frame.is_final || !(hasMore || isBroken || replaced !== undefined)) {
    return '';
  }
  const kept = handleId === undefined ? 'nothing is kept' : `handle ${handleId}`;
  const where = next === undefined ? kept : `next: ${next}`;
  const status = isBroken ? frame.status : undefined;
  const inPart = isBroken || handle?.reason === undefined ? undefined : `kept in part: ${handle.reason}`;
  const parts = [status, hasMore ? pageText(frame) : undefined, left, replaced, inPart, where].filter(
    (part) => part !== undefined,
  );
  return `[akernel] ${terminalSafeLine(parts.join('; '))}\n`;
}

function withoutFacts({ facts = [], ...frame }: Frame): Frame {
  const inFacts = countPlaceholders(facts);
  const shown = Object.entries(frame.redactions ?? {}).map(
    ([type, count]) => [type, count - (inFacts.get(type) ?? 0)] as const,
  );
  return { ...frame, redactions: Object.fromEntries(shown.filter(([, count]) => count > 0)) };
}
