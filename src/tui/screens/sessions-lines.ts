import { formatCount, formatSpan } from '../../contract/quantities.js';
import type { SessionRecord } from '../../contract/session.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Column } from '../components/table-lines.js';
import type { Glyphs } from '../theme.js';

export interface SessionRow {
  readonly session: SessionRecord;
  readonly isChosen: boolean;
}

const GAUGE = 12;

/** How much of a ledger is spent, held by runs, and left. */
export function ledgerGauge({ total, used, reserved }: SessionRecord, width: number, glyphs: Glyphs): string {
  const cells = (amount: number): number => Math.ceil((Math.max(0, amount) / Math.max(1, total)) * width);
  const spent = Math.min(width, cells(used));
  const held = Math.min(width - spent, cells(reserved));
  return glyphs.full.repeat(spent) + glyphs.mark.repeat(held) + glyphs.empty.repeat(width - spent - held);
}

export function sessionColumns(now: number, glyphs: Glyphs): readonly Column<SessionRow>[] {
  const left = ({ total, used, reserved }: SessionRecord): number => Math.max(0, total - used - reserved);
  return [
    { title: 'session', text: ({ session, isChosen }) => `${session.session_id}${isChosen ? ' *' : ''}`, rank: 0 },
    { title: 'agent', text: ({ session }) => terminalSafeLine(session.agent ?? ''), rank: 2 },
    { title: 'turns', text: ({ session }) => formatCount(session.turns), align: 'right', rank: 1 },
    { title: 'ledger', text: ({ session }) => ledgerGauge(session, GAUGE, glyphs), rank: 2 },
    { title: 'left', text: ({ session }) => formatCount(left(session)), align: 'right', rank: 0 },
    { title: 'used', text: ({ session }) => formatCount(session.used), align: 'right', rank: 1 },
    { title: 'reserved', text: ({ session }) => formatCount(session.reserved), align: 'right', rank: 3 },
    { title: 'total', text: ({ session }) => formatCount(session.total), align: 'right', rank: 1 },
    { title: 'age', text: ({ session }) => formatSpan(now - Date.parse(session.created_at)), align: 'right', rank: 4 },
  ];
}
