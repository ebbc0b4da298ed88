import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJsonDecoder } from '../../src/streams/json.js';
import { everySplit, partitions } from '../support/every-split.js';
import { bytes, type Collected, collect } from './collect.js';

const BAD = 'value is not valid JSON';
const OVER = 'record is over the size limit';
const CUT = 'JSON ends in the middle of a value';

const decode = (pieces: readonly Uint8Array[], maxRecordBytes?: number): Collected =>
  collect(createJsonDecoder(maxRecordBytes === undefined ? {} : { maxRecordBytes }), pieces);

interface Case {
  readonly name: string;
  readonly input: string;
  readonly max?: number;
  readonly rows: readonly unknown[];
  readonly warnings?: Record<string, number>;
}

const CASES: readonly Case[] = [
  { name: 'an array', input: '[{"a":1},{"b":[2,{"c":"],"}]}]', rows: [{ a: 1 }, { b: [2, { c: '],' }] }] },
  { name: 'an empty array', input: ' [ ] ', rows: [] },
  { name: 'an array of scalars', input: '[1, "x,]" ,null,true , -2.5e3]\n', rows: [1, 'x,]', null, true, -2500] },
  { name: 'arrays in an array', input: '[[1,2],[],[[3]]]', rows: [[1, 2], [], [[3]]] },
  { name: 'one object', input: '\n{"a":{"b":[1]}}\n', rows: [{ a: { b: [1] } }] },
  {
    name: 'pretty-printed',
    input: JSON.stringify([{ a: 1, b: ['x y', {}] }, 'z\n'], null, 4),
    rows: [{ a: 1, b: ['x y', {}] }, 'z\n'],
  },
  { name: 'CRLF and tabs', input: '{\r\n\t"a":\t1,\r\n\t"b": [\r\n]\r\n}\r\n', rows: [{ a: 1, b: [] }] },
  {
    name: 'values one after another',
    input: '{"a":1}{"b":2} 3 "x""y"[4,5]null\n6',
    rows: [{ a: 1 }, { b: 2 }, 3, 'x', 'y', 4, 5, null, 6],
  },
  { name: 'two arrays', input: '[1][2]', rows: [1, 2] },
  { name: 'escapes', input: '["\\"","\\\\","\\\\\\"]",{"\\u005d":"é😀"}]', rows: ['"', '\\', '\\"]', { ']': 'é😀' }] },
  { name: 'a byte order mark', input: '\ufeff[1]', rows: [1] },
  { name: 'a bad element', input: '[{"a":1},{a:2},nope,{"b":3}]', rows: [{ a: 1 }, { b: 3 }], warnings: { [BAD]: 2 } },
  { name: 'missing elements', input: '[,1,,2,]', rows: [1, 2], warnings: { [BAD]: 3 } },
  { name: 'two values in an element', input: '[1 2,3]', rows: [3], warnings: { [BAD]: 1 } },
  { name: 'a missing closing bracket inside', input: '[{"a":[1},{"b":2}]', rows: [{ b: 2 }], warnings: { [BAD]: 1 } },
  { name: 'a missing brace at the end', input: '[1,{"a":2][3]', rows: [1, 3], warnings: { [BAD]: 1 } },
  { name: 'an extra closing brace', input: '[{"a":1}},{"b":2}]', rows: [{ b: 2 }], warnings: { [BAD]: 1 } },
  { name: 'a string without its end', input: '[{"a":"x},\n{"b":2},\n3]', rows: [], warnings: { [BAD]: 1 } },
  {
    name: 'garbage between values',
    input: '{"a":1},{"b":2} oops ] 3',
    rows: [{ a: 1 }, { b: 2 }, 3],
    warnings: { [BAD]: 3 },
  },
  { name: 'cut in an element', input: '[{"a":1},{"b":', rows: [{ a: 1 }], warnings: { [CUT]: 1 } },
  { name: 'cut after an element', input: '[{"a":1}', rows: [], warnings: { [CUT]: 1 } },
  { name: 'cut after a comma', input: '[{"a":1},', rows: [{ a: 1 }], warnings: { [CUT]: 1 } },
  { name: 'cut in a string', input: '"abc', rows: [], warnings: { [CUT]: 1 } },
  { name: 'cut in a word', input: 'tru', rows: [], warnings: { [BAD]: 1 } },
  {
    name: 'over the limit',
    input: '["12345678",1,"123456789",2,{"a":[3,4]}]5',
    max: 10,
    rows: ['12345678', 1, 2, 5],
    warnings: { [OVER]: 2 },
  },
  { name: 'over the limit and cut', input: '[1,"1234567890', max: 5, rows: [1], warnings: { [OVER]: 1, [CUT]: 1 } },
  { name: 'nothing', input: '  \n', rows: [] },
];

