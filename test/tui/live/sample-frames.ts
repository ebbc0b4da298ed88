import type { Frame, Phase } from '../../../src/contract/frame.js';
import type { Value } from '../../../src/contract/row.js';

/** A frame in between, with what the test is about. */
export function frameOf(parts: Partial<Frame> & { readonly used?: number }): Frame {
  const { used = 100, ...rest } = parts;
  const counted = (rest.phase ?? 1) > 1 ? { exact: true } : {};
  return { seq: 1, phase: 1, budget: { ...counted, used, remaining: 4000 - used }, is_final: false, ...rest };
}

export const FIRST_FRAME = frameOf({
  seq: 0,
  action_id: 'a_9x2k7m4qpw',
  capability_id: 'demo.customers',
  handle_id: 'h_4t8r2v6y1n',
  budget: { unit: 'tokens', encoding: 'o200k_base', exact: false, total: 4000, used: 131, remaining: 3869 },
});

const NAMES = ['Noor Ng', 'Hugo Kim', 'Grace Fischer', '王小明', 'Zoë Ivanov', '👩‍🚀 Ada'];

export function customer(id: number): Value {
  return {
    id,
    name: NAMES[id % NAMES.length] ?? '',
    email: '[REDACTED:email]',
    plan: id % 3 === 0 ? 'free' : 'business',
    amount: (id * 7919) % 10_000,
    active: id % 2 === 0,
    notes: `Called \u001b[31mtwice\u001b[0m about invoice ${id * 1000}; wants \u202ea refund and a long explanation`,
  };
}

export function rowsFrame(from: number, count: number, phase: Phase = 1): Frame {
  return frameOf({
    phase,
    rows: Array.from({ length: count }, (_, index) => customer(from + index)),
    used: 131 + from * 20,
  });
}

export const FINAL_FRAME = frameOf({
  seq: 20,
  phase: 4,
  is_final: true,
  status: 'completed',
  used: 3874,
  seen: { rows: 100_000, bytes: 24_391_022, chunks: 391 },
  shown: { rows: 40 },
  omitted: { rows: 99_960 },
  facts: ['rows: 100000', 'plan: business=66667 free=33333'],
  redactions: { email: 40 },
  handle: {
    handle_id: 'h_4t8r2v6y1n',
    total_rows: 100_000,
    size_bytes: 24_391_022,
    expires_at: '2026-11-28T20:00:00.000Z',
    state: 'complete',
  },
});
