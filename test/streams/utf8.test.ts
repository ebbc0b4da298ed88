import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBomStripper } from '../../src/streams/bom.js';
import { createTextDecoder } from '../../src/streams/text.js';
import { createUtf8Decoder } from '../../src/streams/utf8.js';
import { everySplit, partitions } from '../support/every-split.js';
import { bytes, collect } from './collect.js';

function decode(pieces: readonly Uint8Array[], bom?: 'keep'): { text: string; invalid: number; pieces: string[] } {
  let invalid = 0;
  const onInvalid = (count: number): void => {
    invalid += count;
  };
  const decoder = createUtf8Decoder(bom === undefined ? { onInvalid } : { onInvalid, bom });
  const texts = [...pieces.flatMap((piece) => [...decoder.transform(piece)]), ...decoder.final()];
  return { text: texts.join(''), invalid, pieces: texts };
}

const CASES: readonly { name: string; input: readonly number[]; text: string; invalid: number }[] = [
  { name: 'ASCII', input: [0x61, 0x0a], text: 'a\n', invalid: 0 },
  { name: 'one to four bytes', input: [...bytes('aé€😀\u0000')], text: 'aé€😀\u0000', invalid: 0 },
  { name: 'a byte order mark', input: [0xef, 0xbb, 0xbf, 0x61], text: 'a', invalid: 0 },
  { name: 'a second byte order mark', input: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], text: '\ufeff', invalid: 0 },
  { name: 'a later byte order mark', input: [0x61, 0xef, 0xbb, 0xbf], text: 'a\ufeff', invalid: 0 },
  { name: 'a real replacement character', input: [...bytes('\ufffd')], text: '\ufffd', invalid: 0 },
  { name: 'a real one beside a made one', input: [...bytes('\ufffd'), 0xff], text: '\ufffd\ufffd', invalid: 1 },
  { name: 'stray continuation bytes', input: [0x80, 0xbf], text: '\ufffd\ufffd', invalid: 2 },
  { name: 'a truncated sequence', input: [0xf0, 0x9f, 0x98], text: '\ufffd', invalid: 1 },
  { name: 'a truncated sequence before a letter', input: [0xe2, 0x82, 0x61], text: '\ufffda', invalid: 1 },
  { name: 'overlong forms', input: [0xc0, 0x80, 0xe0, 0x80, 0x80], text: '\ufffd'.repeat(5), invalid: 5 },
  { name: 'surrogates', input: [0xed, 0xa0, 0x80], text: '\ufffd'.repeat(3), invalid: 3 },
  { name: 'beyond Unicode', input: [0xf4, 0x90, 0x80, 0x80, 0xf5], text: '\ufffd'.repeat(5), invalid: 5 },
];

describe('UTF-8', () => {
  test.each(CASES)('$name, at every split', ({ input, text, invalid }) => {
    everySplit(Uint8Array.from(input), (pieces) => {
      expect(decode(pieces)).toMatchObject({ text, invalid });
    });
  });

  test('a byte order mark can be kept', () => {
    expect(decode([Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf, 0x61)], 'keep').text).toBe('\ufeffa');
  });

  test('any bytes in any partition decode as the platform decodes them whole', () => {
    const byte = fc.oneof(
      fc.nat(255),
      fc.constantFrom(0xef, 0xbf, 0xbd, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0x61),
    );
    const both = fc
      .array(byte, { maxLength: 60 })
      .map((input) => Uint8Array.from(input))
      .chain((input) => fc.tuple(fc.constant(input), partitions(input)));
    fc.assert(
      fc.property(both, ([input, cuts]) => {
        const found = decode(cuts);
        expect(found.text).toBe(new TextDecoder().decode(input));
        expect(found.invalid).toBe(decode([input]).invalid);
        expect(found.pieces.every((piece) => !/[\ud800-\udbff]$/.test(piece))).toBe(true);
      }),
      { numRuns: 600 },
    );
  });
});

describe('the byte order mark of byte streams', () => {
  test.each([
    { input: [0xef, 0xbb, 0xbf, 0x31], output: [0x31] },
    { input: [0xef, 0xbb, 0xbf], output: [] },
    { input: [0xef, 0xbb, 0x31], output: [0xef, 0xbb, 0x31] },
    { input: [0xef, 0xbb], output: [0xef, 0xbb] },
    { input: [0xef, 0xef, 0xbb, 0xbf], output: [0xef, 0xef, 0xbb, 0xbf] },
    { input: [0x31, 0xef, 0xbb, 0xbf], output: [0x31, 0xef, 0xbb, 0xbf] },
    { input: [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], output: [0xef, 0xbb, 0xbf] },
  ])('$input gives $output, at every split', ({ input, output }) => {
    everySplit(Uint8Array.from(input), (pieces) => {
      const stripper = createBomStripper();
      const out = [...pieces.flatMap((piece) => [...stripper.transform(piece)]), ...stripper.final()];
      expect(out.flatMap((piece) => [...piece])).toEqual(output);
    });
  });
});

describe('text', () => {
  test('keeps everything and counts bytes that are not UTF-8', () => {
    const input = Buffer.concat([bytes('a\r\n\u0000€'), Uint8Array.of(0xff), bytes('\n\n')]);
    everySplit(input, (pieces) => {
      expect(collect(createTextDecoder({ channel: 'stdout' }), pieces)).toEqual({
        rows: [],
        lines: '',
        text: 'a\r\n\u0000€\ufffd\n\n',
        warnings: { 'bytes are not valid UTF-8': 1 },
        lost: 0,
      });
    });
  });

  test('chunks hold at most 64 Ki characters and are cut between code points', () => {
    const text = `x${'😀'.repeat(100_000)}`;
    const chunks = [...createTextDecoder({ channel: 'text' }).transform(bytes(text))];
    const texts = chunks.map((chunk) => (chunk.type === 'text' ? chunk.text : ''));
    expect(texts.join('')).toBe(text);
    expect(texts.every((piece) => piece.length <= 65_536 && !/[\ud800-\udbff]$/.test(piece))).toBe(true);
    expect(chunks[0]).toMatchObject({ type: 'text', channel: 'text' });
  });
});
