import type { Trace } from '../../contract/trace.js';
import { terminalSafeLine } from '../../tui/text/terminal-safe.js';
import { count } from './status-line.js';
import type { Style } from './style.js';

/** A trace in words: who did what, how it ended, and what it amounted to. */
export function traceText(trace: Trace, style: Style): string {
  const { outcome, reason, event, capability_id: capability, driver_id: driver, totals, error } = trace;
  const paint = outcome === 'completed' ? style.good : style.bad;
  const lines = [
    `${event} ${capability ?? ''} by ${trace.principal_id}${driver === undefined ? '' : ` with driver ${driver}`}`,
    `at ${trace.started_at}, ${count(trace.duration_ms)} ms${trace.streamed === true ? ', streamed' : ''}`,
    ...linksOf(trace),
    ...(trace.args === undefined ? [] : [`arguments: ${JSON.stringify(trace.args)}`]),
    ...(trace.justification === undefined ? [] : [`justification: ${trace.justification}`]),
    ...(error === undefined ? [] : [`error ${error.code}: ${error.message}`]),
    ...(totals === undefined ? [] : totalLines(totals)),
  ];
  const head = `${style.strong(trace.action_id)} ${paint(outcome)}${reason === undefined ? '' : ` (${reason})`}`;
  return `${head}\n${lines.map((line) => `${terminalSafeLine(line)}\n`).join('')}`;
}

function linksOf({ handle_id: handle, grant_id: grant, session_id: session, mode }: Trace): readonly string[] {
  const links = Object.entries({ handle, grant, session, mode }).filter(([, value]) => value !== undefined);
  return links.length === 0 ? [] : [links.map(([name, value]) => `${name} ${value}`).join(', ')];
}

function totalLines(totals: NonNullable<Trace['totals']>): readonly string[] {
  const redacted = Object.entries(totals.redactions).map(([type, times]) => `${type} ${count(times)}`);
  return [
    `${count(totals.rows)} rows, ${count(totals.bytes)} bytes in ${count(totals.chunks)} chunks; shown ${count(totals.shown_rows)} rows, ${count(totals.shown_chars)} characters in ${count(totals.frames)} frames`,
    `budget ${count(totals.budget_used)}/${count(totals.budget_total)}, ended in phase ${totals.final_phase}`,
    ...(redacted.length === 0 ? [] : [`redacted: ${redacted.join(', ')}`]),
  ];
}
