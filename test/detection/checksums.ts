import { createHash } from 'node:crypto';

/** The digit that makes a number pass Luhn's check. */
export function luhnDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The sum of the digits, each times its weight. */
export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits.charAt(index)), 0);
}

/** The rest of a long decimal number. */
export function modulo(digits: string, divisor: number): number {
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % divisor, 0);
}

/** The check digits of an IBAN. */
export function ibanCheck(country: string, account: string): string {
  const letters = [...`${account}${country}00`].map((character) => Number.parseInt(character, 36)).join('');
  return String(98 - modulo(letters, 97)).padStart(2, '0');
}

/** ISO 7064 mod 11,10, as in German tax numbers. */
export function mod1110(digits: string): string {
  const product = [...digits].reduce((before, digit) => {
    const sum = (Number(digit) + before) % 10;
    return ((sum === 0 ? 10 : sum) * 2) % 11;
  }, 10);
  return String((11 - product) % 10);
}

/** The check digit of Verhoeff's method: the dihedral group of order ten. */
export function verhoeffDigit(digits: string): string {
  const times = (one: number, other: number): number => {
    const isTurn = one < 5;
    const sum = isTurn ? one + (other % 5) : one - (other % 5) + 5;
    const turned = sum % 5;
    return isTurn === other < 5 ? turned : turned + 5;
  };
  const step = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];
  const permute = (digit: number, rounds: number): number =>
    rounds === 0 ? digit : permute(step[digit] ?? 0, rounds - 1);
  const sum = [...digits]
    .reverse()
    .reduce((before, digit, index) => times(before, permute(Number(digit), (index + 1) % 8)), 0);
  return String(sum > 0 && sum < 5 ? 5 - sum : sum);
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes with their double SHA-256, in base 58. */
export function base58Check(payload: Uint8Array): string {
  const sha = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
  const bytes = Buffer.concat([payload, sha(sha(payload)).subarray(0, 4)]);
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (number > 0n) {
    text = BASE58.charAt(Number(number % 58n)) + text;
    number /= 58n;
  }
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros) + text;
}

const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** An address of a witness program: bech32 for version 0, bech32m for others. */
export function bech32(prefix: string, version: number, program: Uint8Array): string {
  const bits = [...program].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  const data = [version, ...groups.map((group) => Number.parseInt(group.padEnd(5, '0'), 2))];
  const codes = [...prefix].map((character) => character.charCodeAt(0));
  const values = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31), ...data];
  const sum = polymod([...values, 0, 0, 0, 0, 0, 0]) ^ (version === 0 ? 1 : 0x2bc830a3);
  const check = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `${prefix}1${[...data, ...check].map((value) => BECH32.charAt(value)).join('')}`;
}

function polymod(values: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  return values.reduce((before, value) => {
    const shifted = ((before & 0x1ffffff) << 5) ^ value;
    return generator.reduce((sum, term, bit) => ((before >>> (25 + bit)) & 1 ? sum ^ term : sum), shifted);
  }, 1);
}
