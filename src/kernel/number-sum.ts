import type { CountedSum } from '../contract/expansion.js';
import type { Value } from '../contract/row.js';
import { isLongNumber } from '../firewall/facts/format.js';

/** Numbers added up by Neumaier's method: what each addition rounds away is kept in `lost`. */
export interface NumberSum {
  sum: number;
  lost: number;
  numbers: number;
  least: number;
  most: number;
  hasLong: boolean;
}

export function emptySum(): NumberSum {
  return {
    sum: 0,
    lost: 0,
    numbers: 0,
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
    hasLong: false,
  };
}

/** Nobody measures what is larger, and sums of it are no numbers. */
const LARGEST = 1e100;

/** What is no number adds nothing, nor does anything where nothing is summed. */
export function addNumber(into: NumberSum | undefined, value: Value | undefined): void {
  if (into === undefined || typeof value !== 'number' || !(Math.abs(value) <= LARGEST)) {
    return;
  }
  put(into, value);
  into.numbers += 1;
  into.least = Math.min(into.least, value);
  into.most = Math.max(into.most, value);
  into.hasLong ||= isLongNumber(Math.abs(value));
}

export function addSum(into: NumberSum | undefined, other: NumberSum | undefined): void {
  if (into === undefined || other === undefined) {
    return;
  }
  put(into, other.sum);
  into.lost += other.lost;
  into.numbers += other.numbers;
  into.least = Math.min(into.least, other.least);
  into.most = Math.max(into.most, other.most);
  into.hasLong ||= other.hasLong;
}

function put(into: NumberSum, value: number): void {
  const sum = into.sum + value;
  into.lost += Math.abs(into.sum) >= Math.abs(value) ? into.sum - sum + value : value - sum + into.sum;
  into.sum = sum;
}

/** What doubles hold of a sum of decimals. */
const DIGITS = 15;
/** As facts tell them: redaction sees each number, and not what a sum of numbers as long as those of cards tells. */
const VAGUE_DIGITS = 3;

/** As it is told under a name; nothing where nothing is summed. */
export function told<Name extends string>(name: Name, of: NumberSum | undefined): Partial<Record<Name, CountedSum>> {
  return of === undefined ? {} : ({ [name]: toldSum(of) } as Partial<Record<Name, CountedSum>>);
}

function toldSum({ sum: rough, lost, numbers, least, most, hasLong }: NumberSum): CountedSum {
  const sum = rough + lost;
  const shown = (value: number): number => (hasLong ? Number(value.toPrecision(VAGUE_DIGITS)) : value);
  return {
    sum: shown(Number.isInteger(sum) ? sum : Number(sum.toPrecision(DIGITS))),
    numbers,
    ...(numbers === 0 ? {} : { least: shown(least), most: shown(most) }),
  };
}
