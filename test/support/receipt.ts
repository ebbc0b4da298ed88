import type { Receipt } from '../../src/contract/receipt.js';

/** A receipt of an estimated call of a hook, with four bytes a model token; `more` says what is otherwise. */
export function makeReceipt(more: Partial<Receipt>): Receipt {
  const { tokens_in: tokensIn = 100, tokens_out: tokensOut = tokensIn } = more;
  return {
    at: '2026-11-27T10:00:00.000Z',
    surface: 'hook',
    host: 'claude-code',
    tool: 'Bash',
    kind: 'call',
    bytes_in: tokensIn * 4,
    tokens_in: tokensIn,
    bytes_out: tokensOut * 4,
    tokens_out: tokensOut,
    counted: 'estimated',
    encoding: 'o200k_base',
    redactions: {},
    ...more,
  };
}
