import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sniffFormat } from '../../src/streams/sniff.js';
import { createUnicodeDecoder } from '../../src/streams/unicode.js';
import type { Utf8DecoderOptions } from '../../src/streams/utf8.js';
import { everySplit } from '../support/every-split.js';

function decode(pieces: readonly Uint8Array[], options: Utf8DecoderOptions = {}) {
  const told = { invalid: 0 };
  const decoder = createUnicodeDecoder({
    ...options,
    onInvalid: (count) => {
      told.invalid += count;
    },
  });
  const texts = [...pieces.flatMap((piece) => [...decoder.transform(piece)]), ...decoder.final()];
  return { text: texts.join(''), texts, ...told };
}

function utf16(text: string, order: 'le' | 'be', mark = true): Uint8Array {
  const bytes = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le');
  return Uint8Array.from(order === 'le' ? bytes : bytes.swap16());
}

const LONE = /\p{Surrogate}/u;
const TEXT = 'påss 😀\n';

const CASES: readonly { name: string; input: Uint8Array; options?: Utf8DecoderOptions; text: string }[] = [
  { name: 'UTF-8', input: Buffer.from(TEXT), text: TEXT },
  { name: 'nothing', input: new Uint8Array(0), text: '' },
  { name: 'little end first', input: utf16(TEXT, 'le'), text: TEXT },
  { name: 'big end first', input: utf16(TEXT, 'be'), text: TEXT },
  { name: 'a mark that is kept', input: utf16(TEXT, 'le'), options: { bom: 'keep' }, text: `\ufeff${TEXT}` },
  { name: 'no mark', input: utf16('pass', 'le', false), text: 'p\0a\0s\0s\0' },
];

describe('bytes of Unicode', () => {
  test.each(CASES)('$name, at every split', ({ input, options, text }) => {
    everySplit(input, (pieces) => {
      expect(decode(pieces, options)).toMatchObject({ text, invalid: 0 });
    });
  });

  test('a half of a pair, and half a unit, are counted', () => {
    const input = Buffer.concat([utf16('a\ud800b', 'le'), Buffer.from([0x61])]);
    everySplit(Uint8Array.from(input), (pieces) => {
      expect(decode(pieces)).toMatchObject({ text: 'a\ufffdb\ufffd', invalid: 2 });
    });
  });

  test('no piece of text ends inside a pair', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 });
    fc.assert(
      fc.property(text, (whole) => {
        everySplit(utf16(whole, 'be'), (pieces) => {
          const { texts } = decode(pieces);
          expect(texts.join('')).toBe(whole);
          expect(texts.filter((piece) => LONE.test(piece))).toEqual([]);
        });
      }),
      { numRuns: 60 },
    );
  });

  test('files of it are text, or the tables of a spreadsheet', () => {
    expect(sniffFormat(utf16('a line\n', 'le'))).toBe('text');
    expect(sniffFormat(utf16('id\tname\tmail\n1\tAnna\tx\n2\tBo\ty\n', 'le'))).toBe('csv');
  });
});
