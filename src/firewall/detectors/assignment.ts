import { fieldRule } from '../field-names.js';
import type { FieldRule } from '../field-phrases.js';
import { isEscapeLetter, KIND, runStart } from '../redactor/characters.js';
import { type Detector, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { findEnclosure } from '../redactor/enclosure.js';
import { openQuoted } from '../redactor/opening.js';
import {
  hasSecretItem,
  isLikelySecret,
  isSecretWord,
  isStatedSecret,
  isSurelySecret,
  isValue,
  type ValueContext,
} from '../redactor/secret-value.js';
import { type Enclosure, MORE, NONE } from '../redactor/until.js';

const MAX_NAME = 48;
const MAX_WORDS = 3;
const MAX_WORD = 16;
/** Another assignment behind a separator. */
const LIST = /[,;&][\w.-]+[=:]/;
const DIGITS = /^(?:[ -]?\d){3,10}$/;
const MAX_TYPE = 56;
const TYPE = /^[\w&'.<>[\]|?, ]*$/;
const DATE = /^(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{8})(?:[T ].*)?$/;

/** Values of sensitive names in assignments of any language: `key = value`, `"key": "value"`, `--key value` … */
export const assignment: Detector = {
  name: 'assignment',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type, blank or plain word',
  source: 'SPEC 4',
  literals:
    'pass|pwd|secret|token|key|cred|creds|auth|cvv|cvc|csc|ssn|pin|otp|dob|birth|session|sig|jwt|mnemonic|phrase|identified by|sshpass -p'.split(
      '|',
    ),
  match: (window, start, end) => {
    const { text, floor, isFinal } = window;
    const nameEnd = window.run(KIND.name, end, end + MAX_NAME + 1);
    if (nameEnd - end > MAX_NAME) {
      return undefined;
    }
    if (nameEnd === text.length && !isFinal) {
      return undecided(nameEnd);
    }
    const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
    const enclosure = findEnclosure(window, nameStart, nameEnd);
    if (enclosure === NONE || enclosure === MORE) {
      return enclosure === MORE ? undecided(text.length) : undefined;
    }
    const rule = ruleOf(text, floor, nameStart, nameEnd);
    if (rule === undefined || rule.value === 'pattern' || rule.value === 'header' || rule.value === 'postal') {
      return undefined;
    }
    return matchRule(window, rule, enclosure) ?? matchTyped(window, rule, enclosure);
  },
};

/** On a line of its own a value may hold any punctuation, unless that makes it a list of assignments. */
function matchRule(window: Window, rule: FieldRule, enclosure: Enclosure): Verdict | undefined {
  const judge = (sample: string, context: ValueContext): boolean => isSensitive(rule, sample, context);
  if (enclosure.isLine !== true) {
    return matchValue(window, enclosure, rule.type, judge);
  }
  const isOneValue = (sample: string, context: ValueContext): boolean => !LIST.test(sample) && judge(sample, context);
  const word = { ...enclosure, isLine: false, stop: KIND.stop };
  return matchValue(window, enclosure, rule.type, isOneValue) ?? matchValue(window, word, rule.type, judge);
}

/** `password: string = "hunter2"`: a declaration with its type. */
function matchTyped(window: Window, rule: FieldRule, enclosure: Enclosure): Verdict | undefined {
  const { text, isFinal } = window;
  if (enclosure.isSpoken !== true) {
    return undefined;
  }
  const behind = text.slice(enclosure.start, enclosure.start + MAX_TYPE);
  const sign = behind.indexOf('=');
  if (sign < 0) {
    return behind.length < MAX_TYPE && !isFinal && TYPE.test(behind) ? undecided(enclosure.start) : undefined;
  }
  if (sign + 3 > behind.length && !isFinal) {
    return undecided(enclosure.start);
  }
  const start = enclosure.start + sign + (behind.charAt(sign + 1) === ' ' ? 2 : 1);
  const quoted = isType(behind.slice(0, sign)) ? openQuoted(text, start) : undefined;
  return quoted === undefined
    ? undefined
    : matchValue(window, quoted, rule.type, (sample, context) => isSensitive(rule, sample, context));
}

/** A comma is part of a type between brackets only; elsewhere another parameter follows. */
function isType(text: string): boolean {
  return TYPE.test(text) && text.lastIndexOf(',') <= Math.max(text.lastIndexOf('>'), text.lastIndexOf(']'));
}

/** The rule for the name, together with the word before it: `API key`. In `\ntoken` the `n` is no part of the name. */
function ruleOf(text: string, floor: number, nameStart: number, nameEnd: number): FieldRule | undefined {
  if (nameStart > floor && '?&'.includes(text.charAt(nameStart - 1))) {
    return parameterRule(text.slice(nameStart, nameEnd));
  }
  const start = isEscapeLetter(text, nameStart, floor) ? nameStart + 1 : nameStart;
  return fieldRule(text.slice(phraseStart(text, start, floor), nameEnd));
}

/** The names of things can be several words: `date of birth`. */
function phraseStart(text: string, nameStart: number, floor: number): number {
  let start = nameStart;
  for (let words = 0; words < MAX_WORDS && start - 1 > floor && text.charAt(start - 1) === ' '; words += 1) {
    const previous = runStart(text, KIND.alphanumeric, start - 1, Math.max(floor, start - MAX_WORD));
    if (previous === start - 1) {
      break;
    }
    start = previous;
  }
  return start;
}

/** `sig`, `key` and the like are ordinary words elsewhere, and credentials in a query. */
function parameterRule(name: string): FieldRule | undefined {
  const rule = fieldRule(name);
  return rule?.value === 'strict' ? { ...rule, value: 'lenient' } : rule;
}

function isSensitive(rule: FieldRule, sample: string, context: ValueContext): boolean {
  const isOption = context.name.startsWith('--');
  switch (rule.value) {
    case 'any':
      return isAny(rule, sample, context);
    case 'lenient':
      return isStated(sample, context) && (isOption ? isValue(sample, context) : isLikelySecret(sample, context));
    case 'strict':
      return context.statement === undefined && isSurelySecret(sample, context);
    case 'digits':
      return DIGITS.test(sample) && (context.statement === undefined || rule.type !== 'pin' || sample.length > 3);
    case 'date':
      return DATE.test(sample);
    default:
      return false;
  }
}

/** Behind a sometimes sensitive name there is a sign; a call's argument must look like a password as well. */
function isStated(sample: string, context: ValueContext): boolean {
  const { statement } = context;
  return statement === undefined || statement === 'verb' || (statement === 'call' && isSecretWord(sample, context));
}

function isAny(rule: FieldRule, sample: string, context: ValueContext): boolean {
  switch (context.statement) {
    case undefined:
      return isValue(sample, context);
    case 'verb':
      return isStatedSecret(sample, context);
    case 'space':
      return rule.type === 'password' && isStatedSecret(sample, context);
    case 'call':
      return isSecretWord(sample, context);
    case 'list':
    case 'below':
      return hasSecretItem(sample, context);
  }
}
