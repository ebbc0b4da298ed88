import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineSplitter, type Line } from '../../../../src/drivers/process/runner/line-splitter.js';
import { parseMessage } from '../../../../src/drivers/process/runner/parse-message.js';

function linesOf(pieces: readonly Uint8Array[], maxLineBytes: number): Line[] {
  const splitter = createLineSplitter(maxLineBytes);
  return [...pieces.flatMap((piece) => [...splitter.push(piece)]), ...splitter.final()];
}

/** The bytes, cut at these places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((one, other) => one - other);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length));
}

/** The same, from the whole text. */
function expected(text: string, maxLineBytes: number): Line[] {
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  return [...lines, ...(last === '' ? [] : [last])].map((line) =>
    Buffer.byteLength(line) > maxLineBytes ? { bytes: Buffer.byteLength(line) } : line,
  );
}

describe('lines', () => {
  test('do not depend on how the bytes are cut', () => {
    const pieces = fc.array(fc.constantFrom('a', '€', '😀', '\n', 'long line of text', '{"op":"log"}'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        pieces,
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.integer({ min: 4, max: 40 }),
        (parts, places, max) => {
          const text = parts.join('');
          expect(linesOf(cut(Buffer.from(text), places), max)).toEqual(expected(text, max));
        },
      ),
    );
  });

  test.each([
    ['exactly the limit', 'abcd\n', ['abcd']],
    ['one byte over it', 'abcde\n', [{ bytes: 5 }]],
    ['over it without an end', 'abcdefgh', [{ bytes: 8 }]],
    ['a short one after a long one', 'abcdefgh\nab\n', [{ bytes: 8 }, 'ab']],
    ['empty ones', '\n\na\n', ['', '', 'a']],
  ])('%s', (_, text, lines) => {
    const bytes = Buffer.from(text);
    expect(linesOf([bytes], 4)).toEqual(lines);
    expect(
      linesOf(
        [...bytes].map((byte) => Uint8Array.of(byte)),
        4,
      ),
    ).toEqual(lines);
  });
});

describe('messages', () => {
  test.each([
    ['', { op: 'blank' }],
    [' \t\r', { op: 'blank' }],
    ['no JSON', { op: 'malformed' }],
    ['42', { op: 'malformed' }],
    ['null', { op: 'malformed' }],
    ['[]', { op: 'malformed' }],
    ['{}', { op: 'unknown' }],
    ['{"op":7}', { op: 'unknown' }],
    ['{"op":"constructor"}', { op: 'unknown' }],
    ['{"op":"__proto__"}', { op: 'unknown' }],
    ['{"op":"tool_call","tool":"a"}', { op: 'unknown' }],
    ['{"op":"log"}', { op: 'log', level: 'info', msg: '' }],
    ['{"op":"ready","pid":"7"}\r', { op: 'ready', pid: '7' }],
    ['{"op":"iteration_start","iteration":3}', { op: 'iteration_start', iter: 3 }],
    ['{"op":"exit","text":7}', { op: 'exit', exit_kind: undefined }],
    ['{"op":"notify","text":"hello"}', { op: 'log', level: 'notice', msg: 'hello' }],
  ])('%j', (line, message) => {
    expect(parseMessage(line)).toEqual(message);
  });

  test('keys that mean something to JavaScript are data', () => {
    const parsed = parseMessage('{"op":"chunk","kind":"x","content":{"__proto__":{"a":1}},"metadata":{"__proto__":2}}');
    expect(JSON.stringify(parsed)).toContain('"content":{"__proto__":{"a":1}}');
    expect(Object.prototype).not.toHaveProperty('a');
  });
});
