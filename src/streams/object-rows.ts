import type { RecordsChunk } from '../contract/chunk.js';
import type { Row } from '../contract/row.js';

const NEWLINE = 10;

/** The chunk with every row an object: another value is `{"value": …}`, digit for digit. */
export function objectRows(chunk: RecordsChunk): RecordsChunk {
  if (chunk.rows.every(isObject)) {
    return chunk;
  }
  const lines: Uint8Array[] = [];
  let start = 0;
  for (const row of chunk.rows) {
    const end = chunk.lines.indexOf(NEWLINE, start);
    const line = chunk.lines.subarray(start, end);
    lines.push(...(isObject(row) ? [line] : [OPEN, line, CLOSE]), LINE_END);
    start = end + 1;
  }
  const rows = chunk.rows.map((row) => (isObject(row) ? row : { value: row }));
  return { type: 'records', rows, lines: Buffer.concat(lines) };
}

const OPEN = Buffer.from('{"value":');
const CLOSE = Buffer.from('}');
const LINE_END = Buffer.from('\n');

function isObject(row: Row): boolean {
  return row !== null && typeof row === 'object' && !Array.isArray(row);
}
