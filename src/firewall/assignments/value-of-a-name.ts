import { isBankCode } from '../judge/bank-code.js';
import { isEasternName } from '../judge/east.js';
import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isHidden } from '../judge/field-value.js';
import { looksLikePassword } from '../judge/password-words.js';
import { isPersonName } from '../judge/person.js';
import { isStatedSecret, isValue } from '../judge/secret-value.js';

/** What a person's own data have and the name of a kind of data has not. */
const NUMBER = /^[\d -]{3,16}$/;
const PARTICULAR = /[\d\s@]/;

/** Whether a value is to be hidden that a name with this rule certainly belongs to. */
export function isNamedValue(rule: FieldRule, value: string, context: ValueContext): boolean {
  return isHidden(rule, value) && isValue(value, context);
}

/** The same where the name may as well stand beside other names, or beside a text about what it names. */
export function isToldValue(rule: FieldRule, value: string, context: ValueContext): boolean {
  if (!isNamedValue(rule, value, context) || isProse(value)) {
    return false;
  }
  if (rule.type === 'person_name') {
    return isPersonName(value) || isEasternName(value);
  }
  if (rule.value === 'digits') {
    return NUMBER.test(value);
  }
  if (rule.value === 'any') {
    return isStatedSecret(value, context) || (value.includes(' ') && looksLikePassword(value.split(' '), rule.type));
  }
  return PARTICULAR.test(value) || isBankCode(value);
}

/** Words about what is named, and not it: most of them small, or with what ends a sentence. */
function isProse(value: string): boolean {
  const words = value.replace(CHARACTER, 'e').split(/\s+/);
  const small = words.filter((word) => SMALL_WORD.test(word)).length;
  const fewest = /\d/.test(value) ? FEWEST_WITH_NUMBERS : FEWEST;
  return words.length >= fewest && small * 2 > words.length && !words.every((word) => PLAIN_WORD.test(word));
}

/** A letter with a mark, as HTML writes it. */
const CHARACTER = /&[a-zA-Z]{1,8};/g;
const SMALL_WORD = /^\(?[a-z][a-z'-]*[).,:;]?$/;
const PLAIN_WORD = /^[a-z]+$/;
const FEWEST = 4;
const FEWEST_WITH_NUMBERS = 8;
