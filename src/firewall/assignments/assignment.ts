import { matchValue } from '../bind/enclosed-value.js';
import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isNameItself } from '../judge/names-of-things.js';
import { isScatteredWithSigns } from '../judge/random-value.js';
import type { Detector, Enclosure, Found, Verdict, Window } from '../lex/detector.js';
import { untilEnd } from '../lex/take-while.js';
import { BRACE, isAllOf, isKind, KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import { withNewMember, withNewValue } from './change.js';
import { matchDeclared, matchJsonValue } from './declared-value.js';
import { withAmpersands, withInnerSigns } from './inner-signs.js';
import { couldBeSecret, isSensitive } from './judged-value.js';
import { findNamed, type NamedValue } from './named-value.js';
import { matchObject } from './object-value.js';
import { matchPhrase, withWordsOfLine } from './phrase-line.js';
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
    'pass|pasw|psw|pwd|pw|psk|secret|token|tkn|key|cred|creds|auth|cvv|cvc|ccv|csc|ssn|pin|otp|session|sig|jwt|mnemonic|phrase|' +
    'identified by|verification code|security code|one-time code|securestring|kennwort|wachtwoord|' +
    'contrase\u00f1a|contrasena|senha|geheimzahl|_salt|_pat'
  ).split('|'),
  match: (window, start, end) => withWholeWord(window, start, end, matchNamed(window, start, end)),
};

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

/** The groups of a number behind its first one; no date, time or word. */
const GROUPS = pattern(/(?: \d{2,6}(?![\w:/-]|\.\d)){1,5}/);

/**
 * Where it cannot be told that a value ends with its first word, its finding takes in what follows: the rest of the line
 * or string, or of a number the groups behind the first one.
 */
function withRestOfLine(
  window: Window,
  given: Verdict | undefined,
  { value }: FieldRule,
  enclosure: Enclosure,
): Verdict | undefined {
  const verdict = withoutMemberTest(window, given, enclosure);
  const { isOpenEnded, close } = enclosure;
  if (verdict?.kind !== 'found') {
    return verdict;
  }
  if (isOpenEnded !== true) {
    return value === 'digits' && close === '' ? withGroups(window, verdict) : verdict;
  }
  const { start, end, type } = verdict;
  const swallow = untilEnd({ start: end, close: '', escapes: 0, stop: KIND.lineStop }, 0);
  return { kind: 'open', start, type, sampleEnd: end, swallow };
}

function withGroups(window: Window, verdict: Found): Verdict {
  const isSpaced = isKind(window.text, verdict.end, KIND.space);
  const groups = isSpaced ? GROUPS.at(window, verdict.end, verdict.start)?.[0] : undefined;
  return groups === undefined ? verdict : { ...verdict, end: verdict.end + groups.length };
}

const NAME = /^[a-z]{1,20}(?:_[a-z]{1,20}){1,4}$/;
const TEST = pattern(/ in [a-z_$][\w$.]{0,39} (?:\?|&&|\|\|) /i);

/** `const secret = 'api_token' in given ? …`: no value, but the name of a member that is asked for. */
function withoutMemberTest(window: Window, verdict: Verdict | undefined, { close }: Enclosure): Verdict | undefined {
  const isQuoted = verdict?.kind === 'found' && (close === "'" || close === '"');
  if (!isQuoted || !NAME.test(window.text.slice(verdict.start, verdict.end))) {
    return verdict;
  }
  return TEST.fits(window, verdict.end + close.length) ? undefined : verdict;
}
