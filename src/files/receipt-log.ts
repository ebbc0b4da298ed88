import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Receipt, receiptSchema } from '../contract/receipt.js';
import { receiptDirectory } from './add-receipt.js';

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
