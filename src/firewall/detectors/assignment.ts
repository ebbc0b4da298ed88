import { fieldRule } from '../field-names.js';
import type { FieldRule } from '../field-phrases.js';
import { isEscapeLetter, isKind, KIND, runStart } from '../redactor/characters.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { findEnclosure, MORE, NONE } from '../redactor/enclosure.js';
import { PLACEHOLDER_START, placeholderEnd } from '../redactor/placeholder.js';
import { isLikelySecret, isSurelySecret, isValue, type ValueContext } from '../redactor/secret-value.js';
import { type Enclosure, findEnd, untilEnd } from '../redactor/until.js';

const MAX_NAME = 48;
/** Values are judged by their first characters; what is longer is withheld to its end. */
const SAMPLE = 80;

/** Values of sensitive names in assignments of any language: `key = value`, `"key": "value"`, `--key value` … */
export const assignment: Detector = {
  name: 'assignment',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type, blank or plain word',
  source: 'SPEC 4',
  literals: [
    'pass',
    'pwd',
    'secret',
    'token',
    'key',
    'cred',
    'creds',
    'auth',
    'cvv',
    'cvc',
    'csc',
    'ssn',
    'pin',
    'otp',
    'dob',
    'birth',
    'cookie',
    'session',
    'sig',
    'jwt',
    'mnemonic',
    'phrase',
  ],
  match: (window, start, end) => {
    const { text, floor, isFinal } = window;
    const nameEnd = window.run(KIND.name, end, end + MAX_NAME + 1);
    if (nameEnd === text.length && !isFinal) {
      return nameEnd - end > MAX_NAME ? undefined : undecided(nameEnd);
    }
    const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
    const enclosure = findEnclosure(window, nameStart, nameEnd);
    if (enclosure === NONE || nameEnd - end > MAX_NAME) {
      return undefined;
    }
    if (enclosure === MORE) {
      return undecided(text.length);
    }
    const rule = ruleOf(text, floor, nameStart, nameEnd);
    return rule === undefined || rule.value === 'pattern' ? undefined : matchValue(window, rule, enclosure);
  },
};

/** The rule for the name, together with the word before it: `API key`. In `\ntoken` the `n` is no part of the name. */
function ruleOf(text: string, floor: number, nameStart: number, nameEnd: number): FieldRule | undefined {
  const start = isEscapeLetter(text, nameStart, floor) ? nameStart + 1 : nameStart;
  const name = text.slice(start, nameEnd);
  if (start <= floor || text.charAt(start - 1) !== ' ') {
    return fieldRule(name);
  }
  const previous = runStart(text, KIND.alphanumeric, start - 1, Math.max(floor, start - 25));
  return fieldRule(`${text.slice(previous, start - 1)} ${name}`);
}

function matchValue(window: Window, rule: FieldRule, enclosure: Enclosure): Verdict | undefined {
  const { text, isFinal } = window;
  const { start } = enclosure;
  if (text.startsWith('[', start) && placeholderEnd(text, start, isFinal) !== -1) {
    return text.length - start < PLACEHOLDER_START.length && !isFinal ? undecided(start) : undefined;
  }
  const search = { at: start, backslashes: 0 };
  const isWhole = findEnd(search, enclosure, text, start + SAMPLE);
  const isCut = !isWhole && text.length < start + SAMPLE;
  const needsMore = isCut || (text.charAt(search.at) === ' ' && search.at + 2 > text.length);
  if (needsMore && !isFinal) {
    return undecided(start);
  }
  const sample = text.slice(start, search.at);
  if (sample.startsWith('-----BEGIN') || !isSensitive(rule, sample, contextOf(text, enclosure, search.at))) {
    return undefined;
  }
  return isWhole || isCut
    ? found(start, search.at, rule.type)
    : { kind: 'open', start, type: rule.type, sampleEnd: search.at, swallow: untilEnd(enclosure, search.backslashes) };
}

function contextOf(text: string, enclosure: Enclosure, end: number): ValueContext {
  return {
    isQuoted: enclosure.close !== '',
    isData: enclosure.stop === KIND.pause,
    isProse: text.charAt(end) === ' ' && isKind(text, end + 1, KIND.lower | KIND.upper),
  };
}

const DIGITS = /^[\d -]{3,13}$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{8}$/;

function isSensitive(rule: FieldRule, sample: string, context: ValueContext): boolean {
  switch (rule.value) {
    case 'any':
      return isValue(sample, context);
    case 'lenient':
      return isLikelySecret(sample, context);
    case 'strict':
      return isSurelySecret(sample, context);
    case 'digits':
      return DIGITS.test(sample) && /^\D*(?:\d\D*){3,9}$/.test(sample);
    case 'date':
      return DATE.test(sample);
    case 'pattern':
      return false;
  }
}
