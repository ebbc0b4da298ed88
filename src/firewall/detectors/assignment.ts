import { fieldRule } from '../field-names.js';
import type { FieldRule } from '../field-phrases.js';
import { isEscapeLetter, KIND, runStart } from '../redactor/characters.js';
import { type Detector, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { matchValue } from '../redactor/enclosed-value.js';
import { findEnclosure, MORE, NONE } from '../redactor/enclosure.js';
import { isLikelySecret, isSurelySecret, isValue, type ValueContext } from '../redactor/secret-value.js';
import type { Enclosure } from '../redactor/until.js';

const MAX_NAME = 48;
/** Another assignment behind a separator. */
const LIST = /[,;&][\w.-]+[=:]/;
const DIGITS = /^(?:[ -]?\d){3,10}$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^\d{8}$/;

/** Values of sensitive names in assignments of any language: `key = value`, `"key": "value"`, `--key value` … */
export const assignment: Detector = {
  name: 'assignment',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type, blank or plain word',
  source: 'SPEC 4',
  literals:
    'pass pwd secret token key cred creds auth cvv cvc csc ssn pin otp dob birth session sig jwt mnemonic phrase'.split(
      ' ',
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
    return rule === undefined || rule.value === 'pattern' || rule.value === 'header'
      ? undefined
      : matchRule(window, rule, enclosure);
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

/** The rule for the name, together with the word before it: `API key`. In `\ntoken` the `n` is no part of the name. */
function ruleOf(text: string, floor: number, nameStart: number, nameEnd: number): FieldRule | undefined {
  if (nameStart > floor && '?&'.includes(text.charAt(nameStart - 1))) {
    return parameterRule(text.slice(nameStart, nameEnd));
  }
  const start = isEscapeLetter(text, nameStart, floor) ? nameStart + 1 : nameStart;
  const name = text.slice(start, nameEnd);
  if (start <= floor || text.charAt(start - 1) !== ' ') {
    return fieldRule(name);
  }
  const previous = runStart(text, KIND.alphanumeric, start - 1, Math.max(floor, start - 25));
  return previous === start - 1 ? fieldRule(name) : fieldRule(text.slice(previous, nameEnd));
}

/** `sig`, `key` and the like are ordinary words elsewhere, and credentials in a query. */
function parameterRule(name: string): FieldRule | undefined {
  const rule = fieldRule(name);
  return rule?.value === 'strict' ? { ...rule, value: 'lenient' } : rule;
}

function isSensitive(rule: FieldRule, sample: string, context: ValueContext): boolean {
  switch (rule.value) {
    case 'any':
      return isValue(sample, context);
    case 'lenient':
      return isLikelySecret(sample, context);
    case 'strict':
      return isSurelySecret(sample, context);
    case 'digits':
      return DIGITS.test(sample);
    case 'date':
      return DATE.test(sample);
    case 'header':
    case 'pattern':
      return false;
  }
}
