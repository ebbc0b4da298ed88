import { expect } from 'vitest';
import type { Chunk } from '../../src/contract/chunk.js';
import type { Row } from '../../src/contract/row.js';
import type { Stage } from '../../src/streams/stage.js';

export interface Collected {
  readonly rows: readonly Row[];
  readonly lines: string;
  readonly text: string;
  readonly warnings: Readonly<Record<string, number>>;
  /** Bytes of records that could not be read. */
  readonly lost: number;
}

export const bytes = (text: string): Uint8Array => Buffer.from(text);

/** All items of a source. */
export async function arrayOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of source) {
    items.push(item);
  }
  return items;
}

/** Everything a decoder makes of the pieces; each records chunk is checked to hold row i in line i. */
export function collect(decoder: Stage<Uint8Array, Chunk>, pieces: readonly Uint8Array[]): Collected {
  const rows: Row[] = [];
  const warnings: Record<string, number> = {};
  let lines = '';
  let text = '';
  let lost = 0;
  const take = (chunks: Iterable<Chunk>): void => {
    for (const chunk of chunks) {
      if (chunk.type === 'records') {
        expectLinesMatch(chunk.rows, chunk.lines);
        rows.push(...chunk.rows);
        lines += Buffer.from(chunk.lines).toString();
      } else if (chunk.type === 'text') {
        text += chunk.text;
      } else if (chunk.type === 'warning') {
        warnings[chunk.message] = (warnings[chunk.message] ?? 0) + chunk.count;
        lost += chunk.lost_bytes ?? 0;
      }
    }
  };
  for (const piece of pieces) {
    take(decoder.transform(piece));
  }
  take(decoder.final());
  return { rows, lines, text, warnings, lost };
}

function expectLinesMatch(rows: readonly Row[], lines: Uint8Array): void {
  const text = Buffer.from(lines).toString();
  const parsed = text.split('\n').map((line): unknown => (line === '' ? '' : JSON.parse(line)));
  // Compared as text because that is many times faster than a deep comparison, and this runs for every split.
  expect(JSON.stringify(parsed)).toBe(JSON.stringify([...rows, '']));
}
