import { amountText } from '../../contract/frame-account.js';
import { formatBytes, formatCount, formatTime } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Trace } from '../../contract/trace.js';
import type { SpanLine } from '../components/span-lines.js';
import type { Column } from '../components/table-lines.js';
import { modelUsage } from '../text/model-usage.js';
import { readingWords } from '../text/reading-words.js';
import type { Role } from '../theme.js';
import { factLines } from './handles-lines.js';

export const OUTCOME_ROLES: Readonly<Record<Trace['outcome'], Role>> = {
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  timeout: 'warn',
  denied: 'bad',
};

/** A trace, or undefined for one that is being read. */
export type TraceRow = Trace | undefined;

export const TRACE_COLUMNS: readonly Column<TraceRow>[] = [
  { title: 'time, UTC', text: (trace) => (trace === undefined ? '' : formatTime(trace.started_at).slice(5)), rank: 1 },
  { title: 'event', text: (trace) => trace?.event ?? '', rank: 0 },
  {
    title: 'outcome',
    text: (trace) => trace?.outcome ?? '',
    role: (trace) => (trace === undefined ? 'faint' : OUTCOME_ROLES[trace.outcome]),
    rank: 0,
  },
  {
    title: 'capability',
    text: (trace) => terminalSafeLine(trace?.capability_id ?? trace?.model?.name ?? ''),
    least: 10,
    rank: 1,
  },
  { title: 'rows', text: (trace) => countOf((trace?.totals ?? trace?.reading)?.rows), align: 'right', rank: 3 },
  { title: 'ms', text: (trace) => countOf(trace?.duration_ms), align: 'right', rank: 4 },
  { title: 'principal', text: (trace) => terminalSafeLine(trace?.principal_id ?? ''), least: 6, rank: 5 },
  { title: 'action', text: (trace) => trace?.action_id ?? '', rank: 2 },
];

function countOf(count: number | undefined): string {
  return count === undefined ? '' : formatCount(count);
}

/** A trace whole. */
export function traceInfo(trace: Trace, width: number): readonly SpanLine[] {
  const { totals, error } = trace;
  const counts = (totals ?? trace.model ?? trace.reading)?.redactions;
  const redactions = Object.entries(counts ?? {}).map(([type, count]) => `${type} ${formatCount(count)}`);
  const redacted = redactions.length === 0 ? 'nothing' : redactions.join(', ');
  return factLines(
    [
      ['action', trace.action_id],
      ['event', trace.streamed === true ? `${trace.event}, streamed` : trace.event],
      ['outcome', trace.reason === undefined ? trace.outcome : `${trace.outcome} (${trace.reason})`],
      ['error', error === undefined ? undefined : `${error.code}: ${error.message}`],
      ['capability', trace.capability_id],
      ['model', trace.model === undefined ? undefined : `${trace.model.name}, ${modelUsage(trace.model)}`],
      ['read', trace.reading === undefined ? undefined : readingWords(trace.reading)],
      ['principal', trace.principal_id],
      ['justification', trace.justification],
      ['arguments', trace.args === undefined ? undefined : JSON.stringify(trace.args)],
      ['stored results', trace.args_from?.join(', ')],
      ['driver', trace.driver_id],
      ['mode', trace.mode],
      ['handle', trace.handle_id],
      ['session', trace.session_id],
      ['grant', trace.grant_id],
      ['started', `${formatTime(trace.started_at)} UTC`],
      ['took', `${formatCount(trace.duration_ms)} ms`],
      ...(totals === undefined
        ? []
        : ([
            [
              'seen',
              `${amountText(totals.rows, 'rows')}, ${formatBytes(totals.bytes)}, ${amountText(totals.chunks, 'chunks')}`,
            ],
            [
              'shown',
              `${amountText(totals.shown_rows, 'rows')}, ${amountText(totals.shown_chars, 'characters')} in ${amountText(totals.frames, 'frames')}`,
            ],
            [
              'budget',
              `${formatCount(totals.budget_used)} of ${formatCount(totals.budget_total)}, ended in phase ${totals.final_phase}`,
            ],
          ] as const)),
      ['redacted', counts === undefined ? undefined : redacted],
    ],
    width,
  );
}
