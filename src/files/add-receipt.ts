import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
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
  const line = lineOf(receipt);
  inDirectory(stateDirectory, receipt, (path) => appendFileSync(path, line, { mode: 0o600 }));
}

/** For one who adds many: the file of the month stays open, unless somebody removes it. Throws as `addReceipt` does. */
export function createReceiptAdder(stateDirectory: string): (receipt: Receipt) => void {
  let opened: { readonly month: string; readonly file: number } | undefined;
  return (receipt) => {
    const month = monthOf(receipt);
    if (opened !== undefined && (opened.month !== month || fstatSync(opened.file).nlink === 0)) {
      closeSync(opened.file);
      opened = undefined;
    }
    opened ??= { month, file: inDirectory(stateDirectory, receipt, (path) => openSync(path, 'a', 0o600)) };
    writeSync(opened.file, lineOf(receipt));
  };
}

function lineOf(receipt: Receipt): string {
  return `${JSON.stringify(receipt)}\n`;
}

function monthOf({ at }: Receipt): string {
  return at.slice(0, 7);
}

function inDirectory<Done>(stateDirectory: string, receipt: Receipt, work: (path: string) => Done): Done {
  const directory = receiptDirectory(stateDirectory);
  const path = join(directory, `${monthOf(receipt)}.ndjson`);
  try {
    return work(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') {
      throw error;
    }
    // Only the first receipt finds no directory; to ask each time would cost more than to write.
    makeDirectory(directory);
    return work(path);
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