describe('JSON', () => {
  test.each(CASES)('$name, at every split', ({ input, max, rows, warnings = {} }) => {
    everySplit(bytes(input), (pieces) => {
      expect(decode(pieces, max)).toMatchObject({ rows, warnings });
    });
  });

  test('lines are compact and keep every digit', () => {
    const input = '[\n  {\n    "n": 1.10,\n    "big": 12345678901234567890\n  },\n {"s": "a  b"}\n]';
    expect(decode([bytes(input)]).lines).toBe('{"n": 1.10,"big": 12345678901234567890}\n{"s": "a  b"}\n');
  });

  test('bytes that are not UTF-8 are mended and counted by record', () => {
    const input = Buffer.concat([bytes('["a'), Uint8Array.of(0xff, 0xfe), bytes('b", "é"]')]);
    everySplit(input, (pieces) => {
      expect(decode(pieces)).toEqual({
        rows: ['a\ufffd\ufffdb', 'é'],
        lines: '"a\ufffd\ufffdb"\n"é"\n',
        text: '',
        warnings: { 'bytes are not valid UTF-8': 1 },
        lost: 0,
      });
    });
  });

  test('any values in any layout and partition give these values', () => {
    const values = fc.array(fc.jsonValue(), { maxLength: 8 });
    const layout = fc.constantFrom<(rows: readonly unknown[]) => string>(
      (rows) => JSON.stringify(rows),
      (rows) => JSON.stringify(rows, null, 2),
      (rows) => JSON.stringify(rows, null, '\t').replaceAll('\n', '\r\n'),
      (rows) => rows.map((row) => JSON.stringify({ row }, null, 1)).join(''),
    );
    const both = fc
      .tuple(values, layout)
      .map(([rows, print]) => ({ rows, input: print(rows) }))
      .chain(({ rows, input }) => fc.tuple(fc.constant(rows), fc.constant(input), partitions(bytes(input))));
    fc.assert(
      fc.property(both, ([rows, input, pieces]) => {
        const expected = JSON.parse(JSON.stringify(rows)) as unknown[];
        const found = decode(pieces);
        expect(found.warnings).toEqual({});
        expect(found.rows).toEqual(input.startsWith('[') ? expected : expected.map((row) => ({ row })));
      }),
      { numRuns: 300 },
    );
  });

  test('any bytes in any partition give the same', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      ',',
      ':',
      '\\',
      '\n',
      ' ',
      '1',
      'a',
      'é',
      '"a":1',
      '{"a":1}',
      '\ufeff',
    );
    const both = fc
      .array(piece, { maxLength: 24 })
      .map((parts) => bytes(parts.join('')))
      .chain((input) => fc.tuple(fc.constant(input), partitions(input)));
    fc.assert(
      fc.property(both, fc.constantFrom(undefined, 2, 6), ([input, pieces], max) => {
        expect(decode(pieces, max)).toEqual(decode([input], max));
      }),
      { numRuns: 800 },
    );
  });

  test('members named __proto__, 100,000 keys and deep nesting are data', () => {
    const keys = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])),
    );
    const deep = `${'[{"a":'.repeat(5000)}1${'}]'.repeat(5000)}`;
    const chunks = [...createJsonDecoder().transform(bytes(`[{"__proto__":{"x":1}},${keys},${deep}]`))];
    const rows = chunks.flatMap((chunk) => (chunk.type === 'records' ? chunk.rows : []));
    expect(rows).toHaveLength(3);
    expect(Object.hasOwn(Object(rows[0]), '__proto__')).toBe(true);
    expect(Object.keys(Object(rows[1]))).toHaveLength(100_000);
  });

  test('endless brackets and endless strings hold no memory', () => {
    for (const byte of [0x5b, 0x7b, 0x61]) {
      const decoder = createJsonDecoder({ maxRecordBytes: 1000 });
      const piece = new Uint8Array(64 * 1024).fill(byte);
      const before = process.memoryUsage().arrayBuffers;
      expect([...decoder.transform(bytes('["'.slice(0, byte === 0x61 ? 2 : 1)))]).toEqual([]);
      let warned = 0;
      for (let count = 0; count < 60; count += 1) {
        warned += [...decoder.transform(piece)].length;
      }
      expect(warned).toBe(0);
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
      const lost = 60 * 64 * 1024 + (byte === 0x61 ? 1 : 0);
      expect([...decoder.final()]).toContainEqual({ type: 'warning', message: OVER, count: 1, lost_bytes: lost });
    }
  });

  test('many closing brackets without a partner take linear time', () => {
    const input = bytes(`[${'['.repeat(60_000)}${'}'.repeat(300_000)}`);
    expect(decode([input]).warnings).toEqual({ [CUT]: 1 });
  });
});
