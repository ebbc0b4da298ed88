import { createRequire } from 'node:module';
import fc from 'fast-check';
import { get_encoding, type Tiktoken } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENCODINGS, type TokenCounter } from '../../src/contract/budget.js';
import { loadTokenCounter } from '../../src/firewall/budget/token-counter.js';
import { packRanks } from '../../src/firewall/budget/token-counter-ranks.js';
import { proofSize } from '../support/proof-size.js';

const ORDINARY = [
  '',
  ' ',
  "Hello, world! It’s the 3rd of May; don't panic, we'll see.\r\n\r\n  indented\tline\n",
  '{"seq":1,"rows":[{"id":123456,"email":"[REDACTED:email]","note":"naïve café – 東京 🎉"}]}\n',
  'a special one: <|endoftext|> and <|endofprompt|> and <|fim_prefix|>',
  'const x = [1,2,3].map((n) => n ** 2); // ok\n',
];

const HOSTILE: readonly (readonly [string, string, number])[] = [
  ['letters', 'a', 100_000],
  ['emoji', '🎉', 50_000],
  ['chinese', '東', 100_000],
  ['spaces', ' ', 1_000_000],
  ['newlines', '\n', 200_000],
  ['digits', '7', 200_000],
  ['lone surrogates', '\uD800', 50_000],
];

/** What the patterns treat in their own way, next to each other in any order. */
const FRAGMENTS = [
  ..."'s 'S 'ſ 'll 'LL 'Ve 're 'd ' '' the a A ß É 中 東京 ʕ ǅ ʰ 12 1234 ½ ١٢٣ 0 ! -- / // _ {\" \":\" 🎉 𝒜 𐐀 𐐨".split(
    ' ',
  ),
  ...[' ', '  ', '\t', '\n', '\r', '\r\n', '\n/', '\u0085', '\u00a0', '\ufeff', '\u2028', '\u3000', '\u0301'],
  ...['\ud800', '\udc00', '<|endoftext|>', 'http://', '[REDACTED:email]'],
];

const PIECES = [
  fc.constantFrom(...FRAGMENTS),
  fc.tuple(fc.constantFrom(...FRAGMENTS), fc.nat(90)).map(([fragment, times]) => fragment.repeat(times)),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'aeinrst'), maxLength: 200 }),
];

describe.each(ENCODINGS)('token counter %s', { timeout: 60_000 }, (encoding) => {
  let counter: TokenCounter;
  let oracle: Tiktoken;
  beforeAll(async () => {
    const { bpe_ranks: ranks } = createRequire(import.meta.url)(`tiktoken/encoders/${encoding}`);
    // As a file of the build, and not where words of 32 bits begin.
    const packed = Buffer.concat([Buffer.alloc(1), packRanks(ranks)]).subarray(1);
    counter = await loadTokenCounter(encoding, () => packed);
    oracle = get_encoding(encoding);
  });
  afterAll(() => oracle.free());

  test.each(ORDINARY)('counts like tiktoken: %j', (text) => {
    expect(counter.count(text)).toBe(oracle.encode_ordinary(text).length);
  });

  test.each(HOSTILE)('counts a run of %s like tiktoken', (_name, unit) => {
    for (const chars of [63, 64, 65, 66, 200, 3000]) {
      const text = unit.repeat(Math.ceil(chars / unit.length));
      expect(counter.count(text)).toBe(oracle.encode_ordinary(text).length);
    }
  });

  test('counts any text like tiktoken', { timeout: 60_000 }, () => {
    const texts = fc.array(fc.oneof(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, (text) => counter.count(text) === oracle.encode_ordinary(text).length),
      { numRuns: proofSize(200, 500) },
    );
  });
});

test.each(HOSTILE)('a long run of %s is counted', { timeout: 60_000 }, async (_name, unit, times) => {
  const counter = await loadTokenCounter('o200k_base');
  const count = counter.count(unit.repeat(times));
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(times * unit.length * 3);
});

test('each encoding is loaded once', () => {
  expect(loadTokenCounter('o200k_base')).toBe(loadTokenCounter('o200k_base'));
});
