import type { Trace } from '../../contract/trace.js';
import { toMillis } from '../time.js';
import type { ChainEntry } from '../trace-chain.js';
import { numberOf, type SqlRow, type SqlValue, textOf } from './database.js';

export const COLUMNS =
  'seq, action_id, principal_id, capability_id, event, outcome, started_ms, prev_hash, hash, trace';
export const SIGNED_COLUMNS = ['action_id', 'principal_id', 'capability_id', 'event', 'outcome', 'started_ms'] as const;

/** The columns that repeat parts of the trace so that queries can use them. */
export function signedColumns(trace: Trace): Readonly<Record<(typeof SIGNED_COLUMNS)[number], SqlValue>> {
  return {
    action_id: trace.action_id,
    principal_id: trace.principal_id,
    capability_id: trace.capability_id ?? null,
    event: trace.event,
    outcome: trace.outcome,
    started_ms: toMillis(trace.started_at, 'started_at'),
  };
}

export function traceOf(row: SqlRow): Trace {
  const trace: Trace = JSON.parse(textOf(row, 'trace'));
  return trace;
}

/** A row whose columns do not say the same as its text gives an entry that cannot pass. */
export function entryOf(row: SqlRow): ChainEntry {
  return {
    seq: numberOf(row, 'seq'),
    prev_hash: textOf(row, 'prev_hash'),
    hash: columnsFit(row) ? textOf(row, 'hash') : '',
    text: textOf(row, 'trace'),
  };
}

function columnsFit(row: SqlRow): boolean {
  try {
    const columns = signedColumns(traceOf(row));
    return SIGNED_COLUMNS.every((column) => (row[column] ?? null) === columns[column]);
  } catch {
    return false;
  }
}
