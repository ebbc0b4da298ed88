import { describe, expect, test } from 'vitest';
import { hasLuhn, hasMod11And10, hasVerhoeff, isDate, remainderOf } from '../../src/firewall/judge/checksums.js';
import { readBase58Check } from '../../src/firewall/numbers/base58.js';
import { hasBech32Sum } from '../../src/firewall/numbers/crypto-address.js';
import { keccak256 } from '../../src/firewall/numbers/keccak.js';
import { createWordIndex } from '../../src/firewall/numbers/words-before.js';

describe('checksums', () => {
  test.each([
    ['Luhn', hasLuhn, '79927398713'],
    ['Verhoeff', hasVerhoeff, '2363'],
    ['ISO 7064 mod 11,10', hasMod11And10, '33392005961'],
  ] as const)('%s tells every wrong last digit', (_, hasSum, right) => {
    const lasts = Array.from('0123456789', (digit) => right.slice(0, -1) + digit);
    expect(lasts.filter(hasSum)).toEqual([right]);
  });

  test('a remainder of more digits than a double holds', () => {
    expect(remainderOf('123456789012345678901234567890', 97)).toBe(Number(123456789012345678901234567890n % 97n));
  });

  test.each([
    [2023, 2, 29, false],
    [2024, 2, 29, true],
    [1900, 2, 29, false],
    [2000, 4, 31, false],
    [2000, 0, 1, false],
    [2000, 12, 31, true],
  ])('%d-%d-%d', (year, month, day, isRight) => {
    expect(isDate(year, month, day)).toBe(isRight);
  });

  test('Keccak-256 is not SHA-3', () => {
    expect(keccak256('')).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
  });

  test('base58 keeps zeros at the beginning, and nothing is read with a wrong sum', () => {
    expect(readBase58Check('1111111111111111111114oLvT2')?.length).toBe(21);
    expect(readBase58Check('1111111111111111111114oLvT3')).toBeUndefined();
    expect(readBase58Check('0OIl')).toBeUndefined();
  });

  test.each([
    ['A12UEL5L', true],
    ['a12uel5l', true],
    ['A12uel5l', false],
    ['a1lqfn3a', true],
    ['a1lqfn3q', false],
    ['1', false],
  ])('bech32 %s', (text, isRight) => {
    expect(hasBech32Sum(text)).toBe(isRight);
  });
});

describe('words before a number', () => {
  const index = createWordIndex<string>();
  index.add(['taxid', 'nif'], 'tax');
  index.add(['socialsecurity', 'αφμ'], 'other');

  test.each([
    ['tax id: ', ['tax']],
    ['"taxId": "', ['tax']],
    ['TAX_ID=', ['tax']],
    ['customerTaxId is ', ['tax']],
    ['ΑΦΜ ', ['other']],
    ['social security of NIF ', ['tax', 'other']],
    ['taxi d ', ['tax']],
    ['taxation ', []],
    ['nif, order ', []],
    ['nif: x, a: ', []],
    ['nif\n', []],
    ['nif\\n', []],
    ['\\nnif ', ['tax']],
    ['[REDACTED:nif] x ', []],
    ['nif 12345 x ', []],
    [`nif ${'x'.repeat(60)} `, []],
  ])('%j', (text, found) => {
    expect(index.before(text, text.length, 0)).toEqual(found);
  });
});
