import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNdjsonDecoder } from '../../src/streams/ndjson.js';
import { everySplit, partitions } from '../support/every-split.js';
import { bytes, type Collected, collect } from './collect.js';

const BAD = 'line is not valid JSON';
const OVER = 'record is over the size limit';
const UTF8 = 'bytes are not valid UTF-8';

const decode = (pieces: readonly Uint8Array[], maxRecordBytes?: number): Collected =>
  collect(createNdjsonDecoder(maxRecordBytes === undefined ? {} : { maxRecordBytes }), pieces);

const raw = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

interface Case {
  readonly name: string;
  readonly input: Uint8Array;
  readonly max?: number;
  readonly rows: readonly unknown[];
  readonly lines: string;
  readonly warnings?: Record<string, number>;
  readonly lost?: number;
}

const CASES: readonly Case[] = [
  {
    name: 'good lines',
    input: raw('{"a":1}\n{"b":"é😀"}\n'),
    rows: [{ a: 1 }, { b: 'é😀' }],
    lines: '{"a":1}\n{"b":"é😀"}\n',
  },
  { name: 'no last newline', input: raw('{"a":1}\n[2]'), rows: [{ a: 1 }, [2]], lines: '{"a":1}\n[2]\n' },
  {
    name: 'scalars are rows',
    input: raw('42\n"x"\nnull\ntrue\n'),
    rows: [42, 'x', null, true],
    lines: '42\n"x"\nnull\ntrue\n',
  },
  { name: 'byte order mark', input: raw([0xef, 0xbb, 0xbf], '{"a":1}\n'), rows: [{ a: 1 }], lines: '{"a":1}\n' },
  { name: 'only a byte order mark', input: raw([0xef, 0xbb, 0xbf]), rows: [], lines: '' },
  {
    name: 'a later byte order mark is no JSON',
    input: raw('1\n', [0xef, 0xbb, 0xbf], '2\n'),
    rows: [1],
    lines: '1\n',
    warnings: { [BAD]: 1 },
  },
  { name: 'CRLF', input: raw('{"a":1}\r\n\r\n{"b":2}\r\n'), rows: [{ a: 1 }, { b: 2 }], lines: '{"a":1}\n{"b":2}\n' },
  { name: 'blank lines do not count', input: raw('\n\n1\n  \t\n2\n\n'), rows: [1, 2], lines: '1\n2\n' },
  { name: 'white space stays', input: raw(' {"a": 1} \n'), rows: [{ a: 1 }], lines: ' {"a": 1} \n' },
  {
    name: 'bad lines',
    input: raw('x\n{"a":1}\n{"é":\n2\n'),
    rows: [{ a: 1 }, 2],
    lines: '{"a":1}\n2\n',
    warnings: { [BAD]: 2 },
    lost: 7,
  },
  { name: 'a bad last line', input: raw('1\n{"a'), rows: [1], lines: '1\n', warnings: { [BAD]: 1 } },
  {
    name: 'two values on a line',
    input: raw('{"a":1},{"b":2}\n{"c":3}\n'),
    rows: [{ c: 3 }],
    lines: '{"c":3}\n',
    warnings: { [BAD]: 1 },
  },
  {
    name: 'one value on two lines',
    input: raw('{"a":[1\n2]}\n"a\nb"\n1\n'),
    rows: [1],
    lines: '1\n',
    warnings: { [BAD]: 4 },
  },
  { name: 'two and a half', input: raw('1,2\n{"a":[1\n2]}\n'), rows: [], lines: '', warnings: { [BAD]: 3 } },
  { name: 'brackets that would pair up', input: raw('1]\n[2\n'), rows: [], lines: '', warnings: { [BAD]: 2 } },
  {
    name: 'digits stay',
    input: raw('{"n":12345678901234567890.10}\n'),
    rows: [{ n: Number('12345678901234567890.1') }],
    lines: '{"n":12345678901234567890.10}\n',
  },
  { name: 'separators of Unicode', input: raw('"\u2028\u0085"\n'), rows: ['\u2028\u0085'], lines: '"\u2028\u0085"\n' },
  {
    name: 'invalid bytes',
    input: raw('"a', [0xff], 'b"\n"', [0xe2, 0x82], '"\n"\ufffd"\n'),
    rows: ['a\ufffdb', '\ufffd', '\ufffd'],
    lines: '"a\ufffdb"\n"\ufffd"\n"\ufffd"\n',
    warnings: { [UTF8]: 2 },
  },
  {
    name: 'invalid bytes outside strings',
    input: raw([0xff, 0x0a], '1\n'),
    rows: [1],
    lines: '1\n',
    warnings: { [BAD]: 1 },
  },
  { name: 'at the limit', input: raw('"345678"\n1\n'), max: 8, rows: ['345678', 1], lines: '"345678"\n1\n' },
  {
    name: 'over the limit',
    input: raw('"3456789"\n1\n"3456789xxxx"\n2'),
    max: 8,
    rows: [1, 2],
    lines: '1\n2\n',
    warnings: { [OVER]: 2 },
    lost: 22,
  },
  {
    name: 'over the limit at the end',
    input: raw('1\n"3456789x'),
    max: 8,
    rows: [1],
    lines: '1\n',
    warnings: { [OVER]: 1 },
  },
  {
    name: 'over the limit at first, then a mark',
    input: raw('123456789\n', [0xef, 0xbb, 0xbf], '2\n'),
    max: 8,
    rows: [],
    lines: '',
    warnings: { [OVER]: 1, [BAD]: 1 },
  },
  { name: 'nothing', input: raw(''), rows: [], lines: '' },
];

