import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { expect, test } from 'vitest';
import { ENCODINGS } from '../../src/contract/budget.js';
import { createTextCount } from '../../src/firewall/budget/text-count.js';
import { loadTokenCounter } from '../../src/firewall/budget/token-counter.js';
import { proofSize } from '../support/proof-size.js';

const piece = fc.array(
  fc.constantFrom(
    'a',
    'Z',
    ' ',
    '  ',
    '\n',
    '\r',
    '/',
    '{',
    '"',
    "'s",
    "'",
    '7',
    '2026',
    'ing',
    'é',
    '\u0301',
    '名',
    '😀',
    '\t',
    '\u00a0',
    '}\n',
    ' b',
  ),
  { maxLength: 12 },
);

test.each(ENCODINGS)('pieces in %s come to what their text comes to', async (encoding) => {
  const { count } = await loadTokenCounter(encoding);
  const tokenizer = get_encoding(encoding);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const counted = createTextCount(count);
      let text = '';
      for (const next of pieces) {
        text += next.join('');
        const foretold = counted.with(next.join(''));
        counted.add(next.join(''));
        expect(counted.total()).toBe(foretold);
      }
      expect(counted.total()).toBe(tokenizer.encode_ordinary(text).length);
    }),
    { numRuns: proofSize(150, 400) },
  );
  tokenizer.free();
});

test('a text without a place to cut is never counted short', async () => {
  const { count } = await loadTokenCounter('o200k_base');
  const tokenizer = get_encoding('o200k_base');
  const counted = createTextCount(count);
  let text = '';
  for (let i = 0; i < 300; i += 1) {
    const next = '漢字かな交じり文'.repeat(30) + i;
    text += next;
    counted.add(next);
  }
  const wanted = tokenizer.encode_ordinary(text).length;
  expect(counted.total()).toBeGreaterThanOrEqual(wanted);
  expect(counted.total()).toBeLessThan(wanted + 100);
  tokenizer.free();
});
