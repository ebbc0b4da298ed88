import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Receipt } from '../../src/contract/receipt.js';
import { addReceipt, createReceiptAdder, receiptDirectory } from '../../src/files/add-receipt.js';

const made: string[] = [];

afterEach(() => {
  for (const directory of made.splice(0)) {
    rmSync(directory, { recursive: true, force: true });
  }
});

function receipt(tool: string, at = '2026-11-29T00:00:00.000Z'): Receipt {
  return {
    at,
    surface: 'gateway',
    host: 'unknown',
    tool,
    kind: 'call',
    bytes_in: 1,
    tokens_in: 1,
    bytes_out: 1,
    tokens_out: 1,
    counted: 'estimated',
    encoding: 'o200k_base',
    redactions: {},
  };
}

function open() {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-receipts-'));
  made.push(directory);
  const pathOf = (month: string) => join(receiptDirectory(directory), `${month}.ndjson`);
  const tools = (month: string) =>
    readFileSync(pathOf(month), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).tool);
  return { directory, pathOf, tools };
}

test('many receipts go behind what others add to the same file, one a line, for its owner only', () => {
  const { directory, pathOf, tools } = open();
  const add = createReceiptAdder(directory);
  add(receipt('one'));
  addReceipt(directory, receipt('two'));
  add(receipt('three'));
  expect(tools('2026-11')).toEqual(['one', 'two', 'three']);
  expect(statSync(pathOf('2026-11')).mode & 0o777).toBe(0o600);
});

test('a file that was removed is made again, and each month has its own', () => {
  const { directory, pathOf, tools } = open();
  const add = createReceiptAdder(directory);
  add(receipt('one'));
  rmSync(pathOf('2026-11'));
  add(receipt('two'));
  add(receipt('three', '2026-12-01T00:00:00.000Z'));
  rmSync(receiptDirectory(directory), { recursive: true });
  add(receipt('four', '2026-12-01T00:00:00.000Z'));
  expect(tools('2026-12')).toEqual(['four']);
});
