import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { type CsvOptions, createCsvDecoder } from '../../src/streams/csv.js';
import { everySplit, partitions } from '../support/every-split.js';
import { bytes, type Collected, collect } from './collect.js';

const OVER = 'record is over the size limit';
const EXTRA = 'record has more fields than the header';
const OPEN = 'quoted field is not closed';
const LINES = 'quoted field holds lines that look like records';

const decode = (pieces: readonly Uint8Array[], options: CsvOptions = {}): Collected =>
  collect(createCsvDecoder(options), pieces);

interface Case {
  readonly name: string;
  readonly input: string;
  readonly options?: CsvOptions;
  readonly rows: readonly unknown[];
  readonly warnings?: Record<string, number>;
  readonly lost?: number;
}

const CASES: readonly Case[] = [
  {
    name: 'plain',
    input: 'id,name\n1,Ann\n2,Bob\n',
    rows: [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ],
  },
  { name: 'no last newline', input: 'id,name\n1,Ann', rows: [{ id: 1, name: 'Ann' }] },
  {
    name: 'CRLF',
    input: 'id,name\r\n1,"Ann"\r\n\r\n2,"B\r"\r\n',
    rows: [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'B\r' },
    ],
  },
  { name: 'byte order mark', input: '\ufeff"id",name\n1,x\n', rows: [{ id: 1, name: 'x' }] },
  {
    name: 'quotes',
    input: 'a,b\n"x,""y""","line 1\nline 2"\n"","\n"\n',
    rows: [
      { a: 'x,"y"', b: 'line 1\nline 2' },
      { a: '', b: '\n' },
    ],
  },
  { name: 'a quoted header', input: '"a\nb","c,d"\n1,2\n', rows: [{ 'a\nb': 1, 'c,d': 2 }] },
  {
    name: 'stray quotes',
    input: 'a,b\nx "y" z,1"\n"q"w"e,2\n3,4\n',
    rows: [
      { a: 'x "y" z', b: '1"' },
      { a: 'qw"e', b: 2 },
      { a: 3, b: 4 },
    ],
  },
  { name: 'semicolons', input: 'a;b\n1,5;x\n', rows: [{ a: '1,5', b: 'x' }] },
  { name: 'tabs', input: 'a\tb c\n1\t\n', rows: [{ a: 1, 'b c': '' }] },
  { name: 'bars', input: 'a|b\n1|2\n', rows: [{ a: 1, b: 2 }] },
  { name: 'a delimiter inside quotes does not count', input: '"a;b;c",d\n1,2\n', rows: [{ 'a;b;c': 1, d: 2 }] },
  { name: 'a given delimiter', input: 'a,b:c\n1:2\n', options: { delimiter: ':' }, rows: [{ 'a,b': 1, c: 2 }] },
  { name: 'one column', input: 'name\nx\n\n""\ny', rows: [{ name: 'x' }, { name: '' }, { name: 'y' }] },
  { name: 'blank lines first', input: '\n\r\na,b\n1,2\n', rows: [{ a: 1, b: 2 }] },
  {
    name: 'empty and repeated names',
    input: 'a,,a, a ,a_2\n1,2,3,4,5\n',
    rows: [{ a: 1, column_2: 2, a_2: 3, a_3: 4, a_2_2: 5 }],
  },
  { name: 'short records', input: 'a,b,c\n1\n2,3\n', rows: [{ a: 1 }, { a: 2, b: 3 }] },
  {
    name: 'long records',
    input: 'a,column_2\n1,2,3,4\n5,6\n7,8,9\n',
    rows: [
      { a: 1, column_2: 2, column_3: 3, column_4: 4 },
      { a: 5, column_2: 6 },
      { a: 7, column_2: 8, column_3: 9 },
    ],
    warnings: { [EXTRA]: 2 },
  },
  {
    name: 'an extra field never hides another',
    input: 'column_2\n1,2\n',
    rows: [{ column_2: 1, column_2_2: 2 }],
    warnings: { [EXTRA]: 1 },
  },
  {
    name: 'numbers that round-trip',
    input: 'n\n1\n-2.5\n007\n1.50\n1e3\n9007199254740993\n0.1\n-0\nNaN\n-Infinity\n 1\n+1\n1e+21',
    rows: [1, -2.5, '007', '1.50', '1e3', '9007199254740993', 0.1, '-0', 'NaN', '-Infinity', ' 1', '+1', 1e21].map(
      (n) => ({ n }),
    ),
  },
  { name: 'only a header', input: 'a,b\n', rows: [] },
  { name: 'nothing', input: '', rows: [] },
  {
    name: 'an unclosed quote at the end',
    input: 'a,b\n1,"x\n2,y\n',
    rows: [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'an unclosed quote, and nothing behind it that looks like a record',
    input: 'a,b\n1,"x\nmore of it\n',
    rows: [{ a: 1, b: 'x\nmore of it\n' }],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'an unclosed quote, and a little behind it that does not look like a record',
    input: 'a,b\r\n1,"x\r\nmore ""of"" it\r\n\r\n2,y\r\n3,z\r\n',
    rows: [
      { a: 1, b: 'x\r\nmore "of" it\r\n' },
      { a: 2, b: 'y' },
      { a: 3, b: 'z' },
    ],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'an unclosed quote in the header',
    input: 'id,"name,email\r\n1,Ann,x\r\n2,Bob,y\r\n',
    rows: [
      { id: 1, name: 'Ann', email: 'x' },
      { id: 2, name: 'Bob', email: 'y' },
    ],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'an unclosed quote in the header, and a delimiter that only stands behind it',
    input: '"id;name\n1;Ann\n',
    rows: [{ id: 1, name: 'Ann' }],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'an unclosed quote in the last field of the header, behind a name of two lines',
    input: '"a\nb","c,d","e\n\n1,2,3\n',
    rows: [{ 'a\nb': 1, 'c,d': 2, e: 3 }],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'an unclosed quote in the header, over the limit',
    input: 'a,"b\n1,x\n2,y\n3,z\n',
    options: { maxRecordChars: 8 },
    rows: [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: 3, b: 'z' },
    ],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'a quote that the next one closes, lines later and in front of other text',
    input: 'a,b\n1,"x\n2,y\n\n3,"z\n4,w\n',
    rows: [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: 3, b: 'z' },
      { a: 4, b: 'w' },
    ],
    warnings: { [OPEN]: 2 },
  },
  {
    name: 'the same on the next line, behind a field of two lines',
    input: 'a,b,c\r\n"0\r\n0",5,6\r\n1,"x","y\r\n2,u,"z\r\n3,v,"w"\r\n',
    rows: [
      { a: '0\r\n0', b: 5, c: 6 },
      { a: 1, b: 'x', c: 'y' },
      { a: 2, b: 'u', c: 'z' },
      { a: 3, b: 'v', c: 'w' },
    ],
    warnings: { [OPEN]: 2 },
  },
  {
    name: 'a quote within a field of two lines, and no line that looks like a record',
    input: 'a,b,c\n1,"x\nsaid "hi" there",2\n',
    rows: [{ a: 1, b: 'x\nsaid hi" there"', c: 2 }],
  },
  {
    name: 'a quote that is closed at the end of a field, records later',
    input: 'a,b\n1,"x\n2,y\n3,z\n4,w"\n5,"a\nb, c\nd"\n',
    rows: [
      { a: 1, b: 'x\n2,y\n3,z\n4,w' },
      { a: 5, b: 'a\nb, c\nd' },
    ],
    warnings: { [LINES]: 1 },
  },
  { name: 'a carriage return in an unclosed quote', input: 'a\n"x\r', rows: [{ a: 'x\r' }], warnings: { [OPEN]: 1 } },
  {
    name: 'over the limit',
    input: 'a,b\n1,123456\n1,1234567\n2,x\n',
    options: { maxRecordChars: 8 },
    rows: [
      { a: 1, b: 123456 },
      { a: 2, b: 'x' },
    ],
    warnings: { [OVER]: 1 },
  },
  {
    name: 'an unclosed quote, over the limit',
    input: 'a,b\n1,"x\n2,y\n3,z\n4,w\n5,v\n',
    options: { maxRecordChars: 8 },
    rows: [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
      { a: 3, b: 'z' },
      { a: 4, b: 'w' },
      { a: 5, b: 'v' },
    ],
    warnings: { [OPEN]: 1 },
  },
  {
    name: 'an unclosed quote, over the limit, and nothing that looks like a record',
    input: 'a,b\n1,"xé€😀zzz\nzzz\n4,w\n',
    options: { maxRecordChars: 8 },
    rows: [{ a: 'zzz' }, { a: 4, b: 'w' }],
    warnings: { [OVER]: 1 },
    lost: 16,
  },
];

