import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isScatteredWithSigns, runsOf } from '../judge/random-value.js';
import { isRandomValue, isStrongWord, isSurelySecret } from '../judge/secret-value.js';
import { isRandomWord } from './random-word.js';

const LEAST_SCATTERED = 20;
const LEAST_STRONG = 32;
const HEXADECIMAL = /^(?=\D*\d)(?=\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48}|[0-9a-f]{64}|[0-9a-f]{128})$/;
const FINGERPRINT = /^[\dA-F]{40}$/;
const SMALL = /^[a-z\d]{12,}$/;
const RUNS = /[a-z]+|\d+/g;
const DENSE = /^[A-Za-z\d]{12,}$/;
const FEWEST_RUNS = 6;
/** Between the letters and digits of base64 and of many keys. */
const JOINTS = /[-_+=]/g;

const SECRET: ReadonlySet<string> = new Set(['secret', 'password']);
const STRING_BEHIND: ReadonlySet<string> = new Set(['verb', 'call']);
const LONG_STRING = 40;

/** `signing key 3kF…`: behind a blank only what is as long and random as a key, and no fingerprint of one. */
export function isStrongSecret(sample: string, context: ValueContext, { type }: FieldRule): boolean {
  if (type !== 'secret' || FINGERPRINT.test(sample)) {
    return false;
  }
  if (sample.length < LEAST_STRONG) {
    return isInTurns(sample) || isDense(sample) || (isScattered(sample) && isSurelySecret(sample, context));
  }
  const isMixed = isSurelySecret(sample, context) && sample.replace(/[^A-Z]/g, '').length * 3 > sample.length;
  return isMixed || isRandomValue(sample, context);
}

/** `q7x9m2k4p8w1z5`: small letters and digits by turns, as no word, date or edition has them. */
function isInTurns(sample: string): boolean {
  return SMALL.test(sample) && (sample.match(RUNS) ?? []).length >= FEWEST_RUNS;
}

/** `Wq7tLpZ4xKm8`: all kinds of letters and digits by turns. */
function isDense(sample: string): boolean {
  return DENSE.test(sample) && isScatteredWithSigns(sample);
}

/** `client secret (8sF…)`: in brackets stand remarks and names more often than secrets. */
export function isBracketedSecret(sample: string, context: ValueContext, rule: FieldRule): boolean {
  const isSure = isScattered(sample.replace(JOINTS, '')) && isSurelySecret(sample, context);
  return isSure || (rule.type === 'password' ? isSignedWord(sample, context) : isStrongSecret(sample, context, rule));
}

/** With letters of either case, a digit and a sign that names and remarks do not have, or in turns as no name has them. */
function isSignedWord(value: string, context: ValueContext): boolean {
  const isOdd = /[^\w.+-]/.test(value) || runsOf(value).length * 5 > value.length * 3;
  return isOdd && /[A-Z]/.test(value) && /[a-z]/.test(value) && isStrongWord(value, context);
}

/** A string that is as random as only passwords are, with spaces too if it is as long as a salt. */
export function isRandomString(
  { value, type }: FieldRule,
  sample: string,
  { isQuoted, statement }: ValueContext,
): boolean {
  const canBe = value === 'any' || value === 'lenient' || value === 'random';
  if (!isQuoted || !canBe || !SECRET.has(type) || (statement !== undefined && !STRING_BEHIND.has(statement))) {
    return false;
  }
  return /\d/.test(sample) && isRandomWord(sample.length < LONG_STRING ? sample : sample.replaceAll(' ', ''));
}

/** As many small hexadecimal digits as keys have. */
export function isHexadecimalKey(value: string): boolean {
  return HEXADECIMAL.test(value);
}

/** Whether capitals, small letters and digits take turns as they do by chance, unlike in words and identifiers. */
export function isScattered(value: string): boolean {
  const isWord = value.length >= LEAST_SCATTERED && /^[A-Za-z0-9]+$/.test(value);
  return isWord && runsOf(value).length * 5 > value.length * 2;
}
