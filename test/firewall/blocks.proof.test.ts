import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RedactionOptions } from '../../src/firewall/find/redactor.js';
import { subject } from '../support/bundled-subject.js';
import { chooseDetectors, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { chosenPlaces, proofSize } from '../support/proof-size.js';

const { createRedactor, redactText } = subject;
const chosen = chooseDetectors(subject);

interface Secret {
  readonly name: string;
  readonly input: string;
  readonly options: RedactionOptions;
  readonly from: number;
  readonly to: number;
}

/** What is hidden in the fixtures of all detectors. What has signs of a terminal in it is read in two ways already. */
const secrets: readonly Secret[] = loadDetectorFixtures()
  .filter(({ kind, input }) => kind === 'ng' && !/[\ud800-\udfff\x1b]/.test(input))
  .flatMap(({ name, detector, input }) => {
    const options = chosen(detector);
    let start = 0;
    let at = 0;
    return redactText(input, options).replacements.map((each) => {
      const from = start + each.at - at;
      start = from + each.raw_chars;
      at = each.at + each.length;
      return { name, input, options, from, to: start };
    });
  })
  .filter(({ from, to }) => to - from >= 6 && to - from < 400);

/** In the usual run some of them: most fixtures hold several. */
const EVERY = proofSize(3, 1);

function inBlocks(blocks: readonly string[], options: RedactionOptions): string {
  const [first = '', ...others] = blocks;
  const redactor = createRedactor(options);
  const parts = [redactor.push(first), ...others.map((block) => redactor.pushBlock(`\n${block}`)), redactor.end()];
  expect(parts.reduce((sum, part) => sum + part.raw_chars, 0)).toBe(blocks.join('\n').length);
  return parts.map(({ text }) => text).join('');
}

function runsOf(secret: string): readonly string[] {
  return Array.from({ length: secret.length - 5 }, (_, at) => secret.slice(at, at + 6));
}

/** A run of the secret that is shown in blocks and not where it is whole. */
function leakIn({ input, options, from, to }: Secret, blocks: readonly string[], whole: string): string | undefined {
  const shown = inBlocks(blocks, options).replace(/\[REDACTED:[a-z_]+\]/g, '[]');
  return onlyIn(shown, runsOf(input.slice(from, to)), () => redactText(whole, options).text);
}

/** The first run that is shown and not usual; of most secrets nothing is shown, and then what is usual need not be known. */
function onlyIn(shown: string, runs: readonly string[], usually: () => string): string | undefined {
  const found = runs.filter((run) => shown.includes(run));
  const usual = found.length === 0 ? '' : usually();
  return found.find((run) => !usual.includes(run));
}

test('a secret that is cut over two blocks is hidden, also with another block behind it', () => {
  const leaks: unknown[] = [];
  for (const [index, secret] of secrets.entries()) {
    if (index % EVERY !== 0) {
      continue;
    }
    const { name, input, from, to } = secret;
    const isChosen = chosenPlaces({ length: to - from }, index, 1);
    for (let cut = from + 1; cut < to; cut += 1) {
      if (!isChosen(cut - from) || input[cut - 1] === '\n' || input[cut] === '\n') {
        continue;
      }
      const [head, tail, rest] = [input.slice(0, cut), input.slice(cut, to), `next ${input.slice(to)}`];
      const leak =
        leakIn(secret, [head, input.slice(cut)], input) ??
        leakIn(secret, [head, tail, rest], `${input.slice(0, to)}\n${rest}`);
      if (leak !== undefined) {
        leaks.push([name, cut - from, leak]);
      }
    }
  }
  expect(secrets.length).toBeGreaterThan(3000);
  expect(leaks).toEqual([]);
});

test('what is found where each block ends its last line is found', () => {
  const blocks = fc.array(fc.constantFrom(...secrets), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(blocks, (all) => {
      const options = all[0]?.options ?? {};
      const texts = all.map(({ input }) => input.slice(0, 2000));
      const shown = inBlocks(texts, options).replace(/\[REDACTED:[a-z_]+\]/g, '[]');
      const runs = all.flatMap(({ input, from, to }) => runsOf(input.slice(from, to)));
      const leak = onlyIn(shown, runs, () => redactText(texts.join('\n'), options).text);
      expect(leak, JSON.stringify(texts)).toBeUndefined();
    }),
    { numRuns: proofSize(100, 300) },
  );
});

test('clean blocks stay as they are, however the text of one comes', () => {
  const words = fc.array(fc.constantFrom('It', 'rains', 'in', 'Bergen.', '42', '', '\n'), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), fc.nat({ max: 5 }), (all, cut) => {
      const blocks = all.map((each) => each.join(' '));
      const redactor = createRedactor();
      const parts = blocks.flatMap((block, index) => {
        const text = index === 0 ? block : `\n${block}`;
        const first = index === 0 ? redactor.push(text.slice(0, cut + 1)) : redactor.pushBlock(text.slice(0, cut + 1));
        return [first, redactor.push(text.slice(cut + 1))];
      });
      expect([...parts, redactor.end()].map(({ text }) => text).join('')).toBe(blocks.join('\n'));
    }),
  );
});

test('what touches a placeholder of another block stays', () => {
  expect(inBlocks(['one user:', '[REDACTED:email]', 'two'], {})).toBe('one user:\n[REDACTED:email]\ntwo');
});

test('behind many blocks, and far behind the last one, all is found as before', () => {
  const key = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');
  const many = Array.from({ length: 300 }, (_, index) => `block ${index}`);
  const far = `${'a line of no interest\n'.repeat(2000)}key ${key} end`;
  const shown = inBlocks([...many, `key ${key.slice(0, 9)}`, `${key.slice(9)} end`, far], {});
  expect(shown).not.toContain(key.slice(9));
  expect(shown.endsWith('key [REDACTED:aws_key] end')).toBe(true);
  expect(shown.startsWith(many.join('\n'))).toBe(true);
});
