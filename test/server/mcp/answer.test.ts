import { expect, it } from 'vitest';
import type { Frame } from '../../../src/contract/frame.js';
import { answerOf } from '../../../src/server/mcp/answer.js';

const REFUSED: Frame = {
  seq: 0,
  phase: 3,
  is_final: true,
  status: 'failed',
  handle_id: 'h_0000000000',
  seen: { chars: 21 },
  shown: { chars: 21 },
  omitted: {},
  error: { code: 'DRIVER_FAILED', message: 'the MCP server shop refused the call' },
  budget: { total: 4000, used: 90, remaining: 3910, exact: true, encoding: 'o200k_base', unit: 'tokens' },
};

it('tells the one line of a refusal as the server said it', () => {
  const { texts, isError } = answerOf({ ...REFUSED, highlights: [{ line: 0, text: 'there is no order 877' }] });
  expect(texts[0]?.split('\n')[0]).toBe('there is no order 877');
  expect(texts.at(-1)).toBe('[akernel] the MCP server shop refused the call');
  expect(isError).toBe(true);
});

it.each([
  [
    [
      { line: 0, text: 'a' },
      { line: 3, text: 'b', gap: '2 lines' },
    ],
    '0  a\n3  b',
  ],
  [[{ line: 7, text: 'a' }], '7  a'],
  [[{ line: 0, text: 'a\nb' }], '0  a\n   b'],
  [[{ line: 0, text: 'a', channel: 'stderr' }], '0  [stderr] a'],
])('numbers lines where there are others, or could be: %j', (highlights, told) => {
  expect(answerOf({ ...REFUSED, highlights }).texts[0]).toContain(told);
});
