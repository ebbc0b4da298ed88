import type { Amounts, Frame } from '../../contract/frame.js';
import { formatCount } from '../../tui/text/quantities.js';
import { terminalSafeLine } from '../../tui/text/terminal-safe.js';
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
  const status = frame.status ?? 'page';
  const paint = status === 'completed' || status === 'page' ? style.good : style.bad;
  const parts = [pageText(frame), amounts('seen', frame.seen), amounts('shown', frame.shown), omitted(frame)];
  return [paint(status), ...joinable(parts)].join(' · ');
}

function accountLines(frame: Frame, settings: Settings): readonly (string | undefined)[] {
  const lines = [
    redactionText(frame),
    settings.verbose ? accountDetails(frame) : `budget ${budgetText(frame)}`,
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
  const left = omitted(frame);
  if (left === undefined) {
    return undefined;
  }
  return terminalSafeLine(`akernel: ${left}${frame.next === undefined ? '' : `; ${frame.next}`}`);
}

export function omitted(frame: Frame): string | undefined {
  const left = Object.entries(frame.omitted ?? {}).filter(([, amount]: [string, unknown]) => amount !== 0);
  return amounts('omitted', Object.fromEntries(left));
}

function amounts(label: string, given: Amounts | undefined): string | undefined {
  const parts = Object.entries(given ?? {}).flatMap(([unit, amount]: [string, unknown]) =>
    typeof amount === 'number' ? [amountText(amount, unit)] : fieldText(amount),
  );
  return parts.length === 0 ? undefined : `${label} ${parts.join(', ')}`;
}

function amountText(amount: number, unit: string): string {
  const word = unit.replace('_', ' ');
  return `${formatCount(amount)} ${amount === 1 ? word.replace(/s$/, '') : word}`;
}

function fieldText(names: unknown): readonly string[] {
  return Array.isArray(names) && names.length > 0 ? [`fields ${names.join(', ')}`] : [];
}

export function pageText({ page }: Frame): string | undefined {
  if (page === undefined) {
    return undefined;
  }
  const range =
    page.returned === 0
      ? 'no rows'
      : `rows ${formatCount(page.offset)} to ${formatCount(page.offset + page.returned - 1)}`;
  const matched = page.matched === undefined ? '' : `, ${formatCount(page.matched)} match`;
  return `${range} of ${formatCount(page.total)}${matched}`;
}

export function redactionText({ redactions }: Frame): string | undefined {
  const parts = Object.entries(redactions ?? {}).map(([type, times]) => `${type} ${formatCount(times)}`);
  return parts.length === 0 ? undefined : `redacted: ${parts.join(', ')}`;
}

function handleText({ handle, handle_id: handleId }: Frame): string | undefined {
  if (handle === undefined) {
    return handleId === undefined ? undefined : `handle ${handleId}`;
  }
  const { handle_id: id, total_rows: rows, size_bytes: bytes, state, reason, expires_at: expires } = handle;
  const why = reason === undefined ? '' : ` (${reason})`;
  return `handle ${id}: ${amountText(rows, 'rows')}, ${amountText(bytes, 'bytes')}, ${state}${why}, until ${expires}`;
}

function accountDetails(frame: Frame): string {
  const { budget, provenance, action_id: action } = frame;
  const counted = budget.exact === false ? 'at most' : 'exactly';
  return [
    `budget ${budgetText(frame)} ${budget.encoding ?? ''} (${counted})`,
    action === undefined ? undefined : `action ${action}`,
    provenance === undefined ? undefined : `driver ${provenance.driver_id} as ${provenance.principal_id}`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
