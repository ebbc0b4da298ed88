import { formatCount } from '../../../src/contract/frame-account.js';
import type { SessionFigures } from './measure-session.js';
import type { Figures } from './pages.js';

/** The first page: what was saved, and whether the answers are there. */
export function shortText({ date, tokenizer, sessions }: Figures): string {
  const without = total(sessions, (session) => session.without);
  const withAkernel = total(sessions, (session) => session.with);
  const heading =
    `Ten recorded [sessions](test/bench/README.md#sessions-of-a-coding-agent) of a coding agent in Claude Code: model tokens of what its tools printed, as the host shows it\n` +
    `by itself and with akernel in front (${formatCount(without)} and ${formatCount(withAkernel)}), and whether what the agent wanted to know was there. Measured ${date}, ${tokenizer}.`;
  const rows = sessions.map((session) => [
    session.session,
    formatCount(session.without),
    formatCount(session.with),
    signed(session.without - session.with),
    answersText(session),
  ]);
  return `${heading}\n\n${table(['Session', 'Without', 'With', 'Saved', 'Answers'], rows)}`;
}

/** The page of figures: also what the tools wrote, and what the host alone would have shown. */
export function detailText({ date, node, tokenizer, sessions }: Figures): string {
  const rows = sessions.map((session) => [
    session.session,
    String(session.calls),
    formatCount(session.raw),
    formatCount(session.without),
    `${formatCount(session.with)} (${formatCount(session.expanded)})`,
    String(session.costlier),
    String(session.redactions),
    `${session.answers.filter((answer) => answer.without).length} of ${session.answers.length}`,
    countsOf(session).join(' / '),
  ]);
  const heads = ['Session', 'Calls', 'Raw', 'Without', 'With', 'Costlier', 'Redacted', 'Host answers', 'akernel'];
  return `${date}, Node ${node}, ${tokenizer}, measured.\n\n${table(heads, rows)}`;
}

function countsOf({ answers }: SessionFigures): readonly number[] {
  return (['shown', 'expand', 'lost'] as const).map((kind) => answers.filter(({ found }) => found === kind).length);
}

function answersText(session: SessionFigures): string {
  const [shown = 0, expand = 0, lost = 0] = countsOf(session);
  const parts = [
    shown === 0 ? [] : [`${shown} shown`],
    expand === 0 ? [] : [`${expand} one \`expand\` away`],
    lost === 0 ? [] : [`**${lost} lost**`],
  ];
  return parts.flat().join(', ');
}

function signed(count: number): string {
  return count < 0 ? `-${formatCount(-count)}` : formatCount(count);
}

function total(sessions: readonly SessionFigures[], part: (session: SessionFigures) => number): number {
  return sessions.reduce((sum, session) => sum + part(session), 0);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${heads.map((_, index) => (index === 0 ? '---' : '--:')).join('|')}|`, ...rows.map(line)].join(
    '\n',
  );
}
