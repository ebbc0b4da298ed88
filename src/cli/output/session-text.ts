import { formatCount } from '../../contract/quantities.js';
import type { SessionRecord } from '../../contract/session.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Style } from './style.js';

export function sessionRow(session: SessionRecord): Readonly<Record<string, unknown>> {
  const { session_id: id, created_at: made, agent = '', parent_id: parent = '', turns } = session;
  const { total, used, reserved } = session;
  return { session: id, agent, parent, made, turns, total, used, reserved, left: leftOf(session) };
}

export function sessionText(session: SessionRecord, style: Style): string {
  const { agent, parent_id: parent, entries, turns, total, used, reserved } = session;
  const over = used > total ? `, ${formatCount(used - total)} more than it had` : '';
  const lines = [
    `${style.strong(terminalSafeLine(session.session_id))} of ${terminalSafeLine(session.principal_id)}, made ${session.created_at}`,
    ...(agent === undefined ? [] : [`agent ${terminalSafeLine(agent)}`]),
    ...(parent === undefined ? [] : [`child of ${terminalSafeLine(parent)}, whose ledger it spends from`]),
    `${formatCount(turns)} turns, ${formatCount(entries)} messages`,
    `${formatCount(leftOf(session))} of ${formatCount(total)} model tokens left, ${formatCount(used)} used${over}, ${formatCount(reserved)} reserved`,
  ];
  return `${lines.join('\n')}\n`;
}

function leftOf({ total, used, reserved }: SessionRecord): number {
  return Math.max(0, total - used - reserved);
}
