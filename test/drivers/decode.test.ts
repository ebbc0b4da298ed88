import { describe, expect, test } from 'vitest';
import { createByteDecoder } from '../../src/drivers/decode.js';
import { isPlainStart } from '../../src/streams/sniff.js';

function decoded(pieces: readonly Uint8Array[]) {
  const decoder = createByteDecoder({ format: 'auto', channel: 'text' });
  const chunks = [...pieces.flatMap((piece) => [...decoder.transform(piece)]), ...decoder.final()];
  return {
    text: chunks.map((chunk) => (chunk.type === 'text' && chunk.channel === 'text' ? chunk.text : '')).join(''),
    bytes: chunks.map((chunk) => (chunk.type === 'text' && chunk.channel !== 'text' ? chunk.text : '')).join(''),
    rows: chunks.flatMap((chunk) => (chunk.type === 'records' ? chunk.rows : [])),
    warnings: chunks.reduce((sum, chunk) => sum + (chunk.type === 'warning' ? chunk.count : 0), 0),
  };
}

const INPUTS: readonly (readonly [name: string, input: string])[] = [
  ['prose', 'One line.\nAnother one\nand more.\n'],
  ['a log', '2026-01-02 12:00:01 INFO begins\n2026-01-02 12:00:02 INFO ends\n'],
  ['NDJSON below a banner', `Starting up\nListening on 3000\n${'{"level":"info","n":1}\n'.repeat(12)}`],
  ['numbers', '1\n2\n{"a":1}\n'],
  ['a table', 'id,name,city\n1,ann,Oslo\n2,bob,Rome\n'],
  ['a table with a quoted header', '"id\nof it",name,city\n1,ann,Oslo\n2,bob,Rome\n'],
  ['JSON', '{\n  "a": 1\n}\n'],
  ['UTF-8', 'Grüße\naus Köln\n'],
  ['empty lines', '\nhello\n\n{"a":1}\n{"a":2}\n'],
  ['lines with returns', 'a,b,c\r\n1,2,3\r\n4,5,6\r\n'],
];

describe('a start that is the same in any format', () => {
  test.each(INPUTS)('%s is decoded the same, passed on at once or not', (_name, input) => {
    const all = Buffer.from(input);
    const whole = decoded([all]);
    for (let cut = 1; cut < all.length; cut += 1) {
      const start = all.subarray(0, cut);
      if (isPlainStart(start)) {
        expect(decoded([start, all.subarray(cut)])).toEqual(whole);
      }
    }
  });

  test('is told of text alone', () => {
    const starts = ['One line.\n', 'Starting up\nListening on 3000\n', '2026-01-02 INFO begins\n', '$ make\n'];
    const others = [
      'One',
      '{"a":1}\n',
      '[1]\n',
      '7\n',
      'true\n',
      'id,name,city\n',
      'a|b|c\n',
      '"a\n',
      '\n',
      'a\r\n',
      'ä\n',
      'a\0\n',
    ];
    expect(starts.filter((text) => !isPlainStart(Buffer.from(text)))).toEqual([]);
    expect(others.filter((text) => isPlainStart(Buffer.from(text)))).toEqual([]);
  });

  test('keeps bytes whole that begin with a line of text', () => {
    const start = Buffer.from('%PDF-1.7\n');
    const rest = Buffer.alloc(300, 1);
    const { text, bytes } = decoded([start, rest]);
    expect(text).toBe(start.toString());
    expect(Buffer.from(bytes.replaceAll('\n', ''), 'base64')).toEqual(Buffer.concat([start, rest]));
  });
});
