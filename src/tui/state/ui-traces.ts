import type { Outcome } from '../../contract/frame.js';
import { TRACE_EVENTS, type Trace, type TraceQuery } from '../../contract/trace.js';

const OUTCOMES: readonly Outcome[] = ['completed', 'failed', 'cancelled', 'timeout', 'denied'];

/** A filter as typed: what the store can look for itself, and words that must occur in a trace. */
export interface TraceFilter {
  readonly query: Pick<TraceQuery, 'event' | 'outcome'>;
  readonly words: readonly string[];
}

/** Names of events and outcomes are asked for as such; any other word may stand anywhere in capability or ids. */
export function parseTraceFilter(text: string): TraceFilter {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
  const event = TRACE_EVENTS.find((name) => typed.includes(name));
  const outcome = OUTCOMES.find((name) => typed.includes(name));
  return {
    query: { ...(event === undefined ? {} : { event }), ...(outcome === undefined ? {} : { outcome }) },
    words: typed.filter((word) => word !== event && word !== outcome),
  };
}

export function hasTraceWords(trace: Trace, words: readonly string[]): boolean {
  const { capability_id: capability, handle_id: handle, session_id: session, grant_id: grant, reason, error } = trace;
  const parts = [
    trace.event,
    trace.outcome,
    trace.action_id,
    trace.principal_id,
    capability,
    handle,
    session,
    grant,
    reason,
    trace.model?.name,
  ];
  const text = [...parts, error?.code].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
