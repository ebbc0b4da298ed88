import { describe, expect, test } from 'vitest';
import { createEventStream, type StreamEvent } from '../../src/drivers/event-stream.js';
import { everyCut } from '../support/every-split.js';

/** Cases of the format, and the data of the events that are to come of them. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['S01 line feeds', 'data: a\n\ndata: b\n\n', ['a', 'b']],
  ['S02 carriage returns and line feeds', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['S03 carriage returns alone', 'data: a\r\rdata: b\r\r', ['a', 'b']],
  ['S04 all of them', 'data: a\r\n\ndata: b\r\ndata: c\n\r\ndata: d\r\r', ['a', 'b\nc', 'd']],
  ['S05 a byte order mark', '\ufeffdata: a\n\n', ['a']],
  ['S06 several lines of data', 'data: a\ndata: b\ndata\ndata: c\n\n', ['a\nb\n\nc']],
  ['S07 comments', ': PROCESSING\n\n:\ndata: a\n: b\n\n', ['a']],
  ['S08 no space after the colon, and two', 'data:a\n\ndata:  b\n\n', ['a', ' b']],
  ['S09 data without a colon', 'data\n\ndata: a\n\n', ['', 'a']],
  ['S10 other fields', 'retry: 5\nid: 7\nevent: x\nfoo: y\ndata: a\n\n', ['a']],
  ['S11 no blank line at the end', 'data: a\n\ndata: b\n', ['a', 'b']],
  ['S12 no line end at the end', 'data: a\n\ndata: b', ['a', 'b']],
  ['S13 [DONE] and blanks after it', 'data: a\n\ndata: [DONE]\n\n\n \n', ['a', '[DONE]']],
  ['S14 the event after its data', 'data: a\nevent: x\n\n', ['a']],
  ['S15 an event without data', 'event: ping\n\ndata: a\n\n', ['a']],
  ['S16 blank lines first', '\n\r\n\ndata: a\n\n', ['a']],
  ['S17 an id with a zero byte', 'id: a\u0000b\ndata: a\n\n', ['a']],
  ['S18 separators of Unicode are text', 'data: a\u2028b\u0085c\n\n', ['a\u2028b\u0085c']],
  ['split characters', 'data: å😀é\n\n', ['å😀é']],
];

async function open() {
  return createEventStream({ maxEventChars: 1000, tooLong: () => new Error('too long') });
}

describe.each(CASES)('%s', (_, body, data) => {
  test('whole, cut at every byte, and byte by byte', async () => {
    const cuts: (readonly Uint8Array[])[] = [[Buffer.from(body)]];
    everyCut(new Uint8Array(Buffer.from(body)), (pieces) => cuts.push(pieces));
    for (const pieces of cuts) {
      const stream = await open();
      const events: StreamEvent[] = [];
      for (const piece of pieces) {
        events.push(...stream.transform(piece));
      }
      events.push(...stream.final());
      expect(events.map((event) => event.data)).toEqual(data);
    }
  });
});

test.each([
  ['a line', 'x'.repeat(2000)],
  ['data', `data: ${'x'.repeat(600)}\n`.repeat(2)],
])('%s without end is refused', async (_, body) => {
  const stream = await open();
  expect(() => [...stream.transform(Buffer.from(body))]).toThrow('too long');
});

test('ids and names of events are kept', async () => {
  const stream = await open();
  const events = [...stream.transform(Buffer.from('id: 7\nevent: delta\ndata: a\n\ndata: b\n\n'))];
  expect(events).toEqual([
    { id: '7', event: 'delta', data: 'a' },
    { id: undefined, event: undefined, data: 'b' },
  ]);
});
