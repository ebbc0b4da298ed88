import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { FindProgress, FindRequest } from '../../src/contract/expansion.js';
import type { Row } from '../../src/contract/row.js';
import { readFormulas } from '../../src/kernel/formulas/formulas.js';
import { FORMULA_FUNCTIONS } from '../../src/kernel/formulas/functions.js';
import { parseFormula } from '../../src/kernel/formulas/parse-formula.js';
import { ANN, kernelOver, records, stream } from '../support/test-kernel.js';

const ROW: Row = {
  price: 19.99,
  quantity: 3,
  at: '2026-01-31T10:30:00Z',
  path: '/shop/items/7',
  size: ' 12.5 ',
  customer: { city: 'Wien', 'unit price': 4 },
  tags: ['a', 'b'],
  note: 'from [REDACTED:email] at noon',
  'user-id': 7,
  nothing: null,
};

describe('a formula', () => {
  test.each<[string, unknown]>([
    ['price * quantity', 59.97],
    ['price*quantity-1', 58.97],
    ['1 + 2 * 3 - 4 / 2 % 3', 5],
    ['-(quantity - 20) * 100', 1700],
    ['0.1 + 0.2', 0.3],
    ['quantity - -1', 4],
    ['`customer.unit price` * 2', 8],
    ['`user-id` + 1', 8],
    ['length(tags) + length(customer.city)', 6],
    ['left(at, 10)', '2026-01-31'],
    ['right(path, 1)', '7'],
    ['right(path, 0)', ''],
    ['split(path, "/", 3)', 'items'],
    ["split(path, '/', -1)", '7'],
    ['number(split(path, "/", -1)) * 2', 14],
    ['number(size) + number(price)', 32.49],
    ['upper(lower(customer.city))', 'WIEN'],
    ['round(price)', 20],
    ['round(price / quantity, 2)', 6.66],
    ['seconds(at)', 1_769_855_400],
    ['seconds(at) - seconds(left(at, 10))', 37_800],
    ['tags.1', 'b'],
    ['"text"', 'text'],
  ])('%s', (formula, value) => {
    expect(of(formula)).toEqual(value);
  });

  test.each([
    'price / 0',
    'quantity % 0',
    'price * missing',
    'price * customer',
    'price * customer.city',
    'nothing + 1',
    'customer.city + customer.city',
    'left(price, 2)',
    'left(path, -1)',
    'left(path, 1.5)',
    'split(path, "", 1)',
    'split(path, "/", 0)',
    'split(path, "/", 99)',
    'number("12 apples")',
    'seconds("soon")',
    'seconds("2026-13-45")',
    'round(price, 99)',
    'length(price)',
    '9'.repeat(300).concat(' * ', '9'.repeat(100)),
  ])('%s makes nothing', (formula) => {
    expect(of(formula)).toBeUndefined();
  });

  test.each([
    ['', 'ends where a name was expected (at character 1)'],
    ['price', 'has no = after the name'],
    ['= 1', 'needs a name of letters, digits and _'],
    ['a.b = 1', 'needs a name of letters, digits and _'],
    ['__proto__ = 1', 'needs a name of letters, digits and _'],
    ['a =', 'ends where a value was expected'],
    ['a = 1 +', 'ends where a value was expected'],
    ['a = * 1', 'has no value where one was expected'],
    ['a = (1', 'has no ) where one was expected'],
    ['a = 1 2', 'has something else where an operator was expected'],
    ['a = "x', 'has a quote that is not closed'],
    ['a = b; c', 'has a character that means nothing in it (at character 6)'],
    ['a = lef(b, 1)', 'calls a function that there is not'],
    ['a = constructor(b)', 'calls a function that there is not'],
    ['a = left(b)', 'gives left 1 values, and it takes 2'],
    ['a = round(b, 1, 2)', 'gives round 3 values, and it takes 1 or 2'],
    [`a = ${'('.repeat(30)}1${')'.repeat(30)}`, 'is nested too deep'],
    [`a = ${'-'.repeat(400)}1`, 'is nested too deep'],
    [`a = ${'1+'.repeat(300)}1`, 'is too long'],
  ])('%s is refused', (text, said) => {
    expect(() => parseFormula(text)).toThrow(said);
  });

  test('tells a name that is nearly one of a function', () => {
    expect(() => parseFormula('a = lenght(b)')).toThrow(
      expect.objectContaining({ code: 'USAGE', hint: 'did you mean length?' }),
    );
  });

  it('never cuts what was replaced, nor changes it', () => {
    for (const call of ['left(note, 9)', 'right(note, 9)', 'split(note, ":", 2)', 'lower(note)', 'upper(note)']) {
      expect(of(call)).toBe('from [REDACTED:email] at noon');
    }
  });

  it('ends, and makes JSON or nothing, of whatever is typed', () => {
    const parts = ['a', 'b.c', '`d e`', '1', '2.5', '"x"', "'", '(', ')', ',', '+', '-', '*', '/', '%', '=', ' '];
    const words = [...parts, ...Object.keys(FORMULA_FUNCTIONS)];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 30 }), fc.jsonValue(), (some, a) => {
        const text = `x = ${some.join('')}`;
        let made: unknown;
        try {
          made = parseFormula(text).of({ a: JSON.parse(JSON.stringify(a)), b: { c: 2 }, 'd e': 'text' });
        } catch (error) {
          expect(error).toMatchObject({ code: 'USAGE' });
        }
        expect(made === undefined || JSON.parse(JSON.stringify(made)) !== undefined).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });
});

