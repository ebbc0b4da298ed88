import type { HandleRecord } from '../../contract/handle.js';
import { formatBytes, formatCount, formatSpan, formatTime } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import type { Column } from '../components/table-lines.js';
import { wrapText } from '../text/wrap.js';
import type { Role } from '../theme.js';

const STATE_ROLES: Readonly<Record<HandleRecord['state'], Role>> = {
  open: 'accent',
  complete: 'good',
  partial: 'warn',
};

export function handleColumns(now: number): readonly Column<HandleRecord>[] {
  return [
    { title: 'handle', text: ({ handle_id: id }) => terminalSafeLine(id), rank: 0 },
    { title: 'state', text: ({ state }) => state, role: ({ state }) => STATE_ROLES[state], rank: 1 },
    { title: 'rows', text: (handle) => formatCount(handle.total_rows), align: 'right', rank: 1 },
    { title: 'size', text: (handle) => formatBytes(handle.size_bytes), align: 'right', rank: 3 },
    { title: 'capability', text: (handle) => terminalSafeLine(handle.capability_id), least: 10, rank: 2 },
    { title: 'age', text: (handle) => formatSpan(now - Date.parse(handle.created_at)), align: 'right', rank: 4 },
    { title: 'expires', text: (handle) => expiryWords(handle, now), align: 'right', rank: 5 },
  ];
}

function expiryWords({ expires_at: at }: HandleRecord, now: number): string {
  const left = Date.parse(at) - now;
  return left <= 0 ? 'expired' : `in ${formatSpan(left)}`;
}

/** Everything that is known of a stored result. */
export function handleInfo(handle: HandleRecord, width: number, now: number): readonly SpanLine[] {
  const { constraints } = handle;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['handle', handle.handle_id],
    ['state', handle.reason === undefined ? handle.state : `${handle.state}: ${handle.reason}`],
    ['rows', `${formatCount(handle.total_rows)} ${handle.kind}`],
    ['size', `${formatBytes(handle.size_bytes)} (${formatCount(handle.size_bytes)} bytes)`],
    ['capability', handle.capability_id],
    ['data', handle.sensitivity],
    ['principal', handle.principal_id],
    ['action', handle.action_id],
    ['session', handle.session_id],
    ['grant', handle.grant_id],
    ['created', `${formatTime(handle.created_at)} UTC (${formatSpan(now - Date.parse(handle.created_at))} ago)`],
    ['expires', `${formatTime(handle.expires_at)} UTC (${expiryWords(handle, now)})`],
    ['rows a page', formatCount(handle.row_cap)],
    ['limits', Object.keys(constraints).length === 0 ? undefined : JSON.stringify(constraints)],
    [
      'command',
      handle.kind === 'map' ? `akernel restore --map ${handle.handle_id} FILE` : `akernel expand ${handle.handle_id}`,
    ],
  ];
  return factLines(facts, width);
}

/** Names and values in two columns; what has no value is left out. */
export function factLines(
  facts: readonly (readonly [string, string | undefined])[],
  width: number,
): readonly SpanLine[] {
  const present = facts.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const column = Math.min(16, Math.max(0, ...present.map(({ name }) => name.length)));
  return present.flatMap(({ name, value }) =>
    wrapText(terminalSafeLine(value), width - column - 2).map(
      (text, part): SpanLine => [{ text: `${(part === 0 ? name : '').padEnd(column)}  `, role: 'faint' }, { text }],
    ),
  );
}
