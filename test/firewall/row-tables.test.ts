import { describe, expect, test } from 'vitest';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';

const VALUE = `kAokeME7B3${'tRpdPaAA4E'}`;
const redact = createValueRedactor();

describe('rows as lists', () => {
  test.each([
    {
      shape: 'names beside them',
      row: { columns: ['user', 'token', 'ssn'], rows: [['a', VALUE, '536228726']] },
      shown: { columns: ['user', 'token', 'ssn'], rows: [['a', '[REDACTED:secret]', '[REDACTED:ssn]']] },
    },
    {
      shape: 'names behind them, in objects',
      row: {
        rows: [['a', 'dragonfly', 7]],
        fields: [{ name: 'user', type: 's' }, { name: 'password' }, { name: 'n' }],
      },
      shown: {
        rows: [['a', '[REDACTED:password]', 7]],
        fields: [{ name: 'user', type: 's' }, { name: 'password' }, { name: 'n' }],
      },
    },
    {
      shape: 'names one level down',
      row: { schema: { fields: [{ name: 'user' }, { name: 'pin' }] }, data: [['a', 1234]] },
      shown: { schema: { fields: [{ name: 'user' }, { name: 'pin' }] }, data: [['a', '[REDACTED:pin]']] },
    },
    {
      shape: 'values in objects',
      row: { columnMetadata: [{ name: 'password' }], records: [[{ stringValue: 'dragonfly' }], [null]] },
      shown: { columnMetadata: [{ name: 'password' }], records: [['[REDACTED:password]'], [null]] },
    },
    {
      shape: 'names in the first of them',
      row: [
        ['user', 'token'],
        ['a', VALUE],
        ['b', ''],
      ],
      shown: [
        ['user', 'token'],
        ['a', '[REDACTED:secret]'],
        ['b', ''],
      ],
    },
  ])('$shape', ({ row, shown }) => {
    const { value } = redact(row);
    expect(value).toEqual(shown);
    expect(redact(value).value).toBe(value);
  });

  test.each([
    {
      shape: 'pairs of names and words',
      row: [
        ['password', 'dragon'],
        ['user', 'bob'],
      ],
    },
    { shape: 'names about which nothing is known', row: { columns: ['id', 'note'], rows: [['a', 'b']] } },
    {
      shape: 'headers',
      row: {
        headers: [
          ['content-type', 'json'],
          ['x', 'y'],
        ],
      },
    },
    { shape: 'rows of numbers', row: { columns: ['token'], rows: [[1], [2]] } },
    { shape: 'no rows', row: { columns: ['password'], rows: [] } },
    { shape: 'lists of other lengths', row: [['user', 'token'], ['a']] },
  ])('$shape stay', ({ row }) => {
    expect(redact(row).value).toBe(row);
  });
});
