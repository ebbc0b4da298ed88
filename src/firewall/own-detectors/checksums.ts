import type { Checksum } from '../../contract/redaction.js';

/** Whether the last character of a value is the check of those before it. What is neither digit nor letter is left out. */
export function passesChecksum(checksum: Checksum, value: string): boolean {
  const characters = value.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const digits = [...characters.replace(/[A-Z]/g, '')].map(Number);
  switch (checksum) {
    case 'luhn':
      return digits.length > 1 && luhn(digits) % 10 === 0;
    case 'verhoeff':
      return digits.length > 1 && verhoeff(digits) === 0;
    case 'damm':
      return digits.length > 1 && digits.reduce((row, digit) => DAMM[row * 10 + digit] ?? 0, 0) === 0;
    case 'mod11_10':
      return digits.length > 1 && mod11by10(digits) === 1;
    case 'mod11_2':
      return digits.length > 1 && mod11by2(characters);
    case 'mod97':
      return characters.length > 2 && mod97(characters) === 1;
  }
}

function luhn(digits: readonly number[]): number {
  return digits.reduce((sum, digit, index) => {
    const doubled = (digits.length - index) % 2 === 0 ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
}

/** The tables of the dihedral group of order ten, by row. */
const PRODUCT = rows(
  '0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210',
);
const PERMUTATION = rows('01234567891576283094580379614289160435279453126870428657390127938064157046913258');
/** A quasigroup without fixed points. */
const DAMM = rows(
  '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790',
);

function rows(table: string): readonly number[] {
  return [...table].map(Number);
}

function verhoeff(digits: readonly number[]): number {
  return digits.reduceRight((check, digit, index) => {
    const permuted = PERMUTATION[((digits.length - 1 - index) % 8) * 10 + digit] ?? 0;
    return PRODUCT[check * 10 + permuted] ?? 0;
  }, 0);
}

/** ISO 7064, mod 11,10. */
function mod11by10(digits: readonly number[]): number {
  const check = digits.slice(0, -1).reduce((product, digit) => (((digit + product) % 10 || 10) * 2) % 11, 10);
  return (check + (digits.at(-1) ?? 0)) % 10;
}

/** ISO 7064, mod 11-2; the check can be an X. Letters before the digits are no part of the number. */
function mod11by2(characters: string): boolean {
  const [, number = '', check = ''] = /(\d+)([\dX])$/.exec(characters) ?? [];
  const sum = [...number].reduce((product, digit) => ((product + Number(digit)) * 2) % 11, 0);
  return check !== '' && (sum + (check === 'X' ? 10 : Number(check))) % 11 === 1;
}

/** ISO 7064, mod 97-10; letters count as 10 to 35. */
function mod97(characters: string): number {
  return [...characters].reduce((rest, character) => {
    const value = Number.parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
}
