import { appendFileSync, writeFileSync } from 'node:fs';
import { makeCustomers } from '../../src/drivers/demo/customers.js';

/** Invented customers as a file of NDJSON that is at least so long. */
export function writeCustomers(path: string, bytes: number): void {
  writeFileSync(path, '');
  for (let size = 0, row = 0; size < bytes; ) {
    const { rows, lines } = makeCustomers(row, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
    appendFileSync(path, lines);
    row += rows.length;
    size += lines.length;
  }
}
