import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Receipt, receiptSchema } from '../contract/receipt.js';

/** Where the receipts of a state directory are: a file a month, which only its owner may read. */
export function receiptDirectory(stateDirectory: string): string {
  return join(stateDirectory, 'receipts');
}

/**
 * Adds one receipt. A line is short enough that the system writes it whole, so several processes may add at once. Throws
 * what the file system says.
 */
export function addReceipt(stateDirectory: string, receipt: Receipt): void {
  const directory = receiptDirectory(stateDirectory);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, `${receipt.at.slice(0, 7)}.ndjson`);
  appendFileSync(file, `${JSON.stringify(receipt)}\n`, { mode: 0o600 });
}

/** All receipts, the oldest first, and how many lines could not be read. */
export function readReceipts(stateDirectory: string): { readonly receipts: readonly Receipt[]; readonly torn: number } {
  const receipts: Receipt[] = [];
  let torn = 0;
  for (const line of linesOf(receiptDirectory(stateDirectory))) {
    const parsed = receiptSchema.safeParse(parseLine(line));
    if (parsed.success) {
      receipts.push(parsed.data);
    } else {
      torn += 1;
    }
  }
  return { receipts, torn };
}

function linesOf(directory: string): readonly string[] {
  return monthsOf(directory).flatMap((name) =>
    readFileSync(join(directory, name), 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
}

function monthsOf(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.ndjson'))
      .sort();
  } catch {
    return [];
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
