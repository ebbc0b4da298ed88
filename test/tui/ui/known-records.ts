import type { HandleRecord } from '../../../src/contract/handle.js';
import type { Receipt } from '../../../src/contract/receipt.js';
import type { SessionRecord } from '../../../src/contract/session.js';
import type { Trace } from '../../../src/contract/trace.js';
import { makeReceipt } from '../../support/receipt.js';

/** What a store could hold at this time. */
export const NOW = Date.UTC(2026, 4, 6, 12);

const at = (minutesAgo: number): string => new Date(NOW - minutesAgo * 60_000).toISOString();

function handle(id: string, more: Partial<HandleRecord>): HandleRecord {
  return {
    handle_id: id,
    action_id: 'a_0000000001',
    capability_id: 'crm.find_customers',
    principal_id: 'ann',
    constraints: {},
    sensitivity: 'PII',
    row_cap: 50,
    kind: 'records',
    created_at: at(5),
    expires_at: at(-7 * 1440),
    total_rows: 3,
    size_bytes: 156,
    state: 'complete',
    ...more,
  };
}

export const HANDLES: readonly HandleRecord[] = [
  handle('h_aaaaaaaaaa', { state: 'open', total_rows: 12_345_678, size_bytes: 1_900_000_000, created_at: at(1) }),
  handle('h_bbbbbbbbbb', { constraints: { max_rows: 10 }, session_id: 's_aaaaaaaaaa', grant_id: 'g_aaaaaaaaaa' }),
  handle('h_cccccccccc', {
    state: 'partial',
    reason: 'entry limit',
    kind: 'text',
    capability_id: 'demo.log',
    created_at: at(10_000),
    expires_at: at(80),
  }),
];

export const SESSIONS: readonly SessionRecord[] = [
  {
    session_id: 's_aaaaaaaaaa',
    principal_id: 'ann',
    created_at: at(90),
    total: 100_000,
    used: 43_210,
    reserved: 16_000,
    entries: 24,
    turns: 3,
    agent: 'triage',
  },
  {
    session_id: 's_bbbbbbbbbb',
    principal_id: 'ann',
    created_at: at(3000),
    total: 4000,
    used: 4000,
    reserved: 0,
    entries: 0,
    turns: 0,
  },
];

const isInSession = (index: number): boolean => index % 7 === 3 && index < 90;

export const TRACES: readonly Trace[] = Array.from({ length: 250 }, (_, index): Trace => {
  const isDenied = index % 10 === 4;
  return {
    action_id: `a_${String(index).padStart(10, '0')}`,
    event: index % 3 === 0 ? 'grant' : 'invoke',
    principal_id: 'ann',
    capability_id: index % 5 === 0 ? 'demo.log' : 'crm.find_customers',
    outcome: isDenied ? 'denied' : 'completed',
    started_at: at(index),
    duration_ms: index * 7,
    ...(index % 3 === 0 ? {} : { handle_id: 'h_bbbbbbbbbb', driver_id: 'test', args: { name: 'x' } }),
    ...(isDenied ? { error: { code: 'POLICY_DENIED', message: 'A role is missing.' } } : {}),
    ...(index % 3 === 0
      ? {}
      : {
          totals: {
            frames: 4,
            rows: index * 1000,
            bytes: index * 20_000,
            chunks: index,
            shown_rows: 40,
            shown_chars: 4000,
            redactions: { email: 40 },
            final_phase: 4,
            budget_total: 4000,
            budget_used: isInSession(index) ? 300 + ((index * 611) % 3500) : 3900,
          },
        }),
    ...(isInSession(index) ? { session_id: 's_aaaaaaaaaa' } : {}),
  };
});

function receipt(host: string, tool: string, more: Partial<Receipt>): Receipt {
  return makeReceipt({ at: at(10), host, tool, session: 'b9d1', tokens_in: 900, ...more });
}

export const RECEIPTS: readonly Receipt[] = [
  ...Array.from({ length: 40 }, () => receipt('claude-code', 'Bash', { host_limit_bytes: 30_000 })),
  receipt('claude-code', 'Bash', { tokens_in: 1_250_000, tokens_out: 5900, host_limit_bytes: 30_000 }),
  receipt('claude-code', 'Read', { tokens_in: 310, tokens_out: 340, redactions: { secret: 3, password: 1 } }),
  receipt('claude-code', 'expand', { kind: 'expand', tokens_out: 480, session: 'c0e2' }),
  receipt('codex', 'github__list_issues', {
    surface: 'gateway',
    counted: 'measured',
    tokens_in: 21_000,
    tokens_out: 1800,
    redactions: { email: 64 },
  }),
  receipt('gemini', 'run_shell_command', { tokens_in: 200, tokens_out: 260, exit: { told: 1, own: 1 } }),
];
