import type { RecordsChunk } from '../../src/contract/chunk.js';
import { makeCustomers } from '../../src/drivers/demo/customers.js';
import { makeCard, makeIban } from '../../src/drivers/demo/synthetic.js';

const ROWS_A_CHUNK = 256;

/**
 * Customers no two of whom share a card, an account or a telephone, as in life; those of the demo come from pools, and
 * what comes again is cheap to redact.
 */
export function* makeDistinctCustomers(rows: number): Generator<RecordsChunk> {
  for (let first = 0; first < rows; first += ROWS_A_CHUNK) {
    const customers: RecordsChunk['rows'][number][] = [];
    for (let index = first; index < Math.min(rows, first + ROWS_A_CHUNK); index += 1) {
      const [customer] = makeCustomers(index, index + 1, 1).rows;
      const line = String(1000 + (index % 9000));
      const phone = `+1-${201 + (Math.floor(index / 9000) % 700)}-555-${line}`;
      customers.push({ ...Object(customer), phone, card: makeCard(index), iban: makeIban(index) });
    }
    const text = customers.map((customer) => `${JSON.stringify(customer)}\n`).join('');
    yield { type: 'records', rows: customers, lines: Buffer.from(text) };
  }
}
