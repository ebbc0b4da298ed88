import { describe, expect, it } from 'vitest';
import type { Value } from '../../src/contract/row.js';
import { matchingRecords, PATH_NAME } from '../../src/firewall/nested/matching-records.js';
import { createPartReader } from '../../src/firewall/nested/part-reader.js';

const partsOf = (row: Value) => [...createPartReader(true).read(row)];
const textsOf = (row: Value) => partsOf(row).map(({ text }) => text);

describe('the parts of a row', () => {
  it('are its records, each with its path, and the lines of long texts', () => {
    const row = {
      total: 2,
      results: [
        { name: 'a', state: 'passed', tags: [], log: null },
        { name: 'b two', state: 'failed', tags: ['x'], log: 'first\n}\nError: no such lamp' },
      ],
    };
    expect(textsOf(row)).toEqual([
      'total: 2, results: [2]',
      'results.0: name: a, state: passed, tags: [], log: null',
      'results.1: name: "b two", state: failed, tags: ["x"], log: (3 lines)',
      'results.1.log: (3 lines)',
      '  first',
      '  Error: no such lamp',
    ]);
  });

  it('are of a list of numbers as many items as have room in a line, and each text for itself', () => {
    expect(textsOf({ sizes: [1, 2, null, true, 3, 4, 5, 6, 7, 'x', 8, 9] })).toEqual([
      'sizes: [12]',
      'sizes.0…8: 1, 2, null, true, 3, 4, 5, 6, 7',
      'sizes.9: x',
      'sizes.10…11: 8, 9',
    ]);
    const lines = textsOf({ sizes: new Array(1000).fill(12_345) });
    expect(lines.every((line) => line.length < 120)).toBe(true);
    expect(lines.at(-1)).toMatch(/^sizes\.\d+…999: 12345/);
  });

  it('are of a list of codes the items alone, as one may tell of trouble', () => {
    const parts = partsOf({ status: [200, 200, 503, 200, 200, 200, 200, 200, 200] });
    expect(parts.find(({ judgement }) => judgement.lineClass === 'error')?.text).toBe('status.2: 503');
  });

  it('tell a dictionary by the records in it, however deep it lies in itself', () => {
    const leaf = (version: string): Value => ({ version });
    const tree = Object.fromEntries('abcdefg'.split('').map((name) => [name, leaf('1.0.0')]));
    const row = { packages: { ...tree, h: { version: '2.0.0', packages: { z: leaf('3.0.0') } } } };
    expect(textsOf(row)[1]).toBe('packages: 8 members: a b c d e f g h');
    expect(textsOf(row).at(-1)).toBe('packages.h.packages.z: version: "3.0.0"');
  });

  it.each<[Value, string]>([
    [{ status: 'failed' }, 'error'],
    [{ status: 503 }, 'error'],
    [{ lastError: 'no lamp' }, 'error'],
    [{ error: null, errors: [], failed: 0 }, 'plain'],
    [{ errorCount: 4 }, 'weak'],
    [{ status: 'passed', title: 'rejects an invalid token' }, 'plain'],
    [{ title: 'an invalid token' }, 'weak'],
    [{ state: 'skipped' }, 'warning'],
    [{ file: 'src/ModuleError.js' }, 'plain'],
  ])('%j is %s', (item, lineClass) => {
    const judged = [...createPartReader(false).read(item)];
    expect(judged[0]?.judgement.lineClass).toBe(lineClass);
  });

  it('know a record that has other members than those before it', () => {
    const items = Array.from({ length: 30 }, (_, id) => (id === 20 ? { id, rush: true } : { id }));
    const odd = partsOf({ items }).filter(({ judgement }) => judgement.weight === 200);
    expect(odd.map(({ text }) => text)).toEqual(['items.20: id: 20, rush: true']);
  });
});

describe('records that a filter finds inside of a row', () => {
  const failed = (row: Value): boolean => typeof row === 'object' && row !== null && Object(row).status === 'failed';
  const find = (row: Value): readonly Value[] => [...matchingRecords(row, { matches: failed, fields: ['status'] })];

  it('are the outermost ones that match, with their path', () => {
    const inner = { status: 'failed', inner: { status: 'failed' } };
    expect(find({ suites: [{ tests: [{ status: 'ok' }, inner] }] })).toEqual([
      { [PATH_NAME]: 'suites.0.tests.1', ...inner },
    ]);
  });

  it('are not looked for where the row has the field itself', () => {
    expect(find({ status: 'ok', tests: [{ status: 'failed' }] })).toEqual([]);
  });

  it('are the row where the row matches', () => {
    const row = { status: 'failed', tests: [{ status: 'failed' }] };
    expect(find(row)).toEqual([row]);
  });
});
