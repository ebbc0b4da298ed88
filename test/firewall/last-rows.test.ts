import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecordsChunk } from '../../src/contract/chunk.js';
import { createLastRows } from '../../src/firewall/frames/last-rows.js';
import { kernelOver, records, stream } from '../support/test-kernel.js';

function chunkOf(rows: readonly { readonly id: number }[]): RecordsChunk {
  return {
    type: 'records',
    rows: [...rows],
    lines: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  };
}

describe('the last rows of a stream', () => {
  it('are whole, at their places, and the same however they were cut into chunks', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 120 }), fc.nat(4000), (counts, width, from) => {
        const last = createLastRows(200);
        let next = 0;
        for (const count of counts) {
          const rows = Array.from({ length: count }, (_, at) => ({ id: next + at, text: 'é'.repeat(width) }));
          last.take(chunkOf(rows), rows, true);
          next += count;
        }
        const found = last.from(from);
        expect(found.every(({ place, row }) => JSON.stringify(row).startsWith(`{"id":${place},`))).toBe(true);
        expect(found.map(({ place }) => place)).toEqual(found.map((_row, at) => next - found.length + at));
        expect(found.length > 0).toBe(from < next);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['some of them may not be seen', [], true],
    ['text came before them', undefined, false],
  ])('have no known places where %s', (_, admitted, isWanted) => {
    const last = createLastRows(1000);
    const rows = [{ id: 1 }, { id: 2 }];
    last.take(chunkOf(rows), admitted ?? rows, isWanted);
    expect(last.from(0)).toEqual([]);
  });

  it.each([1500, 4000])('take what is left of a budget of %i, redacted', async (maxTokens) => {
    const rows = Array.from({ length: 900 }, (_, id) => ({ id, mail: `ann${id}@shop.example`, state: 'paid' }));
    const kernel = await kernelOver(() => [records(rows.slice(0, 400)), records(rows.slice(400))]);
    const { frames } = await stream(kernel, { maxTokens });
    const final = frames.at(-1);
    expect(final?.budget?.used).toBeGreaterThan(maxTokens * 0.93);
    expect(final?.budget?.used).toBeLessThanOrEqual(maxTokens);
    expect(final?.highlights?.at(-1)?.text.split('\n').at(-1)).toContain('id: 899, mail: "[REDACTED:email]"');
    expect(JSON.stringify(frames)).not.toContain('@shop');
  });
});
