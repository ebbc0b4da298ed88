import type { Checksum } from '../../contract/redaction.js';
import { hasLuhn, hasMod11And10, hasVerhoeff, remainderOf } from '../judge/checksums.js';

/** Whether the last character of a value is the check of those before it. What is neither digit nor letter is left out. */
export function passesChecksum(checksum: Checksum, value: string): boolean {
  const characters = value.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const digits = characters.replace(/[A-Z]/g, '');
  switch (checksum) {
    case 'mod11_2':
      return digits.length > 1 && hasMod11And2(characters);
    case 'mod97':
      return characters.length > 2 && hasMod97(characters);
    default:
      return digits.length > 1 && SUMS[checksum](digits);
  }
}

const SUMS = { luhn: hasLuhn, verhoeff: hasVerhoeff, damm: hasDamm, mod11_10: hasMod11And10 };

/** A quasigroup without fixed points, by row. */
const DAMM = '0317598642709215486342068713591750983426612304597836742095815869720134894536201794386172052581436790';

function hasDamm(digits: string): boolean {
  return [...digits].reduce((row, digit) => Number(DAMM.charAt(row * 10 + Number(digit))), 0) === 0;
}

/** ISO 7064, mod 11-2; the check can be an X. Letters before the digits are no part of the number. */
function hasMod11And2(characters: string): boolean {
  const [, number = '', check = ''] = /(\d+)([\dX])$/.exec(characters) ?? [];
  const sum = [...number].reduce((product, digit) => ((product + Number(digit)) * 2) % 11, 0);
  return check !== '' && (sum + (check === 'X' ? 10 : Number(check))) % 11 === 1;
}

/** ISO 7064, mod 97-10; letters count as 10 to 35. */
function hasMod97(characters: string): boolean {
  return (
    remainderOf(
      characters.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36))),
      97,
    ) === 1
  );
}
