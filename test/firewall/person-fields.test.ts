import { describe, expect, test } from 'vitest';
import type { Value } from '../../src/contract/row.js';
import { createValueRedactor } from '../../src/firewall/redact-value.js';

const HIDDEN = '[REDACTED:person_name]';

const HIDES: readonly (readonly [string, Value, Value])[] = [
  ['a field of its own', { nom: 'Dupont', billing_name: 'Jane Doyle' }, { nom: HIDDEN, billing_name: HIDDEN }],
  ['under a person', { customer: { name: 'Jane Doyle', tier: 1 } }, { customer: { name: HIDDEN, tier: 1 } }],
  ['in a list of people', { bill_contacts: [{ name: 'Jane Doyle' }] }, { bill_contacts: [{ name: HIDDEN }] }],
  [
    'beside a fact about a person',
    { name: 'Jane Doyle', birthday: '1980-02-03' },
    { name: HIDDEN, birthday: '[REDACTED:birth_date]' },
  ],
];

const LEAVES: readonly (readonly [string, Value])[] = [
  ['a bare name', { name: 'Jane Doyle' }],
  ['a thing', { product: { name: 'Garden Table', price: 4 } }],
  ['the name of an account', { user: { name: 'deploy-bot' }, owner: { name: 'Platform' } }],
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
