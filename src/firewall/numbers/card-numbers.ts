import { digitAt, digitOfCode } from '../lex/digit-value.js';
import { isDigitCode } from '../lex/digits.js';

/** The fewest and the most digits of a card number. */
export const FEWEST = 13;
export const MOST = 19;
/** The mark of a network whose numbers are told only by the groups in which they are printed. */
const ONLY_GROUPED = 1 << 7;

/** The first four digits of the networks' numbers, from and to, and the lengths of the numbers. */
const NETWORKS: readonly (readonly [number, number, ...(readonly number[])])[] = [
  // Visa; Mastercard, of 2017 too; American Express.
  [4000, 4999, 13, 16, 19],
  [5100, 5599, 16],
  [2221, 2720, 16],
  [3400, 3499, 15],
  [3700, 3799, 15],
  // Diners Club; Discover; JCB.
  [3000, 3059, 14, 16],
  [3095, 3095, 14, 16],
  [3600, 3699, 14, 16],
  [3800, 3999, 14, 16],
  [6011, 6011, 16, 17, 18, 19],
  [6440, 6599, 16, 17, 18, 19],
  [3528, 3589, 16, 17, 18, 19],
  // UnionPay; Mir; Borica.
  [6200, 6299, 16, 17, 18, 19],
  [8100, 8171, 16, 17, 18, 19],
  [2200, 2204, 16, 17, 18, 19],
  [2205, 2205, 16],
  // Maestro, Dankort, Switch, Solo, Laser.
  [5018, 5020, 13, 14, 15, 16, 17, 18, 19],
  [5038, 5038, 13, 14, 15, 16, 17, 18, 19],
  [5612, 5614, 16, 18, 19],
  [5893, 5893, 13, 14, 15, 16, 17, 18, 19],
  [6304, 6304, 13, 14, 15, 16, 17, 18, 19],
  [6331, 6334, 16, 18, 19],
  [6706, 6709, 16, 17, 18, 19],
  [6759, 6771, 13, 14, 15, 16, 17, 18, 19],
  // RuPay, Elo, Verve, Meeza, mada, Cabal, Naranja, InstaPayment, Troy, Uzcard, Humo.
  [5041, 5041, 16],
  [5058, 5099, 16, 18, 19],
  [5885, 5899, 16],
  [6000, 6099, 16],
  [6360, 6399, 16],
  [8172, 8299, 16],
  [8600, 8600, 16],
  [9792, 9792, 16],
  [9860, 9860, 16],
];

/** UATP: only as printed, because many other numbers have fifteen digits and begin with a one. */
const GROUPED: readonly [number, number] = [1000, 1999];

/** By the first four digits: the lengths of the network's numbers, bit 0 for the fewest digits. */
const lengthsOfPrefix = createPrefixTable();

/** Whether so many digits, whatever stands between them, are a number of a network with its check digit. */
export function isCardNumber(text: string, start: number, end: number, count = end - start): boolean {
  const isLength = count >= FEWEST && count <= MOST && (networkLengths(text, start) & (1 << (count - FEWEST))) !== 0;
  return isLength && hasLuhnDigit(text, start, end);
}

export function networkLengths(text: string, start: number): number {
  const first = 10 * digitAt(text, start) + digitAt(text, start + 1);
  return lengthsOfPrefix[100 * first + 10 * digitAt(text, start + 2) + digitAt(text, start + 3)] ?? 0;
}

function createPrefixTable(): Uint8Array {
  const table = new Uint8Array(10_000);
  for (const [from, to, ...lengths] of NETWORKS) {
    const bits = lengths.reduce((sum, length) => sum | (1 << (length - FEWEST)), 0);
    for (let prefix = from; prefix <= to; prefix += 1) {
      table[prefix] = (table[prefix] ?? 0) | bits;
    }
  }
  return table.fill(ONLY_GROUPED, GROUPED[0], GROUPED[1] + 1);
}

/** How many digits cards have that are printed in groups of a shape: see `shapeAt`. */
const PRINTED: ReadonlyMap<number, number> = new Map([
  [0x44443, 19],
  [0x44442, 18],
  [0x44441, 17],
  [0x4444, 16],
  [0x465, 15],
  [0x464, 14],
  [0x445, 13],
]);

/** Whether cards are printed in groups of a shape, and a network has numbers of that length. */
export function isPrinted(shape: number, lengths: number): boolean {
  const count = PRINTED.get(shape) ?? 0;
  return shape === 0x456 ? lengths === ONLY_GROUPED : count > 0 && (lengths & (1 << (count - FEWEST))) !== 0;
}

/** The sum of the digits of each digit's double. A look-up: which digits are above four cannot be foretold. */
const DOUBLED = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

/** Whether the last digit is the check digit; other characters between the digits do not count. */
export function hasLuhnDigit(text: string, start: number, end: number): boolean {
  let isSecond = false;
  let sum = 0;
  for (let index = end - 1; index >= start; index -= 1) {
    const code = text.charCodeAt(index);
    if (isDigitCode(code)) {
      const digit = digitOfCode(code);
      sum += isSecond ? (DOUBLED[digit] ?? 0) : digit;
      isSecond = !isSecond;
    }
  }
  return sum % 10 === 0;
}
