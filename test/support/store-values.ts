import type { NewHandle } from '../../src/contract/handle.js';
import type { Trace } from '../../src/contract/trace.js';

export const STORE_KEY = new Uint8Array(32).fill(7);
export const AUDIT_KEY = new Uint8Array(32).fill(9);
export const START = Date.parse('2026-11-21T20:00:00.000Z');

export function newHandle(handleId: string, changes: Partial<NewHandle> = {}): NewHandle {
  return {
    handle_id: handleId,
    action_id: `a_${handleId}`,
    capability_id: 'demo.customers',
    principal_id: 'alice',
    constraints: { max_rows: 10 },
    sensitivity: 'PII',
    row_cap: 50,
    kind: 'records',
    created_at: new Date(START).toISOString(),
    expires_at: new Date(START + 60_000).toISOString(),
    ...changes,
  };
}

export function newTrace(actionId: string, changes: Partial<Trace> = {}): Trace {
  return {
    action_id: actionId,
    event: 'invoke',
    principal_id: 'alice',
    outcome: 'completed',
    started_at: new Date(START).toISOString(),
    duration_ms: 12,
    ...changes,
  };
}

/** Rows `{"row":first,…}` as NDJSON; `width` pads each line. */
export function makeLines(firstRow: number, rows: number, width = 0): Uint8Array {
  const numbers = Array.from({ length: rows }, (_, index) => firstRow + index);
  return Buffer.from(numbers.map((row) => `{"row":${row},"pad":"${'x'.repeat(width)}"}\n`).join(''));
}
