import { get_encoding, type Tiktoken } from 'tiktoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENCODINGS, type TokenCounter } from '../../src/contract/budget.js';
import { loadTokenCounter } from '../../src/firewall/token-counter.js';

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

describe.each(ENCODINGS)('token counter %s', (encoding) => {
  let counter: TokenCounter;
  let oracle: Tiktoken;
  beforeAll(async () => {
    counter = await loadTokenCounter(encoding);
    oracle = get_encoding(encoding);
  });
  afterAll(() => oracle.free());

  test.each(ORDINARY)('counts like tiktoken: %j', (text) => {
    expect(counter.count(text)).toBe(oracle.encode_ordinary(text).length);
  });

  test.each(HOSTILE)('does not under-count a run of %s', (_name, unit) => {
    const text = unit.repeat(Math.floor(3000 / unit.length));
    expect(counter.count(text)).toBeGreaterThanOrEqual(oracle.encode_ordinary(text).length);
  });
});

test.each(HOSTILE)('a long run of %s is counted', async (_name, unit, times) => {
  const counter = await loadTokenCounter('o200k_base');
  const count = counter.count(unit.repeat(times));
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(times * unit.length * 3);
});

test('each encoding is loaded once', () => {
  expect(loadTokenCounter('o200k_base')).toBe(loadTokenCounter('o200k_base'));
});
