import { matchValue } from '../bind/enclosed-value.js';
import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isNameItself } from '../judge/names-of-things.js';
import { isScatteredWithSigns } from '../judge/random-value.js';
import type { Detector, Enclosure, Verdict, Window } from '../lex/detector.js';
import { ssn } from '../numbers/ssn.js';
import { BRACE, isAllOf, isKind, KIND } from '../pattern/characters.js';
import { withNewMember, withNewValue } from './change.js';
import { matchDeclared, matchJsonValue } from './declared-value.js';
import { withAmpersands, withInnerSigns } from './inner-signs.js';
import { couldBeSecret, isSensitive } from './judged-value.js';
import { findNamed, type NamedValue } from './named-value.js';
import { matchObject } from './object-value.js';
import { matchPhrase, withWordsOfLine } from './phrase-line.js';
import { withRestOfLine } from './rest-of-line.js';
import { withWholeWord } from './whole-word.js';

/** Another assignment behind a separator. */
const LIST = /&[\w.-]+=|[,;][A-Za-z][\w.-]+[=:]|&&|&$|&(?:quot|apos|amp|lt|gt|nbsp|#)/;
/** Rules for the fields of rows, and for other detectors. */
const OTHERS: ReadonlySet<string> = new Set('pattern header postal date number jwk icd bank_code full_name'.split(' '));

/** Values of sensitive names in assignments of any language: `key = value`, `"key": "value"`, `--key value` … */
export const assignment: Detector = {
  name: 'assignment',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type, blank or plain word',
  source: 'SPEC 4',
  literals: (
    'pass|pwd|pw|psk|secret|token|tkn|key|cred|creds|auth|cvv|cvc|ccv|csc|ssn|pin|otp|session|sig|jwt|mnemonic|phrase|' +
    'identified by|verification code|security code|one-time code|securestring|kennwort|wachtwoord|' +
    'contrase\u00f1a|contrasena|senha|geheimzahl|_salt'
  ).split('|'),
  match: (window, start, end) => {
    const verdict = matchNamed(window, start, end);
    return isOfObject(verdict) ? verdict : withWholeWord(window, start, end, verdict);
  },
};

function isOfObject(verdict: Verdict | undefined): boolean {
  return verdict !== undefined && 'others' in verdict;
}

function matchNamed(window: Window, start: number, end: number): Verdict | undefined {
  const named = findNamed(window, start, end);
  if (named === undefined || 'kind' in named) {
    return named;
  }
  const { rule, enclosure } = named;
  if (OTHERS.has(rule.value)) {
    return undefined;
  }
  if (isObject(window, named)) {
    return matchObject(window, rule, enclosure.start);
  }
  const signed = withInnerSigns(window, enclosure);
  const value = couldBeSecret(window, rule, signed) ? matchSigned(window, rule, enclosure, signed) : undefined;
  const verdict = withRestOfLine(window, value, rule, enclosure);
  const isItself = verdict?.kind === 'found' && isNameItself(window, named.nameEnd, verdict);
  return isItself
    ? undefined
    : (withNewValue(window, withNewMember(window, withWordsOfLine(window, verdict, named), enclosure), enclosure) ??
        matchDeclared(window, rule.type, enclosure, (sample, context) => isSensitive(rule, sample, context)) ??
        matchJsonValue(window, named));
}

/** A bracket behind a name in quotes, or the first in a list. */
function isObject({ text }: Window, { enclosure, nameEnd }: NamedValue): boolean {
  const isBracket = enclosure.close === '' && text.charCodeAt(enclosure.start) === BRACE;
  return isBracket && !isKind(text, nameEnd, KIND.space) && !':='.includes(text.charAt(nameEnd));
}

const FIRST_GROUP = 3;

/** A word of a text that holds other signs is a value to its end if it looks like a password. */
function matchSigned(window: Window, rule: FieldRule, enclosure: Enclosure, signed: Enclosure): Verdict | undefined {
  if (signed.statement === undefined || signed === enclosure) {
    return matchRule(window, rule, signed);
  }
  const isPassword = (sample: string, context: ValueContext): boolean =>
    isScatteredWithSigns(sample) && !sample.includes('://') && !isList(sample) && isSensitive(rule, sample, context);
  return matchValue(window, signed, rule.type, isPassword) ?? matchRule(window, rule, enclosure);
}

/** On a line of its own a value may hold any punctuation, unless that makes it a list of assignments. */
function matchRule(window: Window, rule: FieldRule, enclosure: Enclosure): Verdict | undefined {
  const phrase = matchPhrase(window, rule, enclosure);
  if (phrase !== undefined) {
    return phrase;
  }
  const judge = (sample: string, context: ValueContext): boolean => isSensitive(rule, sample, context);
  const value = withAmpersands(window, enclosure);
  // Groups with a space between them are more than the first word.
  const number = rule.type === 'ssn' ? ssn.match(window, value.start, value.start + FIRST_GROUP, true) : undefined;
  if (number !== undefined) {
    return number;
  }
  if (value.isLine !== true) {
    return matchValue(window, value, rule.type, judge);
  }
  const isOneValue = (sample: string, context: ValueContext): boolean => !isList(sample) && judge(sample, context);
  return matchValue(window, value, rule.type, isOneValue) ?? matchValue(window, asWord(enclosure), rule.type, judge);
}

function asWord(enclosure: Enclosure): Enclosure {
  const inner = enclosure.inner === 'query' ? enclosure.inner : 'form';
  return { ...enclosure, isLine: false, stop: KIND.stop, inner };
}

/** A cheap question before the pattern: whether there is a sign at all. */
function isList(sample: string): boolean {
  return !isAllOf(sample, KIND.alphanumeric) && LIST.test(sample);
}
