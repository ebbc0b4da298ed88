/** The sums that numbers carry to show mistakes. All take ASCII digits, with letters only where it is said. */

/** Every second digit from the right doubled: cards, many national numbers. */
export function hasLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digitOf(digits, digits.length - 1 - index);
    const doubled = digit > 4 ? 2 * digit - 9 : 2 * digit;
    sum += index % 2 === 1 ? doubled : digit;
  }
  return sum % 10 === 0;
}

/** The digits, each multiplied by its weight; those without a weight do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * digitOf(digits, index), 0);
}

/** The remainder of a number of any length. */
export function remainderOf(digits: string, divisor: number): number {
  let rest = 0;
  for (let index = 0; index < digits.length; index += 1) {
    rest = (rest * 10 + digitOf(digits, index)) % divisor;
  }
  return rest;
}

/** ISO 7064, modulus 11 and 10: German and Croatian tax numbers. */
export function hasMod11And10(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index += 1) {
    const sum = (digitOf(digits, index) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === digitOf(digits, digits.length - 1);
}

/** Verhoeff's sum over the group of symmetries of a pentagon: Aadhaar. */
export function hasVerhoeff(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index += 1) {
    check = multiply(check, permute(digitOf(digits, digits.length - 1 - index), index));
  }
  return check === 0;
}

function multiply(left: number, right: number): number {
  const isReflected = left > 4;
  const rotation = isReflected ? left - (right % 5) + 5 : left + (right % 5);
  return (rotation % 5) + (isReflected === right > 4 ? 0 : 5);
}

const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permute(digit: number, times: number): number {
  let permuted = digit;
  for (let count = times % 8; count > 0; count -= 1) {
    permuted = PERMUTATION[permuted] ?? 0;
  }
  return permuted;
}

/** A day of the calendar; of a year that is not known in full, the century does not matter. */
export function isDate(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) {
    return false;
  }
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && !isLeap ? 28 : (LONGEST_MONTHS[month - 1] ?? 0));
}

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number that some digits write. */
export function numberAt(digits: string, from: number, to: number): number {
  return Number(digits.slice(from, to));
}

export function digitOf(digits: string, index: number): number {
  return digits.charCodeAt(index) & 0xf;
}

const BIC = /^[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const ROUTING = /^\d{9}$/;
const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

const COUNTRIES =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN ' +
  'CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FK FO FR GA GB GD GE GG GH GI GL GM GN GQ GR GT GW GY HK HN HR ' +
  'HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG ' +
  'MK ML MM MN MO MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NZ OM PA PE PF PG PH PK PL PM PS PT PW PY QA RO RS RU ' +
  'RW SA SB SC SD SE SG SH SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC ' +
  'VE VG VI VN VU WF WS XK YE ZA ZM ZW';

/** Whether a value is the code of a bank: a BIC, or a routing number with its checksum. */
export function isBankCode(value: unknown): boolean {
  if (typeof value !== 'string') {
    return false;
  }
  const country = BIC.exec(value)?.[1];
  return country === undefined ? isRoutingNumber(value) : isBankCountry(country);
}

export function isBankCountry(letters: string): boolean {
  return COUNTRIES.includes(letters);
}

/** Nine digits in the range of the Federal Reserve, with the checksum 3-7-1. */
export function isRoutingNumber(value: string): boolean {
  return ROUTING.test(value) && hasPrefix(numberAt(value, 0, 2)) && weightedSum(value, WEIGHTS) % 10 === 0;
}

function hasPrefix(prefix: number): boolean {
  return prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;
}
