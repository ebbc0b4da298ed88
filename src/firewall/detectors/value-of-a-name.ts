import type { FieldRule } from '../field-rule.js';
import { isHidden } from '../field-value.js';
import { isBankCode } from '../redactor/bank-code.js';
import { looksLikePassword } from '../redactor/password-words.js';
import { isPersonName } from '../redactor/person.js';
import { isEasternName } from '../redactor/person-east.js';
import { isStatedSecret, isValue } from '../redactor/secret-value.js';
import type { ValueContext } from '../redactor/value-context.js';

/** What a person's own data have and the name of a kind of data has not. */
const NUMBER = /^[\d -]{3,16}$/;
const PARTICULAR = /[\d\s@]/;

/** Whether a value is to be hidden that a name with this rule certainly belongs to. */
export function isNamedValue(rule: FieldRule, value: string, context: ValueContext): boolean {
  return isHidden(rule, value) && isValue(value, context);
}

/** The same where the name may as well stand beside other names, or beside a text about what it names. */
export function isToldValue(rule: FieldRule, value: string, context: ValueContext): boolean {
  if (!isNamedValue(rule, value, context)) {
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
