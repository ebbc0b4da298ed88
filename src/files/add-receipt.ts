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
  const file = join(directory, `${receipt.at.slice(0, 7)}.ndjson`);
  const line = `${JSON.stringify(receipt)}\n`;
  try {
    appendFileSync(file, line, { mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
    // Only the first receipt finds no directory; to ask each time would cost more than to write.
    makeDirectory(directory);
    appendFileSync(file, line, { mode: 0o600 });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Not by `recursive`, which never ends where the system makes no folders, such as below /proc. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
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
