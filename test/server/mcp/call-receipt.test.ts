import { expect, it } from 'vitest';
import type { Frame } from '../../../src/contract/frame.js';
import { callReceipt } from '../../../src/server/mcp/call-receipt.js';

const WHOLE: Frame = {
  seq: 0,
  phase: 1,
  text: 'a text of forty characters, or about that',
  is_final: true,
  status: 'completed',
  budget: { total: 4000, used: 9, remaining: 3991, exact: true, encoding: 'o200k_base', unit: 'tokens' },
};
const usage = { frames: 1, rows: 0, bytes: 4000 };
const receiptOf = (frame: Frame) =>
  callReceipt({ host: 'codex', tool: 'a__b', frame, usage, startedAt: 1000, endedAt: 1007 });

it('says measured only of a result that was counted as a whole', () => {
  expect(receiptOf(WHOLE)).toMatchObject({ counted: 'measured', tokens_out: 9, duration_ms: 7 });
  expect(receiptOf({ ...WHOLE, omitted: { chars: 3959 } })).toMatchObject({ counted: 'estimated', tokens_out: 9 });
  const uncounted = { ...WHOLE, budget: { ...WHOLE.budget, exact: false } };
  expect(receiptOf(uncounted)).toMatchObject({ counted: 'estimated', tokens_in: 1000, tokens_out: 11 });
});
