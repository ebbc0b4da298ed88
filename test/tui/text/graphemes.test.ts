import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segment } from '../../../src/tui/text/graphemes.js';

const asNode = (text: string) =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), (each) => [
    each.segment,
    each.index,
  ]);
const ours = (text: string) => Array.from(segment(text), (each) => [each.segment, each.index]);

test('characters that need no segmenter stand for themselves beside any other such', () => {
  const codes = Array.from({ length: 0x2900 }, (_, code) => code).filter((code) => code < 0x300 || code >= 0x2010);
  for (const before of ['a', ' ', '\u001b', '│', '©']) {
    const text = codes.map((code) => before + String.fromCharCode(code)).join(before);
    expect(ours(text)).toEqual(asNode(text));
  }
});

test('whatever text is parted as Node parts it', () => {
  const pieces = fc.constantFrom(
    'a',
    '…',
    '│',
    '\r',
    '\n',
    'é',
    'e\u0301',
    '👩‍👩‍👧',
    '🇫🇷',
    '한',
    '\u200d',
    '⣿',
    '\u001b[31m',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(ours(text)).toEqual(asNode(text));
    }),
  );
});
