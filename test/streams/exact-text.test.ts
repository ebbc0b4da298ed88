import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createExactText, withReplacements } from '../../src/streams/exact-text.js';
import { everySplit, partitions } from '../support/every-split.js';

const LONE = /\p{Surrogate}/u;

function read(pieces: readonly Uint8Array[]) {
  let invalid = 0;
  const exact = createExactText((count) => {
    invalid += count;
  });
  const texts = [...pieces.flatMap((piece) => [...exact.decoder.transform(piece)]), ...exact.decoder.final()];
  const bytes = Buffer.concat([...texts.map((text) => exact.encode(text)), exact.rest()]);
  const length = texts.reduce((sum, text) => sum + exact.byteLength(text), exact.rest().length);
  return { text: withReplacements(texts.join('')), texts, bytes, length, invalid };
}

function utf16(text: string, order: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return Uint8Array.from(order === 'le' ? bytes : bytes.swap16());
}

const CASES: readonly (readonly [
  name: string,
  input: Uint8Array | readonly number[],
  text: string,
  invalid: number,
])[] = [
  ['nothing', [], '', 0],
  ['UTF-8', Buffer.from('\ufeffp\u00e5ss \ufffd\0\u{1f600}\n'), '\ufeffp\u00e5ss \ufffd\0\u{1f600}\n', 0],
  ['Latin-1', [0x61, 0xe9, 0x62], 'a\ufffdb', 1],
  ['a cut character', [0x61, 0xf0, 0x9f, 0x98], 'a\ufffd\ufffd\ufffd', 3],
  ['one before a letter', [0xe2, 0x82, 0x61], '\ufffd\ufffda', 2],
  ['one behind a pair', [...Buffer.from('\u{1f600}'), 0x98, 0x80], '\u{1f600}\ufffd\ufffd', 2],
  ['overlong forms', [0xc0, 0x80, 0xe0, 0x80, 0x80, 0xf0, 0x8f, 0xbf, 0xbf], '\ufffd'.repeat(9), 9],
  ['halves of pairs', [0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf, 0xed, 0x9f, 0xbf], `${'\ufffd'.repeat(6)}\ud7ff`, 6],
  ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80, 0xf5, 0xf4, 0x8f, 0xbf, 0xbf], `${'\ufffd'.repeat(5)}\u{10ffff}`, 5],
  ['UTF-16', utf16('\ufeffp\u00e5ss \u{1f600}', 'le'), '\ufeffp\u00e5ss \u{1f600}', 0],
  ['UTF-16, the other end first', utf16('\ufeffp\u00e5ss \u{1f600}', 'be'), '\ufeffp\u00e5ss \u{1f600}', 0],
  ['UTF-16 without a mark', utf16('ab\u00e5', 'le'), 'ab\u00e5', 0],
  ['UTF-16 without a mark, the other end first', utf16('\nab', 'be'), '\nab', 0],
  ['UTF-8 with NULs', Buffer.from('a\0bc'), 'a\0bc', 0],
  ['halves of pairs in UTF-16', utf16('\ufeff\udc80a\ud800b\ud83d', 'le'), '\ufeff\ufffda\ufffdb\ufffd', 6],
  ['half a unit', [...utf16('\ufeffa\ud83d', 'be'), 0xd8], '\ufeffa\ufffd', 3],
];

describe('a text that is bytes again', () => {
  test.each(CASES)('%s, at every split', (_, input, text, invalid) => {
    everySplit(Uint8Array.from(input), (pieces) => {
      const length = input.length;
      expect(read(pieces)).toMatchObject({ text, invalid, length, bytes: Buffer.from(Uint8Array.from(input)) });
    });
  });

  test('whatever the bytes are, and wherever they are cut', () => {
    const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 0x61, 0xc3, 0xd8, 0xdc, 0xe2, 0xed, 0xf0, 0x9f, 0x80, 0xbf));
    const head = fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0x61, 0, 0x62, 0]);
    const bytes = fc
      .tuple(head, fc.array(byte, { maxLength: 40 }))
      .map(([first, others]) => Uint8Array.from([...first, ...others]));
    fc.assert(
      fc.property(
        bytes.chain((whole) => partitions(whole).map((pieces) => ({ whole, pieces }))),
        ({ whole, pieces }) => {
          const cut = read(pieces);
          expect(cut).toMatchObject({ bytes: Buffer.from(whole), length: whole.length });
          expect(cut.text).toBe(read([whole]).text);
          expect(cut.invalid === 0 && cut.texts.some((text) => LONE.test(text))).toBe(false);
        },
      ),
    );
  });

  test('written in other pieces than it was read in', () => {
    const exact = createExactText(() => undefined);
    const input = Buffer.from([...Buffer.from('a\u{1f600}'), 0xe9, ...Buffer.from('\u{1f600}')]);
    const text = [...exact.decoder.transform(input), ...exact.decoder.final()].join('');
    const units = text.split('').map((unit) => exact.encode(unit));
    expect(Buffer.concat(units)).toEqual(input);
  });
});
