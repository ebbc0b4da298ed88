import { createNotations, type Notation } from '../bind/notation.js';
import { isNamedValue } from '../bind/told-secret.js';
import { isBankCode } from '../judge/checksums.js';
import { isEasternName } from '../judge/east.js';
import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isPersonName } from '../judge/person.js';
import { isStatedSecret } from '../judge/secret-value.js';
import { looksLikePassword } from '../judge/sentence-words.js';
import type { Enclosure, Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { BLANK, KIND, runStart } from '../pattern/characters.js';
import { needs, pattern, runOf } from '../pattern/coming-text.js';

const MOST_WHITE = 80;
const NAME_ENDS = 'password> passwd> passphrase> pwd> secret> token> key> pin> ssn> name> phone> birth>'.split(' ');
/** Elements that mark up the value. */
const TAG = '<(?!\\/|input|select)[a-z]{1,8}(?:\\s[^<>]{0,60})?>\\s{0,16}';
const WHITE = '\\s{0,16}';
/** Values that are one word. */
const ONE_WORD: ReadonlySet<string> = new Set(['password', 'secret']);

/** Values in markup whose names stand in another cell, or in a label. */
export const markupValue = createNotations({
  name: 'markup-value',
  validates: 'the name as a whole; then that the value is no reference, type, blank or plain word',
  source: 'HTML and XML',
  rows: [
    // <td>Password</td><td>…</td>
    inNextCell('</td>|</th>', 'td'),
    // <dt>Password</dt> <dd>…</dd>
    inNextCell('</dt>', 'dd'),
    ...NAME_ENDS.map(inOwnLine),
    // <label>Password</label> <input value="…">
    behindLabel(':?', `${WHITE}(?:<br\\s?\\/?>${WHITE})?<input\\s[^<>]{0,60}\\bvalue=["'](?=[^"'])`),
    // <b>Password:</b> …
    behindLabel(':', `(?=[\\s:=<])${WHITE}[:=]?${WHITE}(?:${TAG}){0,2}(?=[^\\s<])`),
    // <b>Password</b>: …, <label>Password</label><span>…</span>, but not <b>Password</b> …
    behindLabel('', `${WHITE}(?:[:=]${WHITE}(?:${TAG}){0,2}|(?:${TAG}){1,2})(?=[^\\s<])`),
  ],
});

/** `<phone>`, and the value in a line of its own, up to the end tag. */
function inOwnLine(end: string): Notation {
  return {
    literals: [end],
    of: 'literal',
    before: /<(?:[\w.-]{1,24}:)?[\w.-]{0,40}$/,
    behind: /[ \t]{0,40}\r?\n\s{0,60}/,
    value: new RegExp(`[^\\s<][^<]{0,199}(?=</[\\w:.-]{0,60}${end})`, 'i'),
    judge: (sample, context, rule) => isNamedValue(rule, sample.trim(), { ...context, isQuoted: true, isData: true }),
  };
}

function inNextCell(ends: string, tag: string): Notation {
  return {
    literals: ends.split('|'),
    before: />(?<name>[^<>]{2,64}?)(?::\s{0,16})?(?:<\/\w{1,8}>)?$/,
    behind: new RegExp(`\\s{0,80}<${tag}(?:\\s[^<>]{0,120})?>\\s{0,80}(?:<\\w{1,8}>\\s{0,80})?(?=[^\\s<])`, 'i'),
    close: '<',
    isWhole: true,
    judge: (sample, context, rule) =>
      isToldValue(rule, sample.trim(), { ...context, isQuoted: true, statement: 'verb' }),
  };
}

function behindLabel(sign: string, behind: string): Notation {
  return {
    literals: ['</b>', '</strong>', '</label>'],
    before: new RegExp(`>(?<name>[^<>\\n:]{2,40})${sign}\\s{0,4}$`),
    behind: new RegExp(behind, 'i'),
    stop: ({ type }) => (ONE_WORD.has(type) ? KIND.stop : KIND.lineStop),
    isWhole: true,
    judge: (sample, context, rule) => isToldValue(rule, sample.trim(), { ...context, statement: 'verb' }),
  };
}

const NUMBER = /^[\d -]{3,16}$/;
/** What a person's own data have and the name of a kind of data has not. */
const PARTICULAR = /[\d\s@]/;

/** A value of a name that may as well stand beside other names, or beside a text about what it names. */
function isToldValue(rule: FieldRule, value: string, context: ValueContext): boolean {
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

const MAX_ATTRIBUTES = 160;
const MAX_PREFIX = 24;
const LITERAL = pattern(/<!\[CDATA\[/);
const VALUE_ATTRIBUTE = /\svalue\s{0,4}=\s{0,4}["']/i;

/** Where the tag begins whose name stands at an index; -1 when the name is none of an element. */
export function tagStart({ text, floor }: Window, nameStart: number): number {
  let before = nameStart - 1;
  if (before > floor && text.charAt(before) === ':') {
    before = runStart(text, KIND.name, before, Math.max(floor, before - MAX_PREFIX)) - 1;
  }
  return before >= floor && text.charAt(before) === '<' ? before : -1;
}

/** `<password>…</password>`, also with attributes, in a line of its own or in a literal section, and `<password value="…"/>`. */
export function openElement(window: Window, tag: number, nameEnd: number): Opened {
  const { text } = window;
  const hasAttributes = text.charAt(nameEnd) !== '>';
  const attributes = text.slice(nameEnd, nameEnd + MAX_ATTRIBUTES);
  const end = hasAttributes ? attributes.indexOf('>') : 0;
  const value = hasAttributes ? VALUE_ATTRIBUTE.exec(attributes.slice(0, end < 0 ? MAX_ATTRIBUTES : end)) : null;
  if (value !== null) {
    return openQuoted(window, nameEnd + value.index + value[0].length - 1) ?? NONE;
  }
  if (end < 0) {
    needs(window, nameEnd, MAX_ATTRIBUTES);
    return NONE;
  }
  if (attributes.charAt(end - 1) === '/') {
    return NONE;
  }
  const endTag = `</${text.slice(tag + 1, nameEnd)}`;
  const isPlainTag = hasAttributes && !endTag.includes(':');
  const start = nameEnd + end + 1;
  const ownLine = runOf(window, BLANK, start, MOST_WHITE);
  return text.slice(start, ownLine).includes('\n')
    ? { start: ownLine, close: '<', escapes: 0, stop: 0, isData: true, endTag }
    : openContent(window, start, { endTag, ...(isPlainTag ? { statement: 'call' } : {}) });
}

/** The content of an element, up to the next tag. */
export function openContent(window: Window, start: number, rest: Pick<Enclosure, 'endTag' | 'statement'>): Enclosure {
  const literal = LITERAL.at(window, start)?.[0];
  return literal === undefined
    ? { start, close: '<', escapes: 0, stop: KIND.lineEnd, ...rest }
    : { start: start + literal.length, close: ']]>', escapes: 0, stop: 0 };
}
