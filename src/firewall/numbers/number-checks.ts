import { isDate, numberAt } from '../judge/checksums.js';

/** What a number has to fulfil, without what stands between its characters; `isNamed`: behind one of its words. */
export type Check = (id: string, isNamed: boolean) => boolean;
/** A check whatever stands before the number. */
type Sum = (id: string) => boolean;

/** What characters count: a blank in place of a letter is the last. */
const BASE_36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ';
/** Check digits by the rest of a sum: the rest, where ten has no digit; what it lacks to ten; what it lacks to eleven. */
export const REST = '0123456789';
export const REST_OF_11 = '0123456789 ';
export const TO_10 = '0987654321';
export const TO_11 = '0 987654321';
/** The same where a check digit of ten is written as zero, or where of both ten and eleven the last digit is written. */
export const TO_11_OR_0 = '00987654321';
export const TO_11_LAST = '10987654321';

/** The character behind the weighted ones is a check: `checks` has it for each rest of their sum. Letters count from ten on. */
export function weighted(weights: readonly number[], checks: string, alphabet = BASE_36): Sum {
  return (id) => checks.charAt(restOf(productsOf(id, weights, alphabet), checks.length)) === id.charAt(weights.length);
}

/** The same, where the digits of the products are added: in the number system with as many digits as there are checks. */
export function crossed(weights: readonly number[], checks: string): Sum {
  const base = checks.length;
  return (id) => {
    const sums = productsOf(id, weights, BASE_36).map((product) => Math.floor(product / base) + product);
    return checks.charAt(restOf(sums, base)) === id.charAt(weights.length);
  };
}

/** The weighted sum is a multiple. */
export function isMultiple(weights: readonly number[], of: number): Sum {
  return (id) => restOf(productsOf(id, weights, BASE_36), of) === 0;
}

function productsOf(id: string, weights: readonly number[], alphabet: string): readonly number[] {
  return weights.map((weight, index) => weight * alphabet.indexOf(id.charAt(index)));
}

/** What the sum leaves, also when it is negative. */
function restOf(summands: readonly number[], modulus: number): number {
  const rest = summands.reduce((sum, each) => sum + each, 0) % modulus;
  return rest < 0 ? rest + modulus : rest;
}

/** What is added for some people, whose day or month is read as what is left without it. */
interface Added {
  readonly days?: number;
  readonly months?: readonly number[];
}

/** A date of birth: `--MMDD` tells where month and day stand. Without the year the 29th of February is one. */
export function born(layout: string, { days = 100, months = [] }: Added = {}): Sum {
  const partOf = (id: string, letter: string): number =>
    numberAt(id, layout.indexOf(letter), layout.lastIndexOf(letter) + 1);
  return (id) => {
    const month = months.reduce((rest, added) => rest % added, partOf(id, 'M'));
    return isDate(partOf(id, 'Y'), month, partOf(id, 'D') % days);
  };
}