describe('CSV', () => {
  test.each(CASES)('$name, at every split', ({ input, options, rows, warnings = {}, lost }) => {
    everySplit(bytes(input), (pieces) => {
      const found = decode(pieces, options);
      expect(found).toMatchObject({ rows, warnings, ...(lost === undefined ? {} : { lost }) });
    });
  });

  test('a field named __proto__ is data', () => {
    const { rows, lines } = decode([bytes('__proto__,a\nx,1\n')]);
    expect(Object.entries(Object(rows[0]))).toEqual([
      ['__proto__', 'x'],
      ['a', 1],
    ]);
    expect(lines).toBe('{"__proto__":"x","a":1}\n');
  });

  test('bytes that are not UTF-8 are mended and counted', () => {
    const input = Buffer.concat([bytes('a,b\n1,x'), Uint8Array.of(0xfc), bytes('y\n2,€\n')]);
    everySplit(input, (pieces) => {
      expect(decode(pieces)).toMatchObject({
        rows: [
          { a: 1, b: 'x\ufffdy' },
          { a: 2, b: '€' },
        ],
        warnings: { 'bytes are not valid UTF-8': 1 },
      });
    });
  });

  test('what papaparse writes and reads is read the same, in any partition', () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é', '1'), maxLength: 6 }),
      fc.constant('x'),
    );
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 6 });
    const both = fc
      .tuple(table, fc.constantFrom('\n', '\r\n'), fc.constantFrom(',', ';', '\t', '|'), fc.boolean())
      .map(([rows, newline, delimiter, quotes]) => ({
        delimiter,
        input: Papa.unparse([['h1', 'h2', 'h3'], ...rows], { newline, delimiter, quotes, escapeFormulae: false }),
        rows,
      }))
      .chain(({ delimiter, input, rows }) =>
        fc.tuple(fc.constant(rows), fc.constant(delimiter), partitions(bytes(input))),
      );
    fc.assert(
      fc.property(both, ([rows, delimiter, pieces]) => {
        const found = decode(pieces, { delimiter });
        const cells = found.rows.map((row) => Object.values(Object(row)).map(String));
        expect(cells).toEqual(rows);
        expect(found.warnings).toEqual({});
      }),
      { numRuns: 300 },
    );
  });

  test('any text in any partition gives the same', () => {
    const piece = fc.constantFrom('a', '"', ',', ';', '\n', '\r', '\r\n', ' ', 'é', '1', '""', ',"', '",', '\ufeff');
    const both = fc
      .array(piece, { maxLength: 30 })
      .map((parts) => bytes(`h1,h2\n${parts.join('')}`))
      .chain((input) => fc.tuple(fc.constant(input), partitions(input)));
    fc.assert(
      fc.property(both, fc.constantFrom({}, { maxRecordChars: 4 }, { delimiter: ';' }), ([input, pieces], options) => {
        expect(decode(pieces, options)).toEqual(decode([input], options));
      }),
      { numRuns: 800 },
    );
  });

  test('a quote that nobody closes costs no record, wherever it stands and however the text is cut', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '1', ' ', '€'), minLength: 1, maxLength: 6 });
    const broken = fc
      .tuple(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat({ max: 1 }))
      .map(([rows, place, column]) => {
        // The header is one of the places.
        const at = (place % (rows.length + 1)) - 1;
        const lines = [['h1', 'h2'], ...rows].map((cells, index) =>
          cells.map((text, of) => (index === at + 1 && of === column ? `"${text}` : text)),
        );
        return { rows, input: bytes(`${lines.map((cells) => cells.join()).join('\n')}\n`), at, column };
      })
      .chain((made) => fc.tuple(fc.constant(made), partitions(made.input), fc.constantFrom(40, 1024)));
    fc.assert(
      fc.property(broken, ([{ rows, at, column }, pieces, maxRecordChars]) => {
        const found = decode(pieces, { maxRecordChars, delimiter: ',' });
        const cells = found.rows.map((row) => Object.values(Object(row)).map(String));
        const others = (all: readonly unknown[]) => all.filter((_, index) => index !== at);
        const isLast = at === rows.length - 1;
        // What stands behind the quote on its own line belongs to its field.
        expect(others(cells)).toEqual(others(rows));
        expect(at < 0 || cells[at]?.join().startsWith(column === 1 || isLast ? '' : (rows[at]?.[0] ?? ''))).toBe(true);
        expect(found).toMatchObject({ lost: 0, warnings: { [OPEN]: 1 } });
      }),
      { numRuns: 400 },
    );
  });

  test('an endless quoted field holds no memory, and the next line is read', () => {
    const decoder = createCsvDecoder({ maxRecordChars: 1000 });
    const piece = bytes(`${'x'.repeat(64 * 1024)}`);
    const warned = [...decoder.transform(bytes('a,b\n1,"'))].length;
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 500; count += 1) {
      expect([...decoder.transform(piece)]).toEqual([]);
    }
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(24 * 1024 * 1024);
    expect(warned).toBe(0);
    expect(collect(decoder, [bytes('\n2,y\n')])).toMatchObject({ rows: [{ a: 2, b: 'y' }], warnings: { [OVER]: 1 } });
  });

  test('chunks stay small', () => {
    const chunks = [...createCsvDecoder().transform(bytes(`name,text\n${'a,bbbbbbbb\n'.repeat(50_000)}`))];
    const sizes = chunks.map((chunk) => (chunk.type === 'records' ? chunk.lines.length : 0));
    expect(Math.max(...sizes)).toBeLessThan(256 * 1024);
  });
});
