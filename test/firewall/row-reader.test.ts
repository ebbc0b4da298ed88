import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRowReader } from '../../src/firewall/rows/row-reader.js';

describe('rows of kept lines', () => {
  it('come as many at a time as are wanted, and in the end fewer', () => {
    const take = createRowReader(Buffer.from('1\n2\n3\n4\n5\n'));
    expect([take(2), take(2), take(2), take(2)]).toEqual([[1, 2], [3, 4], [5], []]);
  });

  it('without a line there is none, and one that was not ended is none yet', () => {
    expect(createRowReader(new Uint8Array())(3)).toEqual([]);
    expect(createRowReader(Buffer.from('1\n{"a":'))(3)).toEqual([1]);
  });

  it('are the same wherever in memory their bytes lie', () => {
    const bytes = Buffer.from('..{"city":"Zürich"}\n..').subarray(2, -2);
    expect(createRowReader(new Uint8Array(bytes))(9)).toEqual([{ city: 'Zürich' }]);
    expect(createRowReader(bytes)(9)).toEqual([{ city: 'Zürich' }]);
  });

  it('keep every digit of a number, far down too, and a byte that is no UTF-8 becomes U+FFFD', () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => JSON.stringify({ index, name: 'Zoë' }));
    const lines = [...rows, '{"id":12345678901234567890}', `"${'x'.repeat(200_000)}"`, '1e400', '"ÿ"', ''];
    const bytes = Buffer.from(lines.join('\n'), 'utf8');
    const all = createRowReader(bytes)(Number.POSITIVE_INFINITY);
    expect(all).toHaveLength(20_004);
    expect(all[19_999]).toEqual({ index: 19_999, name: 'Zoë' });
    expect(all.slice(20_000)).toEqual([{ id: '12345678901234567890' }, 'x'.repeat(200_000), '1e400', 'ÿ']);
    expect(createRowReader(Buffer.from([0x22, 0xff, 0x22, 0x0a]))(1)).toEqual(['\uFFFD']);
  });

  it('are what JSON.parse makes of their lines', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 20 }), fc.integer({ min: 1, max: 5 }), (values, most) => {
        const lines = values.map((value) => JSON.stringify(value));
        const take = createRowReader(Buffer.from(lines.map((line) => `${line}\n`).join('')));
        const all = [];
        for (let some = take(most); some.length > 0; some = take(most)) {
          all.push(...some);
        }
        expect(all).toEqual(lines.map((line) => JSON.parse(line)));
      }),
    );
  });
});
