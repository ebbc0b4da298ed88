import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createEntryMeter, fitRows, offsetOfRow, splitRows } from '../../src/stores/row-lines.js';

const rowsOf = fc.array(
  fc.string({ maxLength: 12 }).map((text) => `${JSON.stringify(text)}\n`),
  { maxLength: 30 },
);
const joined = (rows: readonly string[]): { lines: Uint8Array; rows: number } => ({
  lines: Buffer.from(rows.join('')),
  rows: rows.length,
});

test('pieces are whole rows, join to the input and stay near the target', () => {
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: 1, max: 60 }), (rows, target) => {
      const pieces = [...splitRows(joined(rows), target)];
      expect(Buffer.concat(pieces.map((piece) => piece.lines)).toString()).toBe(rows.join(''));
      let row = 0;
      for (const piece of pieces) {
        expect(Buffer.from(piece.lines).toString()).toBe(rows.slice(row, row + piece.rows).join(''));
        expect(piece.lines.length).toBeLessThanOrEqual(Math.max(2 * target, target + 80));
        row += piece.rows;
      }
      expect(row).toBe(rows.length);
    }),
  );
});

test('the rows that fit are the longest run of whole rows from the start', () => {
  fc.assert(
    fc.property(rowsOf, fc.nat(200), (rows, maxBytes) => {
      const fitting = rows.filter((_, index) => Buffer.byteLength(rows.slice(0, index + 1).join('')) <= maxBytes);
      const kept = fitRows(joined(rows), maxBytes);
      expect(Buffer.from(kept.lines).toString()).toBe(fitting.join(''));
      expect(kept.rows).toBe(fitting.length);
    }),
  );
});

test('the offset of a row is the length of the rows before it', () => {
  fc.assert(
    fc.property(rowsOf, fc.nat(40), (rows, row) => {
      expect(offsetOfRow(joined(rows).lines, row)).toBe(Buffer.byteLength(rows.slice(0, row).join('')));
    }),
  );
});

test('a meter that is full stays full, even if a later row would fit', () => {
  const meter = createEntryMeter({ max_entry_bytes: 10, max_total_bytes: 20 });
  expect(meter.accept(joined(['"12345678"\n'])).rows).toBe(0);
  expect(meter.accept(joined(['"1"\n'])).rows).toBe(0);
  expect(meter.usage()).toEqual({ rows: 0, bytes: 0, full: true });
});
