import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/row.js';
import { createSummariser } from '../../../src/firewall/facts/summariser.js';
import { createFactJudgement } from '../../../src/firewall/frames/fact-judgement.js';

function factOf(rows: readonly Row[], field: string): string | undefined {
  const summariser = createSummariser(createFactJudgement({}));
  summariser.addRows(rows);
  return summariser.facts().find((fact) => fact.startsWith(`${field}: `));
}

function countsOf(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

describe('of more than fifty different texts', () => {
  it('those are told that come often, exactly where they came early', () => {
    const rows = Array.from({ length: 4000 }, (_unused, at) => ({
      path: at % 5 === 0 ? '/health' : at > 1000 && at % 7 === 0 ? '/late' : `/item/${at}`,
    }));
    const late = rows.filter(({ path }) => path === '/late').length;
    const fact = factOf(rows, 'path') ?? '';
    expect(fact).toMatch(/^path: about [\d.]+ distinct, \d+ to \d+ chars, most often \/health=800 \/late≥\d+$/);
    const told = Number(/late≥(\d+)/.exec(fact)?.[1]);
    expect(told).toBeGreaterThan(late * 0.95);
    expect(told).toBeLessThanOrEqual(late);
  });

  it('no count is too high, and what is one in ten is always found', () => {
    const one = fc.nat(400).map((at) => `word ${at}`);
    fc.assert(
      fc.property(fc.array(one, { minLength: 100, maxLength: 400 }), fc.nat(3), (words, often) => {
        const all = words.flatMap((each, at) => (at % 4 === 0 ? [each, `often ${often}`] : [each]));
        const fact = factOf(
          all.map((word) => ({ word })),
          'word',
        );
        const counts = countsOf(all);
        if (counts.size > 50) {
          expect(fact).toContain(`"often ${often}"`);
        }
        for (const [, text = '', sign, count] of (fact ?? '').matchAll(/"([^"]+)"([=≥])(\d+)/g)) {
          expect(Number(count)).toBeLessThanOrEqual(counts.get(text) ?? 0);
          expect(sign === '=' ? Number(count) : counts.get(text)).toBe(counts.get(text));
        }
      }),
    );
  });

  it('nothing that may be hidden is told', () => {
    const secret = ['grace', 'example.com'].join('@');
    const rows = Array.from({ length: 400 }, (_unused, at) => ({ to: at % 2 === 0 ? secret : `person${at}` }));
    expect(factOf(rows, 'to')).not.toContain('grace');
  });
});

it('empty cells are told apart from texts, and do not make numbers a mixed field', () => {
  const rows = Array.from({ length: 8 }, (_unused, at) => ({ size: at === 3 ? '' : at, name: '' }));
  expect(factOf(rows, 'size')).toBe('size: 0 to 7, mean 3.57143, sum 25, 1 empty');
  expect(factOf(rows, 'name')).toBe('name: 8 empty');
});