function of(formula: string): unknown {
  return parseFormula(`made = ${formula}`).of(ROW);
}

describe('formulas', () => {
  it('use those before them, and ask for what is stored', () => {
    const formulas = readFormulas(['total = price * quantity', 'taxed = round(total * 1.2, 2)', 'quantity = 1']);
    expect(formulas.add({ price: 2, quantity: 3 })).toEqual({ price: 2, quantity: 1, total: 6, taxed: 7.2 });
    expect(formulas.sources(['taxed', 'quantity', 'id'])).toEqual(['price', 'quantity', 'id']);
    expect(formulas.add({ price: 2, total: 5 })).toEqual({ price: 2, quantity: 1 });
    expect([formulas.add([1]), formulas.add('x'), formulas.add(null)]).toEqual([[1], 'x', null]);
  });

  it('are bounded, each with its own name', () => {
    expect(() => readFormulas(['a = 1', 'a = 2'])).toThrow('two formulas make a field of one name');
    expect(() => readFormulas(Array.from({ length: 17 }, (_, index) => `a${index} = 1`))).toThrow('at most 16');
  });
});

describe('a search over a kept result', () => {
  const rows: readonly Row[] = Array.from({ length: 400 }, (_, row) => ({
    id: row,
    price: (row * 7) % 11,
    quantity: row % 5,
    mail: 'ann@example.com',
    at: `2026-01-0${1 + (row % 3)}T10:00:00Z`,
  }));
  const total = ({ price, quantity }: { price: number; quantity: number }): number => price * quantity;
  const totals = (rows as readonly { price: number; quantity: number }[]).map(total);

  async function found(
    question: Omit<FindRequest, 'handleId' | 'principal'>,
    allowed: readonly string[] = [],
  ): Promise<FindProgress> {
    const kernel = await kernelOver(() => [records(rows)]);
    const constraints = allowed.length === 0 ? {} : { allowed_fields: allowed };
    const granted = await kernel.grant({ principal: ANN, capabilityId: 'test.run', constraints });
    const { result } = await stream(kernel, { capabilityToken: granted.capability_token });
    let last: FindProgress | undefined;
    const all: number[] = [];
    for await (const part of kernel.find({ ...question, handleId: result.handle_id ?? '', principal: ANN })) {
      last = part;
      all.push(...part.rows);
    }
    return { scanned: 0, total: 0, ...last, rows: all };
  }

  const formulas = ['total = price * quantity', 'day = left(at, 10)', 'letters = length(mail)'];

  it('filters, sorts and counts by what is made of the rows', async () => {
    const many = totals.flatMap((each, row) => (each > 30 ? [row] : []));
    expect((await found({ filter: 'total > 30', formulas })).rows).toEqual(many);
    expect((await found({ filter: 'total > 30 and id < 200', formulas })).rows).toEqual(
      many.filter((row) => row < 200),
    );
    const sorted = [...totals.keys()].sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
    const { ordered = [] } = await found({ order: { field: 'total', descending: true }, formulas });
    expect(ordered).toEqual(sorted);
    const after = { field: 'total', descending: true, after: sorted[99] ?? 0 };
    expect((await found({ order: after, formulas })).ordered).toEqual(sorted.slice(100));
    expect((await found({ count: 'day', formulas })).counted?.values).toEqual([
      { value: '2026-01-01', rows: 134 },
      { value: '2026-01-02', rows: 133 },
      { value: '2026-01-03', rows: 133 },
    ]);
    expect((await found({ text: '2026-01-03', filter: 'total = 40', formulas })).rows).toEqual(
      totals.flatMap((each, row) => (each === 40 && row % 3 === 2 ? [row] : [])),
    );
  });

  it('makes it of redacted values only', async () => {
    const { counted } = await found({ count: 'letters', formulas });
    expect(counted?.values).toEqual([{ value: '[REDACTED:email]'.length, rows: 400 }]);
  });

  it('makes nothing of fields outside of the grant, and tells of unknown ones', async () => {
    await expect(found({ count: 'total', formulas }, ['id', 'price'])).rejects.toThrow(
      'the field "quantity" is outside the grant',
    );
    await expect(found({ count: 'total', formulas: ['total = prise * 2'] })).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('did you mean price?'),
    });
    await expect(found({ count: 'total', formulas: ['total = price *'] })).rejects.toMatchObject({ code: 'USAGE' });
  });
});
