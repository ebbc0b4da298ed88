import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordsFromValues } from '../../src/streams/records.js';

const linesOf = (value: unknown): string => Buffer.from(recordsFromValues([value]).lines).toString();
const rowOf = (value: unknown): unknown => recordsFromValues([value]).rows[0];

const circular: Record<string, unknown> = { a: 1 };
circular['self'] = { again: circular };
const throwing = Object.defineProperty({ a: 1 }, 'b', {
  enumerable: true,
  get: () => {
    throw new Error('no');
  },
});
const failing = {
  toJSON: () => {
    throw new Error('no');
  },
};
const revoked = Proxy.revocable({}, {});
revoked.revoke();

const CASES: readonly { name: string; value: unknown; row: unknown; line?: string }[] = [
  { name: 'plain JSON', value: { a: [1, 'x', null, true, { b: {} }] }, row: { a: [1, 'x', null, true, { b: {} }] } },
  { name: 'a small bigint', value: { n: 42n }, row: { n: 42 }, line: '{"n":42}' },
  {
    name: 'a big bigint',
    value: { n: [12345678901234567890n, 'x'], m: 1 },
    row: { n: ['12345678901234567890', 'x'], m: 1 },
    line: '{"n":[12345678901234567890,"x"],"m":1}',
  },
  {
    name: 'a bigint alone',
    value: -12345678901234567890n,
    row: '-12345678901234567890',
    line: '-12345678901234567890',
  },
  {
    name: 'a string of digits beside a bigint',
    value: [9007199254740993n, '9007199254740993'],
    row: ['9007199254740993', '9007199254740993'],
    line: '[9007199254740993,"9007199254740993"]',
  },
  { name: 'not numbers', value: [Number.NaN, Infinity, -Infinity, -0], row: ['NaN', 'Infinity', '-Infinity', 0] },
  { name: 'dates', value: [new Date(0), new Date(Number.NaN)], row: ['1970-01-01T00:00:00.000Z', null] },
  {
    name: 'binary',
    value: [Buffer.from('abc'), new Uint8Array(2), new ArrayBuffer(5), new Float64Array(2)],
    row: [{ $binary: 3 }, { $binary: 2 }, { $binary: 5 }, { $binary: 16 }],
  },
  {
    name: 'maps and sets',
    value: new Map<unknown, unknown>([
      ['a', new Set([1, { b: 2 }])],
      [3, 4],
    ]),
    row: { a: [1, { b: 2 }], 3: 4 },
  },
  {
    name: 'errors',
    value: Object.assign(new TypeError('bad'), { code: 'E1' }),
    row: { name: 'TypeError', message: 'bad', code: 'E1' },
  },
  {
    name: 'boxed values',
    value: [Object('s'), Object(1), Object(false), Object(12345678901234567890n)],
    row: ['s', 1, false, '12345678901234567890'],
    line: '["s",1,false,12345678901234567890]',
  },
  {
    name: 'toJSON',
    value: { url: new URL('http://a/b'), own: { toJSON: () => ({ x: 1n }) } },
    row: { url: 'http://a/b', own: { x: 1 } },
  },
  { name: 'a throwing toJSON', value: [failing, 1], row: ['[unreadable]', 1] },
  { name: 'a throwing getter', value: throwing, row: { a: 1, b: '[unreadable]' } },
  { name: 'a revoked proxy', value: [revoked.proxy], row: ['[unreadable]'] },
  {
    name: 'dropped members',
    value: { a: undefined, b: () => 1, c: Symbol('s'), d: [undefined, () => 1] },
    row: { d: [null, null] },
  },
  { name: 'nothing at all', value: undefined, row: null },
  { name: 'a cycle', value: circular, row: { a: 1, self: { again: '[circular]' } } },
  { name: 'lone surrogates', value: { 'k\ud800': 'a\udc00b😀' }, row: { 'k\ufffd': 'a\ufffdb😀' } },
  {
    name: 'instances',
    value: new (class Point {
      x = 1;
      get y() {
        return 2;
      }
    })(),
    row: { x: 1 },
  },
  { name: 'the same object twice', value: ((o) => [o, o])({ a: 1 }), row: [{ a: 1 }, { a: 1 }] },
];

describe('records from values', () => {
  test.each(CASES)('$name', ({ value, row, line }) => {
    expect(rowOf(value)).toEqual(row);
    expect(linesOf(value)).toBe(`${line ?? JSON.stringify(row)}\n`);
  });

  test('one row and one line for each value', () => {
    const { rows, lines } = recordsFromValues([1, 'a\nb', { c: '\r\n' }, undefined]);
    expect(rows).toEqual([1, 'a\nb', { c: '\r\n' }, null]);
    expect(Buffer.from(lines).toString()).toBe('1\n"a\\nb"\n{"c":"\\r\\n"}\nnull\n');
  });

  test('members named __proto__ are data', () => {
    const row = rowOf(JSON.parse('{"__proto__":{"x":1},"a":2}'));
    expect(Object.entries(Object(row))).toEqual([
      ['__proto__', { x: 1 }],
      ['a', 2],
    ]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(linesOf(new Map([['__proto__', 1]]))).toBe('{"__proto__":1}\n');
  });

  test('deep values are cut at 1000 levels', () => {
    let deep: unknown = 'bottom';
    for (let level = 0; level < 50_000; level += 1) {
      deep = level % 2 === 0 ? [deep] : { deep };
    }
    const line = linesOf([deep, 1n]);
    expect(line).toContain('[too deep]');
    expect(linesOf([deep, 12345678901234567890n])).toBe(line.replace('1]\n', '12345678901234567890]\n'));
  });

  test('values that are endless when written out are cut', () => {
    let shared: unknown = 'leaf';
    for (let level = 0; level < 60; level += 1) {
      shared = [shared, shared];
    }
    expect(linesOf(shared)).toContain('[too large]');
    expect(linesOf({ sparse: new Array(4_000_000_000), after: 1 })).toContain('[too large]');
  });

  test('later changes do not reach the row', () => {
    const value = { list: [1] };
    const row = rowOf(value);
    value.list.push(2);
    expect(row).toEqual({ list: [1] });
  });

  test('JSON values come out as JSON.stringify writes them', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(linesOf(value)).toBe(`${JSON.stringify(JSON.parse(JSON.stringify(value)))}\n`);
      }),
    );
  });

  test('anything comes out as one line of JSON', () => {
    fc.assert(
      fc.property(
        fc.anything({
          withBigInt: true,
          withDate: true,
          withMap: true,
          withSet: true,
          withTypedArray: true,
          withNullPrototype: true,
          withBoxedValues: true,
          withSparseArray: true,
        }),
        (value) => {
          const line = linesOf(value);
          expect(line.indexOf('\n')).toBe(line.length - 1);
          expect(() => JSON.parse(line)).not.toThrow();
        },
      ),
      { numRuns: 300 },
    );
  });
});
