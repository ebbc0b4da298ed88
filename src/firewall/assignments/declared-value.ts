import { matchValue } from '../bind/enclosed-value.js';
import { fieldRule } from '../judge/field-names.js';
import { BARE_DATA, type ValueContext, type ValueJudge } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Enclosure, LOOK_BACK, type Verdict, type Window } from '../lex/detector.js';
import { openQuoted } from '../lex/value-opening.js';
import { KIND } from '../pattern/characters.js';
import { pattern } from '../pattern/coming-text.js';
import type { NamedValue } from './named-value.js';

const MAX_TYPE = 56;
/** What stands behind the first word of no type. */
const NO_TYPE = ' :;/\\\n"(){}@%';
/** Up to the sign of the assignment. */
const TYPED = pattern(/([\w&'.<>[\]|?, ]{0,55})=/);

/** `password: string = "hunter2"`: a declaration with its type. */
export function matchDeclared(
  window: Window,
  type: string,
  enclosure: Enclosure,
  judge: ValueJudge,
): Verdict | undefined {
  const { text } = window;
  if (enclosure.isSpoken !== true) {
    return undefined;
  }
  const word = window.run(KIND.name, enclosure.start, enclosure.start + MAX_TYPE);
  if (NO_TYPE.indexOf(text.charAt(word)) > 0) {
    return undefined;
  }
  const typed = TYPED.at(window, enclosure.start)?.[1];
  if (typed === undefined || !isType(typed)) {
    return undefined;
  }
  const equals = enclosure.start + typed.length;
  const quoted = openQuoted(window, text.charAt(equals + 1) === ' ' ? equals + 2 : equals + 1);
  return quoted === undefined ? undefined : matchValue(window, quoted, type, judge);
}

/** A comma is part of a type between brackets only; elsewhere another parameter follows. */
function isType(text: string): boolean {
  return text.lastIndexOf(',') <= Math.max(text.lastIndexOf('>'), text.lastIndexOf(']'));
}

const NAME_END = /^\\{0,7}"\s{0,4}:/;
const LONGEST_END = 14;
const NUMBER = /^\d{3,40}$/;
/** How often passwords were hidden, as akernel itself tells it. */
const COUNTS = /redactions\\{0,7}"\s{0,4}:\s{0,4}\{[^{}]{0,140}$/;
const BEHIND_NUMBER = /^(?:[\s,}\]\\]|$)/;
const QUOTES = /^[\s"'\\]+|[\s"'\\]+$/g;
const ITEM = /^[^\s:|]{3,}$/;
/** What a value must be like, in lists of rules for it. */
const DEMAND =
  /^(?:required|optional|nullable|string|text|array|null|confirmed|sometimes|present|filled|min|max|length|regex|minLength|maxLength|pattern|blank|invalid|taken|too_\w+|weak|mismatch|missing|empty)$/i;

/** A password in JSON that is a small number, or one of a list of plain words: `"password": 300`, `"passwords": ["abc"]`. */
export function matchJsonValue(window: Window, { rule, enclosure, nameEnd }: NamedValue): Verdict | undefined {
  const isPassword = rule.type === 'password' && rule.value === 'any';
  if (!isPassword || !NAME_END.test(window.text.slice(nameEnd, nameEnd + LONGEST_END))) {
    return undefined;
  }
  if (enclosure.statement === 'list') {
    return matchValue(window, enclosure, rule.type, isListOfWords);
  }
  return enclosure.close === '' && enclosure.statement === undefined && !isCounted(window, nameEnd)
    ? matchValue(window, enclosure, rule.type, isNumber)
    : undefined;
}

function isCounted({ text, floor }: Window, nameEnd: number): boolean {
  return COUNTS.test(text.slice(Math.max(floor, nameEnd - LOOK_BACK), nameEnd));
}

function isListOfWords(sample: string): boolean {
  const items = sample.split(',').map((item) => item.replace(QUOTES, ''));
  return items.every(isWord) && items.some((item) => isValue(item, BARE_DATA));
}

function isWord(item: string): boolean {
  return ITEM.test(item) && !DEMAND.test(item) && fieldRule(item) === undefined;
}

function isNumber(sample: string, { after }: ValueContext): boolean {
  return NUMBER.test(sample) && BEHIND_NUMBER.test(after);
}