describe('NDJSON', () => {
  test.each(CASES)('$name, at every split', ({ input, max, rows, lines, warnings = {}, lost }) => {
    everySplit(input, (pieces) => {
      expect(decode(pieces, max)).toMatchObject({
        rows,
        lines,
        text: '',
        warnings,
        ...(lost === undefined ? {} : { lost }),
      });
    });
  });

  test('any lines in any partition give what a line-by-line reading gives', () => {
    const line = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '',
        ' ',
        '\r',
        '1,2',
        '"a',
        'b"',
        '[',
        ']',
        '{"a":[',
        '2]}',
        '{"__proto__":1}',
        '\u007f',
        '"\\u007f"',
        ',"\u007f",',
      ),
    );
    const input = fc.array(line, { maxLength: 12 }).map((lines) => bytes(lines.join('\n')));
    const both = input.chain((whole) => fc.tuple(fc.constant(whole), partitions(whole)));
    fc.assert(
      fc.property(both, ([whole, pieces]) => {
        const expected = lineByLine(whole);
        const { rows, warnings } = decode(pieces);
        expect(rows).toEqual(expected.rows);
        expect(warnings[BAD] ?? 0).toBe(expected.bad);
      }),
      { numRuns: 250 },
    );
  });

  test('lines that are no JSON are text at their places, if there is a channel for them', () => {
    const input = raw('begin\r\n{"a":1}\n\nTraceback:\n  File "é"\n{"a":2}\n{"a"');
    const inOrder = (pieces: readonly Uint8Array[]): readonly unknown[] => {
      const decoder = createNdjsonDecoder({ otherChannel: 'out' });
      const chunks = [...pieces.flatMap((piece) => [...decoder.transform(piece)]), ...decoder.final()];
      return chunks.flatMap((chunk) => {
        const text = chunk.type === 'text' ? [`${chunk.channel}: ${chunk.text}`] : [];
        return chunk.type === 'records' ? [...chunk.rows] : text.flatMap((each) => each.split(/(?<=\n)(?=.)/s));
      });
    };
    everySplit(input, (pieces) => {
      expect(inOrder(pieces).map((each) => (typeof each === 'string' ? each.replace(/^out: /, '') : each))).toEqual([
        'begin\r\n',
        { a: 1 },
        'Traceback:\n',
        '  File "é"\n',
        { a: 2 },
        '{"a"\n',
      ]);
      expect(collect(createNdjsonDecoder({ otherChannel: 'out' }), pieces)).toMatchObject({
        warnings: { [BAD]: 4 },
        lost: 0,
      });
    });
  });

  test('any bytes in any partition give the same', () => {
    const input = fc.array(fc.constantFrom(0x0a, 0x0d, 0x20, 0x22, 0x31, 0x7b, 0x7d, 0xc3, 0xa9, 0xf0, 0x9f, 0xff), {
      maxLength: 40,
    });
    const both = input
      .map((codes) => Uint8Array.from(codes))
      .chain((whole) => fc.tuple(fc.constant(whole), partitions(whole)));
    fc.assert(
      fc.property(both, fc.constantFrom(undefined, 3, 8), ([whole, pieces], max) => {
        expect(decode(pieces, max)).toEqual(decode([whole], max));
      }),
      { numRuns: 250 },
    );
  });

  test('good lines are passed on without a copy', () => {
    const input = bytes('{"a":1}\n{"b":2}\n{"c"');
    const [chunk] = [...createNdjsonDecoder().transform(input)];
    expect(chunk).toMatchObject({ type: 'records', rows: [{ a: 1 }, { b: 2 }] });
    expect(chunk?.type === 'records' && chunk.lines.buffer === input.buffer).toBe(true);
  });

  test('chunks stay small, however large the pieces are', () => {
    const line = `${JSON.stringify({ text: 'x'.repeat(1000) })}\n`;
    const chunks = [...createNdjsonDecoder().transform(bytes(line.repeat(1000)))];
    const sizes = chunks.map((chunk) => (chunk.type === 'records' ? chunk.lines.length : 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(line.length * 1000);
  });

  test('a line longer than a block, between short ones', () => {
    const long = JSON.stringify('y'.repeat(300_000));
    expect(decode([bytes(`1\n${long}\n2\n`)]).rows).toEqual([1, 'y'.repeat(300_000), 2]);
  });

  test('an endless line is dropped and holds no memory', () => {
    const decoder = createNdjsonDecoder({ maxRecordBytes: 1000 });
    const piece = new Uint8Array(64 * 1024).fill(0x61);
    const before = process.memoryUsage().arrayBuffers;
    let warned = 0;
    for (let count = 0; count < 2000; count += 1) {
      warned += [...decoder.transform(piece)].length;
    }
    expect(warned).toBe(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
    const { rows, warnings, lost } = collect(decoder, [bytes('\n{"a":1}\n')]);
    expect(rows).toEqual([{ a: 1 }]);
    expect({ warnings, lost }).toEqual({ warnings: { [OVER]: 1 }, lost: 2000 * 64 * 1024 });
  });

  test('members named __proto__, many keys and deep nesting are data', () => {
    const keys = JSON.stringify(
      Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index])),
    );
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const chunks = [...createNdjsonDecoder().transform(bytes(`{"__proto__":{"x":1}}\n${keys}\n${deep}\n`))];
    const rows = chunks.flatMap((chunk) => (chunk.type === 'records' ? chunk.rows : []));
    expect(rows).toHaveLength(3);
    expect(Object.hasOwn(Object(rows[0]), '__proto__')).toBe(true);
    expect(Object.keys(Object(rows[1]))).toHaveLength(100_000);
  });
});

function lineByLine(whole: Uint8Array): { rows: unknown[]; bad: number } {
  const rows: unknown[] = [];
  let bad = 0;
  const text = Buffer.from(whole)
    .toString()
    .replace(/^\ufeff/, '');
  for (const line of text.split('\n').filter((candidate) => /[^ \t\r]/.test(candidate))) {
    try {
      rows.push(JSON.parse(line));
    } catch {
      bad += 1;
    }
  }
  return { rows, bad };
}
