import { amountText } from '../../contract/frame-account.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Trace } from '../../contract/trace.js';
import { modelUsage } from '../../tui/text/model-usage.js';
import { readingWords } from '../../tui/text/reading-words.js';
import type { Style } from './style.js';

/** A trace in words: who did what, how it ended, and what it amounted to. */
export function traceText(trace: Trace, style: Style): string {
  const { outcome, reason, event, capability_id: capability, driver_id: driver, totals, error } = trace;
  const paint = outcome === 'completed' ? style.good : style.bad;
  const lines = [
    `${event} ${capability ?? trace.model?.name ?? ''} by ${trace.principal_id}${driver === undefined ? '' : ` with driver ${driver}`}`,
    `at ${trace.started_at}, ${formatCount(trace.duration_ms)} ms${trace.streamed === true ? ', streamed' : ''}`,
    ...linksOf(trace),
    ...(trace.args === undefined ? [] : [`arguments: ${JSON.stringify(trace.args)}`]),
    ...(trace.args_from === undefined ? [] : [`stored results in them: ${trace.args_from.join(', ')}`]),
    ...(trace.justification === undefined ? [] : [`justification: ${trace.justification}`]),
    ...(error === undefined ? [] : [`error ${error.code}: ${error.message}`]),
    ...(totals === undefined ? [] : totalLines(totals)),
    ...(trace.reading === undefined ? [] : [readingWords(trace.reading), ...redactionLines(trace.reading.redactions)]),
    ...(trace.model === undefined ? [] : [modelUsage(trace.model), ...redactionLines(trace.model.redactions)]),
  ];
  const head = `${style.strong(trace.action_id)} ${paint(outcome)}${reason === undefined ? '' : ` (${reason})`}`;
  return `${head}\n${lines.map((line) => `${terminalSafeLine(line)}\n`).join('')}`;
}

function linksOf({ handle_id: handle, grant_id: grant, session_id: session, mode }: Trace): readonly string[] {
  const links = Object.entries({ handle, grant, session, mode }).filter(([, value]) => value !== undefined);
  return links.length === 0 ? [] : [links.map(([name, value]) => `${name} ${value}`).join(', ')];
}

function totalLines(totals: NonNullable<Trace['totals']>): readonly string[] {
  return [
    `${amountText(totals.rows, 'rows')}, ${amountText(totals.bytes, 'bytes')} in ${amountText(totals.chunks, 'chunks')}; shown ${amountText(totals.shown_rows, 'rows')}, ${amountText(totals.shown_chars, 'characters')} in ${amountText(totals.frames, 'frames')}`,
    `budget ${formatCount(totals.budget_used)}/${formatCount(totals.budget_total)}, ended in phase ${totals.final_phase}`,
    ...redactionLines(totals.redactions),
  ];
}

function redactionLines(redactions: Readonly<Record<string, number>>): readonly string[] {
  const redacted = Object.entries(redactions).map(([type, times]) => `${type} ${formatCount(times)}`);
  return redacted.length === 0 ? [] : [`redacted: ${redacted.join(', ')}`];
}
