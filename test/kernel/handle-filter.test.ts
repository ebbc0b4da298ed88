import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilterCondition } from '../../src/contract/expansion.js';
import type { Value } from '../../src/contract/row.js';
import { compileProjection } from '../../src/firewall/rows/projection.js';
import { filterText } from '../../src/kernel/filter-terms.js';
import { compileFilter, parseFilter } from '../../src/kernel/handle-filter.js';

describe('reading a filter', () => {
  const one = (field: string, operator: string, value: unknown) => [{ field, operator, value }];

  test.each<[string, unknown]>([
    ['status = paid', one('status', '=', 'paid')],
    ['status="paid"', one('status', '=', 'paid')],
    ["status = 'it is'", one('status', '=', 'it is')],
    ['amount>=10', one('amount', '>=', 10)],
    ['amount >= -1.5e3', one('amount', '>=', -1500)],
    ['code = 007', one('code', '=', '007')],
    ['code = "1"', one('code', '=', '1')],
    ['code = 1', one('code', '=', 1)],
    ['ok = true', one('ok', '=', true)],
    ['ok = "true"', one('ok', '=', 'true')],
    ['ok = null', one('ok', '=', null)],
    ['ok = True', one('ok', '=', 'True')],
    ['name ~ "a\\"b\\\\\\u00e9\\n"', one('name', '~', 'a"b\\é\n')],
    ['id in [1,"2",x , null]', one('id', 'in', [1, '2', 'x', null])],
    ['id in []', one('id', 'in', [])],
    ['notes exists', one('notes', 'exists', true)],
    ['notes exists true', one('notes', 'exists', true)],
    ['notes EXISTS false', one('notes', 'exists', false)],
    ['user.name != ann', one('user.name', '!=', 'ann')],
    ['"first name" = ann', one('first name', '=', 'ann')],
    ['created < 2026-01-01T10:00:00Z', one('created', '<', '2026-01-01T10:00:00Z')],
    ['__proto__ = 1', one('__proto__', '=', 1)],
    ['and = and', one('and', '=', 'and')],
    ['in in [in]', one('in', 'in', ['in'])],
    ['a = 1 and b < 2', [...one('a', '=', 1), ...one('b', '<', 2)]],
    [
      'a=1,b<2 AND c exists , d exists false',
      [...one('a', '=', 1), ...one('b', '<', 2), ...one('c', 'exists', true), ...one('d', 'exists', false)],
    ],
    ['a = 1 or b = 2', [{ any: [one('a', '=', 1), one('b', '=', 2)] }]],
    ['a = or OR or = 1', [{ any: [one('a', '=', 'or'), one('or', '=', 1)] }]],
    [
      'a = 1 or b = 2 and c = 3, d = 4',
      [{ any: [one('a', '=', 1), [...one('b', '=', 2), ...one('c', '=', 3)]] }, ...one('d', '=', 4)],
    ],
    ['a exists and b = 1', [...one('a', 'exists', true), ...one('b', '=', 1)]],
  ])('%s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected);
  });

  test.each<[string, RegExp]>([
    ['', /is empty/],
    ['   ', /is empty/],
    ['status', /ends where an operator/],
    ['status =', /ends where a value/],
    ['status == paid', /unknown operator \(at character 8\)/],
    ['status like paid', /unknown operator/],
    ['items[].price > 9', /path through a list \(at character 6\)/],
    ['status <> paid', /unknown operator/],
    ['status =~ paid', /unknown operator/],
    ['status "=" paid', /unknown operator/],
    ['= paid', /no field name/],
    ['"" = paid', /no field name/],
    ['name = ann smith', /where and, or or a comma/],
    ['name = ann or', /ends where a field/],
    ['name = ann and', /ends where a field/],
    ['name = "ann', /not closed/],
    ['name = "\\x"', /unknown escape/],
    ['name = "\\u12"', /unknown escape/],
    ['id in 1', /no list after in/],
    ['id in [1', /ends where a comma/],
    ['id in [1 2]', /without commas/],
    ['id in [,]', /no value/],
    ['id in [[1]]', /no value/],
    ['url = http://x?a=b', /where and, or or a comma/],
    ['notes exists maybe', /where and, or or a comma/],
    ['a = =', /no value/],
    [Array.from({ length: 65 }, () => 'a=1').join(), /at most 64/],
    ['x'.repeat(20_000), /too long/],
  ])('%j is refused', (text, message) => {
    expect(() => parseFilter(text)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.stringMatching(message) }),
    );
  });

  test('an unknown operator is answered with the list of them', () => {
    expect(() => parseFilter('a like b')).toThrow(
      expect.objectContaining({ hint: 'the operators are = != < <= > >= ~ in exists' }),
    );
  });

  test('what was written is not repeated', () => {
    expect(() => parseFilter('hunter2 hunter2 hunter2')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    );
  });

  test('quoted texts come back as they were', () => {
    const unit = fc.constantFrom(...'ab "\'\\/,=[]\n\u0000é😀', '\ud800', '\udc00');
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit, minLength: 1 }), (value, field) => {
        const text = `${JSON.stringify(field)} = ${JSON.stringify(value)}`;
        expect(parseFilter(text)).toEqual([{ field, operator: '=', value }]);
      }),
    );
  });

  test('any text is either read or refused with USAGE', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '=',
      '!',
      '<',
      '~',
      '"',
      "'",
      '[',
      ']',
      ',',
      'in',
      'and',
      'exists',
      '1',
      '\\',
      '.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        try {
          compileFilter(parseFilter(pieces.join('')));
        } catch (error) {
          expect(error).toMatchObject({ code: 'USAGE' });
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('testing rows', () => {
  const proto = JSON.parse('{"__proto__":{"x":1}}') as Value;
  const row: Value = {
    id: 1,
    text: '1',
    yes: true,
    nothing: null,
    zero: 0,
    name: 'Ann Smith',
    tags: ['a', 1, { k: [1] }],
    user: { name: 'ann', 'e.mail': 'x', list: [{ id: 7 }, 8] },
    'a.b': 'literal',
    a: { b: 'nested', c: 'only nested' },
    empty: '',
  };

  test.each<[string, boolean]>([
    ['id = 1', true],
    ['id = "1"', false],
    ['id = true', false],
    ['text = 1', false],
    ['text = "1"', true],
    ['yes = true', true],
    ['yes = 1', false],
    ['yes = "true"', false],
    ['nothing = null', true],
    ['missing = null', false],
    ['nothing != null', false],
    ['missing != null', true],
    ['missing != 1', true],
    ['missing = 1', false],
    ['zero = false', false],
    ['empty = ""', true],
    ['id != 2', true],
    ['id < 2', true],
    ['id <= 1', true],
    ['id < 1', false],
    ['id > 0', true],
    ['id < "2"', false],
    ['text < 2', false],
    ['text < "2"', true],
    ['name >= Ann', true],
    ['nothing < 1', false],
    ['nothing >= 0', false],
    ['missing < 1', false],
    ['name ~ Smith', true],
    ['name ~ smith', true],
    ['name ~ sMith', false],
    ['tags ~ A', false],
    ['id ~ 1', false],
    ['tags ~ a', true],
    ['tags ~ 1', true],
    ['tags ~ "1"', false],
    ['missing ~ ""', false],
    ['id in [2,1]', true],
    ['id in ["1",true,null]', false],
    ['missing in [null]', false],
    ['nothing in [null]', true],
    ['id in []', false],
    ['nothing exists', true],
    ['missing exists', false],
    ['missing exists false', true],
    ['user.name = ann', true],
    ['user.e.mail = x', true],
    ['user.list.0.id = 7', true],
    ['user.list.1 = 8', true],
    ['user.list.2 exists', false],
    ['user.list.00.id exists', false],
    ['user.list.-1 exists', false],
    ['user.list.length exists', false],
    ['user.list.id exists', false],
    ['name.length exists', false],
    ['name.0 exists', false],
    ['toString exists', false],
    ['__proto__ exists', false],
    ['__proto__.toString exists', false],
    ['user.constructor exists', false],
    ['a.b = literal', true],
    ['a.b = nested', false],
    ['a.c = "only nested"', true],
    ['. exists', false],
    ['user. exists', false],
    ['id = 1 and name ~ Ann', true],
    ['id = 1 and name ~ Bob', false],
  ])('%s: %s', (text, expected) => {
    expect(compileFilter(parseFilter(text))(row)).toBe(expected);
  });

  test('__proto__ is data', () => {
    expect(compileFilter(parseFilter('__proto__.x = 1'))(proto)).toBe(true);
    expect(compileFilter(parseFilter('__proto__.x = 1'))({})).toBe(false);
  });

  test.each<[Value]>([[null], [7], ['id = 1'], [[]], [true]])('%j has no fields', (value) => {
    expect(compileFilter(parseFilter('id exists'))(value)).toBe(false);
  });

  test('a list as a row is entered by index', () => {
    expect(compileFilter([{ field: '1', operator: '=', value: 'b' }])(['a', 'b'])).toBe(true);
  });

  test('objects and lists are compared whole', () => {
    const deep = compileFilter([{ field: 'tags', operator: '=', value: ['a', 1, { k: [1] }] }]);
    expect(deep(row)).toBe(true);
    expect(compileFilter([{ field: 'tags', operator: 'in', value: [['a'], ['a', 1, { k: [1] }]] }])(row)).toBe(true);
    expect(compileFilter([{ field: 'tags', operator: '~', value: { k: [1] } }])(row)).toBe(true);
  });

  test.each<[unknown]>([
    [{ field: 'a', operator: '$gt', value: 1 }],
    [{ field: 'a', operator: 'constructor', value: 1 }],
    [{ field: '', operator: '=', value: 1 }],
    [{ operator: '=', value: 1 }],
    [{ field: 'a', operator: '<', value: true }],
    [{ field: 'a', operator: '>', value: null }],
    [{ field: 'a', operator: '>=', value: Number.NaN }],
    [{ field: 'a', operator: '=', value: undefined }],
    [{ field: 'a', operator: '=', value: Number.POSITIVE_INFINITY }],
    [{ field: 'a', operator: 'in', value: 'x' }],
    [{ field: 'a', operator: 'in', value: [undefined] }],
    [{ field: 'a', operator: 'exists', value: 'yes' }],
  ])('%j is refused', (condition) => {
    expect(() => compileFilter([condition as FilterCondition])).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test('W22: over a projection a hidden field tells nothing', () => {
    const project = compileProjection(['id']);
    const visible = project({ id: 1, ssn: '123' }) ?? null;
    for (const text of ['ssn = 123', 'ssn exists', 'ssn < 999', 'ssn ~ 1']) {
      expect(compileFilter(parseFilter(text.replace('123', '"123"').replace('999', '"999"')))(visible)).toBe(false);
    }
  });

  const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Value>;

  test('= and != are opposites, and = agrees with in', () => {
    fc.assert(
      fc.property(json, fc.record({ a: json }, { requiredKeys: [] }), (value, given) => {
        const is = compileFilter([{ field: 'a', operator: '=', value }])(given as Value);
        expect(compileFilter([{ field: 'a', operator: '!=', value }])(given as Value)).toBe(!is);
        expect(compileFilter([{ field: 'a', operator: 'in', value: [value] }])(given as Value)).toBe(is);
      }),
    );
  });

  test('numbers and texts are ordered one way only', () => {
    const scalar = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string());
    fc.assert(
      fc.property(scalar, scalar, (left, right) => {
        const holding = (['<', '=', '>'] as const).filter((operator) =>
          compileFilter([{ field: 'a', operator, value: right }])({ a: left }),
        );
        expect(holding).toHaveLength(typeof left === typeof right ? 1 : 0);
      }),
    );
  });

  test('each object of a row is looked at once, however its keys are cut', () => {
    let row: Value = 1;
    for (let i = 0; i < 12; i += 1) {
      row = { a: structuredClone(row), 'a.a': row };
    }
    const test = compileFilter([{ field: `${'a.'.repeat(24)}x`, operator: 'exists', value: true }]);
    expect(test(row)).toBe(false);
  });
});

describe('alternatives', () => {
  const rows = [0, 1].flatMap((a) => [0, 1].flatMap((b) => [0, 1].map((c) => ({ a, b, c }))));
  const found = (text: string) => rows.filter(compileFilter(parseFilter(text)));

  test('bind less than and, and more than a comma', () => {
    expect(found('a = 1 or b = 1 and c = 1')).toEqual(rows.filter(({ a, b, c }) => a === 1 || (b === 1 && c === 1)));
    expect(found('a = 1 or b = 1, c = 1')).toEqual(rows.filter(({ a, b, c }) => (a === 1 || b === 1) && c === 1));
    expect(found('c = 1, a = 1 or b = 1')).toEqual(found('a = 1 or b = 1, c = 1'));
  });

  test.each(['a = 1 or b = 1 and c = 1', 'a = 1 or b = 1, c = 1', 'c = 1, a = 1 or b = 0, b = 1', 'a = 1 and b = 1'])(
    '%s is written as it is read',
    (text) => {
      const filter = parseFilter(text);
      const written = filterText(filter, ({ field, operator, value }) => `${field} ${operator} ${value}`);
      expect(parseFilter(written)).toEqual(filter);
    },
  );

  test('are counted with all other conditions', () => {
    const many = Array.from({ length: 65 }, (_, at) => `a = ${at}`);
    expect(() => parseFilter(many.join(' or '))).toThrow(/at most 64 conditions/);
    const any = many.map(() => [{ field: 'a', operator: '=', value: 1 } as const]);
    expect(() => compileFilter([{ any }])).toThrow(/at most 64 conditions/);
  });
});
