import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Receipt } from '../contract/receipt.js';

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
  makeDirectory(directory);
  const file = join(directory, `${receipt.at.slice(0, 7)}.ndjson`);
  appendFileSync(file, `${JSON.stringify(receipt)}\n`, { mode: 0o600 });
}

/** Not by `recursive`, which never ends where the system makes no folders, such as below /proc. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') {
      return;
    }
    if (code !== 'ENOENT' || dirname(path) === path) {
      throw error;
    }
    makeDirectory(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
