import { expect, test } from 'vitest';
import type { Chunk } from '../../../src/contract/chunk.js';
import { createServerEvents } from '../../../src/drivers/http/server-events.js';
import { failureOf, linesOf, rowsOf } from '../../support/driver-call.js';

async function read(pieces: readonly Uint8Array[]): Promise<readonly Chunk[]> {
  const events = await createServerEvents();
  return [...pieces.flatMap((piece) => [...events.transform(piece)]), ...events.final()];
}

const STREAM = [
  '\ufeff: hello\r\n',
  'event: price\rid: 7\rdata: {"eur": 1.50,\r\ndata:   "big": 12345678901234567890}\r\r\n',
  'retry: 10\ndata\ndata: Grüße 👋\n\n',
  'data:null\n\nid: é\ndata: "x"\r\n\r\nunknown: y\n\n',
  'data: last',
].join('');

const ROWS = [
  { event: 'price', id: '7', data: { eur: 1.5, big: Number('12345678901234567890') } },
  { data: '\nGrüße 👋' },
  { data: null },
  { id: 'é', data: 'x' },
  { data: 'last' },
];
const LINES = [
  '{"event":"price","id":"7","data":{"eur": 1.50,"big": 12345678901234567890}}',
  '{"data":"\\nGrüße 👋"}',
  '{"data":null}',
  '{"id":"é","data":"x"}',
  '{"data":"last"}',
  '',
].join('\n');

test('events are the same wherever the bytes are cut', async () => {
  const bytes = Buffer.from(STREAM);
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const chunks = await read([bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect(rowsOf(chunks)).toEqual(ROWS);
    expect(linesOf(chunks)).toBe(LINES);
  }
  expect(rowsOf(await read([...bytes].map((byte) => Uint8Array.of(byte))))).toEqual(ROWS);
});

test('many events come in several chunks', async () => {
  const chunks = await read([Buffer.from('data: 1\n\n'.repeat(1000))]);
  expect(chunks.map((chunk) => (chunk.type === 'records' ? chunk.rows.length : 0))).toEqual([256, 256, 256, 232]);
});

test('an event without end is not kept for ever', async () => {
  const piece = Buffer.from('x'.repeat(1024 * 1024));
  const pieces = [Buffer.from('data: '), ...Array.from({ length: 17 }, () => piece)];
  expect(await failureOf(() => read(pieces))).toMatchObject({ code: 'LIMIT_REACHED' });
  const lines = [Buffer.from(`data: ${'x'.repeat(1000)}\n`.repeat(18_000))];
  expect(await failureOf(() => read(lines))).toMatchObject({ code: 'LIMIT_REACHED' });
});
