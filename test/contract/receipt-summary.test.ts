import { expect, it } from 'vitest';
import { receiptAccount } from '../../src/contract/receipt-account.js';
import { savedBy, summariseReceipts } from '../../src/contract/receipt-summary.js';
import { makeReceipt } from '../support/receipt.js';

it.each([
  ['all that was cut', { tokens_in: 1000, tokens_out: 200 }, 800],
  ['nothing, where nothing was changed', { tokens_in: 1000, tokens_out: 1000 }, 0],
  ['no more than the host would have shown', { tokens_in: 100_000, tokens_out: 200, host_limit_bytes: 30_000 }, 7300],
  ['nothing, where the host cuts both alike', { tokens_in: 100_000, tokens_out: 90_000, host_limit_bytes: 30_000 }, 0],
  ['less than nothing, where a line was added', { tokens_in: 90, tokens_out: 100 }, -10],
])('a call saves %s', (_, more, saved) => {
  expect(savedBy(makeReceipt(more))).toBe(saved);
});

it('deducts re-reads, repeats and overhead, and tells losses', () => {
  const cut = { tokens_in: 1000, tokens_out: 100, session: 's', digest: 'd' };
  const { all } = summariseReceipts(
    [
      makeReceipt(cut),
      makeReceipt(cut),
      makeReceipt({ tokens_in: 10, tokens_out: 20 }),
      makeReceipt({ kind: 'expand', tokens_out: 300 }),
      makeReceipt({ kind: 'overhead', tokens_out: 50 }),
    ],
    'host',
  );
  // the repeat is deducted once more: it was read because it had been cut
  expect(all).toMatchObject({
    calls: 3,
    rereads: 2,
    overhead: 450,
    saved: 900 + 900 - 10 - 450,
    losses: 1,
    median: 900,
  });
});

it('deducts of a repeat, and of what was expanded, no more than the host showed of it', () => {
  const long = { tokens_in: 100_000, tokens_out: 99_000, session: 's', digest: 'd', host_limit_bytes: 30_000 };
  const { all } = summariseReceipts(
    [makeReceipt(long), makeReceipt(long), makeReceipt({ ...long, kind: 'expand' })],
    'host',
  );
  expect(all).toMatchObject({ rereads: 2, overhead: 15_000, saved: -15_000 });
});

it('makes a group for each host, tool or session, the busiest first', () => {
  const some = [
    makeReceipt({ tool: 'Read', session: 'a' }),
    makeReceipt({ session: 'a', redactions: { email: 2 } }),
    makeReceipt({ session: 'b', redactions: { email: 1, jwt: 1 }, exit: { told: 1, own: 1 } }),
    makeReceipt({ host: 'codex', exit: { told: 0, own: 1 } }),
  ];
  const names = (by: 'host' | 'tool' | 'session') => summariseReceipts(some, by).groups.map(({ name }) => name);
  expect(names('host')).toEqual(['claude-code', 'codex']);
  expect(names('tool')).toEqual(['claude-code Bash', 'claude-code Read', 'codex Bash']);
  expect(names('session')).toEqual(['claude-code a', 'claude-code b', 'codex -']);
  expect(summariseReceipts(some, 'host').all).toMatchObject({
    redactions: { email: 3, jwt: 1 },
    exits: 2,
    exits_changed: 1,
  });
});

it('names the tokenizers that counted, and no other', () => {
  const measured = { counted: 'measured' } as const;
  const { all } = summariseReceipts(
    [
      makeReceipt(measured),
      makeReceipt({ ...measured, encoding: 'cl100k_base' }),
      makeReceipt(measured),
      makeReceipt({ encoding: 'p50k_base' }),
    ],
    'host',
  );
  expect(all).toMatchObject({ calls: 4, measured: 3, encodings: ['cl100k_base', 'o200k_base'] });
  expect(receiptAccount(all)[0]).toMatch(
    /^model tokens, of 4 calls 3 counted by cl100k_base and o200k_base, the others/,
  );
});

it('has nothing to say without receipts', () => {
  expect(summariseReceipts([], 'host')).toMatchObject({ groups: [], all: { calls: 0, saved: 0, median: 0 } });
});
