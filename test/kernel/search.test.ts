import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSearchIndex } from '../../src/kernel/search.js';
import { sampleCapability } from '../support/sample-capability.js';

const catalogue = [
  sampleCapability({ capability_id: 'github.list_issues', name: 'List issues', description: 'Issues of a repository' }),
  sampleCapability({
    capability_id: 'github.get_issue',
    name: 'Get issue',
    description: 'One issue',
    tags: ['tracker'],
  }),
  sampleCapability({ capability_id: 'fs.read_file', name: 'Read a file', description: 'The content of a file' }),
  sampleCapability({ capability_id: 'fs.list_files', name: 'List files', description: 'Files below a folder' }),
  sampleCapability({
    capability_id: 'crm.findCustomers'.toLowerCase(),
    name: 'findCustomers',
    description: 'Kunden für Berichte',
  }),
];
const index = createSearchIndex(catalogue);
const ids = (query: string, limit = 10) => index.search(query, limit).map((c) => c.capability_id);

test.each([
  ['issue', ['github.get_issue', 'github.list_issues']],
  ['list issues', ['github.list_issues', 'github.get_issue', 'fs.list_files']],
  ['tracker', ['github.get_issue']],
  ['FILES folder', ['fs.list_files', 'fs.read_file']],
  ['read_file', ['fs.read_file', 'fs.list_files']],
  ['find customers', ['crm.findcustomers']],
  ['für', ['crm.findcustomers']],
  ['zebra', []],
  ['!!!', []],
])('%j finds %j', (query, expected) => {
  expect(new Set(ids(query))).toEqual(new Set(expected));
  expect(ids(query)[0]).toBe(expected[0]);
});

test('no words: all by id, cut at the limit', () => {
  expect(ids('  ', 2)).toEqual(['crm.findcustomers', 'fs.list_files']);
  expect(ids('issue', 0)).toEqual([]);
});

test.each([-1, 1.5, Number.NaN])('the limit %d is refused', (limit) => {
  expect(() => ids('issue', limit)).toThrow(expect.objectContaining({ code: 'USAGE' }));
});

test('the order in which capabilities were registered does not matter', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(catalogue, { minLength: catalogue.length }),
      fc.constantFrom('issue', 'list', 'file list', 'a'),
      (shuffled, query) => {
        expect(createSearchIndex(shuffled).search(query, 10)).toEqual(index.search(query, 10));
      },
    ),
    { numRuns: 50 },
  );
});
