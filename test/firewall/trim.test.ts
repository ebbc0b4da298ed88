import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/contract/row.js';
import { fitNested } from '../../src/firewall/frames/fit-nested.js';
import { trimRows, WHOLE_ROWS } from '../../src/firewall/frames/trim.js';

const NO_LIMIT = { maxCellChars: Number.POSITIVE_INFINITY, maxDepth: 9, maxItems: Number.POSITIVE_INFINITY };
const numbers = Array.from({ length: 100 }, (_, i) => i);

describe('a nested value is cut as data', () => {
  test.each<[string, Value, Partial<typeof NO_LIMIT>, Value, number]>([
    ['what fits stays', { a: [1, { b: 2 }] }, { maxCellChars: 20 }, { a: [1, { b: 2 }] }, 0],
    ['a list has fewer items', numbers, { maxCellChars: 40 }, [0, 1, 2, 3, 4, 5, 6, 7, 8, '… 91 more'], 91],
    ['at most so many', numbers, { maxItems: 2 }, [0, 1, '… 98 more'], 98],
    ['also below', { rows: [{ ids: numbers }] }, { maxItems: 1 }, { rows: [{ ids: [0, '… 99 more'] }] }, 99],
    [
      'an object has fewer members',
      { a: 1, b: 'x'.repeat(90), c: 2 },
      { maxCellChars: 40 },
      { a: 1, '…': '2 more' },
      2,
    ],
    ['too deep is named', { a: { b: [1, 2] } }, { maxDepth: 2 }, { a: { b: 'list of 2' } }, 2],
    ['too deep at once', [1, 2, 3], { maxDepth: 0 }, 'list of 3', 3],
    ['no room at all', [{ name: 'x'.repeat(200) }], { maxCellChars: 12 }, 'list of 1', 1],
  ])('%s', (_name, value, limits, wanted, items) => {
    expect(fitNested(value, { ...NO_LIMIT, ...limits })).toEqual({ value: wanted, items, chars: 0 });
  });

  test('a text in it is cut at a placeholder, and counted', () => {
    const value = [{ note: `[REDACTED:email] ${'x'.repeat(500)}` }];
    const { value: shown, chars } = fitNested(value, { ...NO_LIMIT, maxCellChars: 80 });
    expect(JSON.stringify(shown)).toMatch(/^\[\{"note":"\[REDACTED:email\] x+…"\}\]$/);
    expect(chars).toBe(500 - (JSON.stringify(shown).match(/x/g)?.length ?? 0));
  });

  test('whatever it is: valid, short, and the items that are gone are counted', () => {
    const { tree } = fc.letrec<{ tree: Value }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.string({ unit: 'binary' }),
        fc.integer(),
        fc.constant('[REDACTED:email]'),
        fc.array(tie('tree'), { maxLength: 12 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 8 }),
      ),
    }));
    fc.assert(
      fc.property(
        tree,
        fc.integer({ min: 20, max: 400 }),
        fc.integer({ min: 0, max: 9 }),
        (value, maxCellChars, maxItems) => {
          const form = { ...NO_LIMIT, maxCellChars, maxItems };
          if (value === null || typeof value !== 'object') {
            return;
          }
          const { value: shown, items, chars } = fitNested(value, form);
          expect(JSON.stringify(shown).length).toBeLessThanOrEqual(Math.max(maxCellChars, 20));
          expect(items === 0 && chars === 0).toBe(JSON.stringify(shown) === JSON.stringify(value));
        },
      ),
    );
  });
});

test('rows without limits are the rows', () => {
  const rows = [{ a: 1 }];
  expect(trimRows(rows, WHOLE_ROWS).rows).toBe(rows);
});

test('columns, cells and items that are left out are counted', () => {
  const rows = [{ id: 1, body: 'x'.repeat(100), tags: numbers, more: 1 }];
  expect(trimRows(rows, { maxFields: 3, maxCellChars: 30, maxDepth: 3, maxItems: 9 })).toEqual({
    rows: [{ id: 1, body: `${'x'.repeat(29)}…`, tags: [0, 1, 2, 3, '… 96 more'] }],
    fields: ['more'],
    chars: 71,
    items: 96,
  });
});
