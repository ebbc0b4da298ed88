import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isHidden } from '../judge/field-value.js';
import { isMechanism } from '../judge/names-of-things.js';
import { isScatteredWithSigns } from '../judge/random-value.js';
import { isRandomValue, isStatedSecret, isStrongWord, isValue } from '../judge/secret-value.js';

const SECRET: ReadonlySet<string> = new Set(['password', 'secret']);
/** Hosts and versions, amounts and times, which stand in sentences about passwords too. */
const HOST = /^(?:[\w-]{1,40}\.){1,6}[a-z]{2,12}(?=[:.,]|$)/i;
const VERSION = /^v?\d{1,5}\.\d/;
const AMOUNT =
  /^\d{1,6}(?:st|nd|rd|th|[smhdwkgb]|ms|kb|mb|gb|bits?|bytes?|chars?|characters?|days?|hours?|minutes?|seconds?|times?)\b/i;
const NUMBERED = /^[A-Z]{2,12}-\d+$|^\d{1,4}[-/]\d/;
const PREFIXED = /^[A-Za-z]{2,10}[-_]/;
const LEAST_KEY = 10;
const HEXADECIMAL = /^(?=.*\d)(?=.*[a-f])[\da-f]{16,}$/;
const WORD = /^[\w+/=~.-]+$/;

/** Whether a value is to be hidden that a name with this rule certainly belongs to. */
export function isNamedValue(rule: FieldRule, value: string, context: ValueContext): boolean {
  return isHidden(rule, value) && isValue(value, context);
}

/** A value in a program's own notation for one: anything that is no reference, type or blank. */
export function isGiven(value: string, context: ValueContext, rule: FieldRule): boolean {
  return !isMechanism(value) && isHidden(rule, value) && isValue(value, { ...context, statement: undefined });
}

/**
 * A value in a sentence: one that looks like a password or a key. What a sentence says about the others, their length, place
 * or age, does not.
 */
export function isTold(value: string, context: ValueContext, rule: FieldRule): boolean {
  // Behind the word `key` alone stands a key of any kind: one with a prefix is told by its provider.
  if (!SECRET.has(rule.type) || isOther(value) || (rule.value === 'strict' && PREFIXED.test(value))) {
    return false;
  }
  return rule.type === 'password' ? isStatedSecret(value, context) : isKey(value, context);
}

function isOther(value: string): boolean {
  return HOST.test(value) || VERSION.test(value) || AMOUNT.test(value) || NUMBERED.test(value);
}

/** The same where more could be meant than a secret. */
export function isStrong(value: string, context: ValueContext, rule: FieldRule): boolean {
  return isTold(value, context, rule) && (isKey(value, context) || isStrongWord(value, context));
}

function isKey(value: string, context: ValueContext): boolean {
  const isRandom = isScatteredWithSigns(value) || HEXADECIMAL.test(value) || isRandomValue(value, context);
  return value.length >= LEAST_KEY && WORD.test(value) && isRandom && isStatedSecret(value, context);
}
