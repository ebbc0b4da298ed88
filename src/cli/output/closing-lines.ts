import type { Frame } from '../../contract/frame.js';
import {
  amountsText,
  amountText,
  endTexts,
  omittedText,
  pageText,
  redactionText,
  savingsText,
} from '../../contract/frame-account.js';
import { HANDLE_UNITS } from '../../contract/handle.js';
import { wholeSeconds } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Settings } from '../settings.js';
import { budgetText } from './status-line.js';
import type { Style } from './style.js';

/**
 * The account of a whole result. Quiet leaves only what must not be lost: that something was left out, and where it
 * is.
 */
export function closingLines(frame: Frame, style: Style, settings: Settings): readonly string[] {
  const lines = settings.quiet ? [omittedLine(frame)] : [outcomeLine(frame, style), ...accountLines(frame, settings)];
  return lines.filter((line) => line !== undefined).map((line) => `${line}\n`);
}

function outcomeLine(frame: Frame, style: Style): string {
  const ends = endTexts(frame);
  const isGood = ends.every((end) => end === 'completed');
  const paint = isGood ? style.good : style.bad;
  const parts = [
    pageText(frame),
    amountsText('seen', frame.seen),
    amountsText('shown', frame.shown),
    omittedText(frame),
  ];
  return [...(ends.length === 0 ? ['page'] : ends).map(terminalSafeLine).map(paint), ...joinable(parts)].join(' · ');
}

function accountLines(frame: Frame, settings: Settings): readonly (string | undefined)[] {
  const lines = [
    redactionText(frame),
    settings.verbose ? accountDetails(frame) : `budget ${budgetText(frame)}`,
    savingsText(frame, settings.ascii ? '->' : '→'),
    handleText(frame),
    frame.next === undefined ? undefined : `next: ${frame.next}`,
  ];
  return joinable(lines);
}

/** What is there, safe to print. */
function joinable(parts: readonly (string | undefined)[]): readonly string[] {
  return parts.filter((part) => part !== undefined).map(terminalSafeLine);
}

function omittedLine(frame: Frame): string | undefined {
  const left = omittedText(frame);
  if (left === undefined) {
    return undefined;
  }
  return terminalSafeLine(`akernel: ${left}${frame.next === undefined ? '' : `; ${frame.next}`}`);
}

/** What came as a text was seen in lines and in no rows. */
function handleText({ handle, handle_id: handleId, seen }: Frame): string | undefined {
  if (handle === undefined) {
    return handleId === undefined ? undefined : `handle ${handleId}`;
  }
  const { handle_id: id, total_rows: rows, size_bytes: bytes, state, reason, expires_at: expires } = handle;
  const why = reason === undefined ? '' : ` (${reason})`;
  const unit = HANDLE_UNITS[seen?.lines !== undefined && seen.rows === undefined ? 'text' : 'records'];
  return `handle ${id}: ${amountText(rows, unit)}, ${amountText(bytes, 'bytes')}, ${state}${why}, until ${wholeSeconds(expires)}`;
}

function accountDetails(frame: Frame): string {
  const { budget, provenance, action_id: action } = frame;
  const counted = budget.exact === false ? 'at most' : 'exactly';
  return [
    ['budget', budgetText(frame), budget.encoding, `(${counted})`].filter((word) => word !== undefined).join(' '),
    action === undefined ? undefined : `action ${action}`,
    provenance === undefined ? undefined : `driver ${provenance.driver_id} as ${provenance.principal_id}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
