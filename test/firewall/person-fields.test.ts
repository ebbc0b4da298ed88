import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/contract/row.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';

const HIDDEN = '[REDACTED:person_name]';

const HIDES: readonly (readonly [string, Value, Value])[] = [
  ['a field of its own', { nom: 'Dupont', billing_name: 'Wilbur Doyle' }, { nom: HIDDEN, billing_name: HIDDEN }],
  ['under a person', { customer: { name: 'Wilbur Doyle', tier: 1 } }, { customer: { name: HIDDEN, tier: 1 } }],
  ['in a list of people', { bill_contacts: [{ name: 'Wilbur Doyle' }] }, { bill_contacts: [{ name: HIDDEN }] }],
  [
    'beside a fact about a person',
    { name: 'Wilbur Doyle', birthday: '1980-02-03' },
    { name: HIDDEN, birthday: '[REDACTED:birth_date]' },
  ],
  ['in Russian', { имя: 'Иван Петров', email: null }, { имя: HIDDEN, email: null }],
  ['in Korean', { 이름: '김철수', email: null }, { 이름: HIDDEN, email: null }],
  ['beside an age', { name: 'Wilbur Doyle', age: 41 }, { name: HIDDEN, age: 41 }],
  [
    'beside an address',
    { name: 'Wilbur Doyle', address: '4 Elm Road' },
    { name: HIDDEN, address: '[REDACTED:address]' },
  ],
  ['with a given name', { id: 3, name: 'Jane Doyle' }, { id: 3, name: HIDDEN }],
  [
    'in both its parts',
    { name: [{ text: 'Jane Doyle', family: 'Doyle', given: ['Jane'] }] },
    { name: [{ text: HIDDEN, family: HIDDEN, given: HIDDEN }] },
  ],
  ['of the East', { customer: { name: '山田太郎' } }, { customer: { name: HIDDEN } }],
];

const LEAVES: readonly (readonly [string, Value])[] = [
  ['a bare name', { name: 'Ada Lovelace' }],
  ['a thing with a given name', { name: 'Jane Doyle', price: 4 }],
  ['a place with a given name', { name: 'Alice Springs' }],
  ['a thing', { product: { name: 'Garden Table', price: 4 } }],
  ['the name of an account', { user: { name: 'deploy-bot' }, owner: { name: 'Platform' } }],
  ['a thing in Korean', { 이름: '김철수', price: 4 }],
  ['an office of the East', { customer: { name: '総務部' } }],
  ['a shop', { name: 'Blue Bottle Coffee', age: 4 }],
  ['a machine', { name: 'Main Router', address: '10.0.0.1' }],
  ['words of titles', { owner: { name: 'Support Team' } }],
];

describe('a bare name in a row', () => {
  test.each(HIDES)('is hidden: %s', (_, row, expected) => {
    expect(createValueRedactor()(row).value).toEqual(expected);
  });

  test.each(LEAVES)('is left: %s', (_, row) => {
    expect(createValueRedactor()(row).value).toEqual(row);
  });
});
