import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliResult, type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

let shop: CliWorkshop;
let handleId: string;
beforeAll(async () => {
  shop = createCliWorkshop();
  const { lines } = await shop.run(['invoke', 'demo.customers', 'rows=120']);
  handleId = String(Reflect.get(Object(lines[0]?.['handle']), 'handle_id'));
});
afterAll(() => shop.dispose());

const idsOf = ({ lines }: CliResult): readonly unknown[] =>
  lines.flatMap(({ rows }) => (Array.isArray(rows) ? rows.map((row) => row.id) : []));

describe('expand', () => {
  test('a page of some fields', async () => {
    const { lines } = await shop.run(['expand', handleId, '--fields', 'id,name', '--offset', '117']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ page: { offset: 117, returned: 3, total: 120 } });
  });

  test('filters are all applied', async () => {
    const argv = ['expand', handleId, '--fields', 'id', '--budget', 'none'];
    const result = await shop.run([...argv, '--filter', 'id >= 10', '--filter', 'id < 13']);
    expect(idsOf(result)).toEqual([10, 11, 12]);
  });

  test('next goes on where the same question ended', async () => {
    const question = [handleId, '--fields', 'id', '--limit', '2'];
    expect(idsOf(await shop.run(['expand', ...question]))).toEqual([1, 2]);
    expect(idsOf(await shop.run(['expand', 'next', ...question]))).toEqual([3, 4]);
    expect(idsOf(await shop.run(['expand', 'next', ...question]))).toEqual([5, 6]);
    const other = await shop.run([
      'expand',
      'next',
      handleId,
      '--fields',
      'id',
      '--filter',
      'id > 100',
      '--limit',
      '1',
    ]);
    expect(idsOf(other)).toEqual([101]);
  });

  test('what is remembered holds nothing of the question', async () => {
    await shop.run(['expand', handleId, '--filter', 'name = "hunter2-hunter2"']);
    const folder = join(shop.directory, 'state', 'cursors');
    const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(written).toHaveLength(1);
    expect(written.join('')).toMatch(/^\{("[0-9a-f]{16}":\d+,?)+\}$/);
  });

  test('all pages as NDJSON', async () => {
    const result = await shop.run(['expand', handleId, '--all', '--fields', 'id', '--budget', 'none']);
    expect(idsOf(result)).toHaveLength(120);
    expect(result.lines.at(-1)).toMatchObject({ is_final: true, status: 'completed' });
  });

  test('one value, or a part of it', async () => {
    const value = await shop.run(['expand', 'value', handleId, '--row', '0', '--field', 'company', '--chars', '0:4']);
    expect(value.lines[0]).toMatchObject({ text: expect.stringMatching(/^.{4}$/) });
  });

  test('info', async () => {
    const { lines } = await shop.run(['expand', 'info', handleId]);
    expect(lines[0]).toMatchObject({ handle_id: handleId, total_rows: 120, state: 'complete' });
    const text = await shop.run(['expand', 'info', handleId, '-o', 'text']);
    expect(text.stdout).toContain('120 rows (records)');
  });

  test.each<readonly [string, readonly string[], string, number]>([
    ['an unknown handle', ['h_0000000000'], 'HANDLE_NOT_FOUND', 4],
    ['a negative offset', ['H', '--offset', '-1'], 'USAGE', 2],
    ['a fraction', ['H', '--offset', '1.5'], 'USAGE', 2],
    ['an unknown operator', ['H', '--filter', 'id === 1'], 'USAGE', 2],
    ['all as one JSON', ['H', '--all', '-o', 'json'], 'USAGE', 2],
    ['an offset for next', ['next', 'H', '--offset', '3'], 'USAGE', 2],
    ['a value without a row', ['value', 'H', '--field', 'id'], 'USAGE', 2],
    ['a row that is not there', ['value', 'H', '--row', '120', '--field', 'id'], 'USAGE', 2],
  ])('%s is refused', async (_, argv, code, status) => {
    const result = await shop.run(['expand', ...argv.map((word) => (word === 'H' ? handleId : word))]);
    expect(JSON.parse(result.stderr)).toMatchObject({ error: { code } });
    expect(result.status).toBe(status);
  });
});
