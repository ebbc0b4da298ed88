import { readdirSync } from 'node:fs';
import { get_encoding } from 'tiktoken';
import { afterAll, describe, expect, it } from 'vitest';
import { lineOf } from '../../../src/contract/frame.js';
import { createRedactor } from '../../../src/firewall/find/redactor.js';
import { createTextDigest } from '../../../src/firewall/texts/text-digest.js';
import { digestOf, recordedLines, recordedText } from '../../support/digest-of.js';
import { proofSize } from '../../support/proof-size.js';
import { kernelOver, requestFor, text } from '../../support/test-kernel.js';

const NAMES = readdirSync(new URL('../../../fixtures/texts', import.meta.url)).map((file) => file.replace('.txt', ''));
const PLACES = proofSize(5, 15);
const SECRET = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');

const tokenizer = get_encoding('o200k_base');
afterAll(() => tokenizer.free());

/** What is told of a text that comes in pieces. */
function toldOf(pieces: readonly string[]): unknown {
  const redactor = createRedactor();
  const redact = (given: string): string => {
    const own = createRedactor();
    return own.push(given).text + own.end().text;
  };
  const digest = createTextDigest({ maxTokens: 2000, redact, shownChars: () => 0 });
  for (const piece of pieces) {
    digest.take('text', piece, redactor.push(piece));
  }
  digest.end('text', redactor.end());
  digest.close();
  const picks = digest.pick({ maxTokens: 400, density: 0.3, headShare: 5 });
  return { facts: digest.facts(undefined), shown: picks.show(12, 0) };
}

describe.each(NAMES)('%s, recorded', (name) => {
  it('is told the same wherever it is cut', () => {
    const whole = recordedText(name);
    const told = toldOf([whole]);
    const step = Math.max(1, Math.floor(whole.length / PLACES));
    for (let at = 1; at < whole.length; at += step) {
      expect(toldOf([whole.slice(0, at), whole.slice(at)])).toEqual(told);
    }
  });

  it('with a secret in every fifth line keeps to the budget and tells nothing of it', async () => {
    const lines = Array.from({ length: 8 }, () => recordedLines(name))
      .flat()
      .slice(0, 240)
      .map((line, i) => (i % 5 === 3 ? `${line}${SECRET}` : line));
    for (const maxTokens of [512]) {
      const kernel = await kernelOver(() => [text(`${lines.join('\n')}\n`)]);
      const frame = lineOf(await kernel.invoke(await requestFor(kernel, { maxTokens })));
      expect(frame).not.toContain(SECRET.slice(4, 10));
      expect(tokenizer.encode_ordinary(`${frame}\n`).length).toBeLessThanOrEqual(maxTokens);
    }
  });

  it('without its last lines, or twice, is read to its end', () => {
    const lines = recordedLines(name);
    expect(digestOf(lines.slice(0, -3)).lines).toBe(lines.length - 3);
    expect(digestOf([...lines, '', ...lines]).lines).toBe(2 * lines.length + 1);
  });
});
