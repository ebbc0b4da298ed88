import type { RecordsChunk } from '../contract/chunk.js';
import type { Row, Value } from '../contract/row.js';
import { type BigDigits, normaliseValue } from './normalise.js';

/**
 * Rows from whatever a program yields, one for each value, and the same as NDJSON. What JSON cannot hold is made
 * visible instead of lost: see `normaliseValue`. Integers of any size keep all their digits in `lines`; in the rows
 * those beyond the safe range are strings of digits. The rows share nothing with the values.
 */
export function recordsFromValues(values: readonly unknown[]): RecordsChunk {
  const rows: Row[] = [];
  let lines = '';
  for (const value of values) {
    const { row, holder, bigDigits } = normaliseValue(value);
    rows.push(row);
    lines += `${bigDigits.size === 0 ? JSON.stringify(row) : writeJson(holder, bigDigits).slice(1, -1)}\n`;
  }
  return { type: 'records', rows, lines: Buffer.from(lines) };
}

function writeJson(value: Value, bigDigits: BigDigits): string {
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const big = bigDigits.get(value);
  const write = (member: Value, key: string): string => (big?.has(key) ? String(member) : writeJson(member, bigDigits));
  if (isList(value)) {
    return `[${value.map((item, index) => write(item, String(index))).join(',')}]`;
  }
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${write(member, key)}`)
    .join(',')}}`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
