import { matchValue } from '../bind/enclosed-value.js';
import { isNamedValue } from '../bind/told-secret.js';
import { isBankCode } from '../judge/checksums.js';
import { isEasternName } from '../judge/east.js';
import { fieldRule } from '../judge/field-names.js';
import type { FieldRule, ValueContext } from '../judge/field-rule.js';
import { isPersonName } from '../judge/person.js';
import { isStatedSecret } from '../judge/secret-value.js';
import { looksLikePassword } from '../judge/sentence-words.js';
import type { Detector, Enclosure, Verdict, Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { BLANK, KIND, runStart } from '../pattern/characters.js';
import { needs, pattern, runOf } from '../pattern/coming-text.js';

const MOST_WHITE = 80;
const MAX_NAME = 48;
const MAX_LABEL = 64;
/** What stands in a cell of names: also in bold print. */
const LABEL = />([^<>]{2,64})(?:<\/\w{1,8}>)?$/;
const COLON = /:\s{0,16}$/;
/** From one cell to the value in the next. */
const NEXT = {
  td: pattern(/\s{0,80}<td(?:\s[^<>]{0,120})?>\s{0,80}(?:<\w{1,8}>\s{0,80})?(?=[^\s<])/i),
  dt: pattern(/\s{0,80}<dd(?:\s[^<>]{0,120})?>\s{0,80}(?:<\w{1,8}>\s{0,80})?(?=[^\s<])/i),
};
const CELL_ENDS = ['</td>', '</th>', '</dt>'];
const LABEL_ENDS = ['</b>', '</strong>', '</label>'];
const NAME_ENDS = [
  'password>',
  'passwd>',
  'passphrase>',
  'pwd>',
  'secret>',
  'token>',
  'key>',
  'pin>',
  'ssn>',
  'name>',
  'phone>',
  'birth>',
];

/** Values in markup whose names stand elsewhere than just before them: in another cell, or in another line. */
export const markupValue: Detector = {
  name: 'markup-value',
  group: 'secret',
  validates: 'the name as a whole; then that the value is no reference, type, blank or plain word',
  source: 'HTML and XML',
  literals: [...CELL_ENDS, ...LABEL_ENDS, ...NAME_ENDS],
  match: (window, start, end) =>
    window.text.charAt(start) !== '<'
      ? matchLines(window, start, end)
      : isLabelEnd(window.text, start)
        ? matchLabelled(window, start, end)
        : matchNextCell(window, start, end),
};

function isLabelEnd(text: string, start: number): boolean {
  return 'bBsSlL'.includes(text.charAt(start + 2));
}

/** `<td>Password</td><td>hunter2</td>`, `<dt>Password</dt> <dd>hunter2</dd>` */
function matchNextCell(window: Window, start: number, end: number): Verdict | undefined {
  const { text } = window;
  const label = LABEL.exec(window.before(start, MAX_LABEL))?.[1];
  const rule = label === undefined ? undefined : fieldRule(label.replace(COLON, '').trim());
  if (rule === undefined) {
    return undefined;
  }
  const next =
    text.charAt(start + 3).toLowerCase() === 't' && text.charAt(start + 2).toLowerCase() === 'd' ? NEXT.dt : NEXT.td;
  const gap = next.at(window, end)?.[0].length;
  if (gap === undefined) {
    return undefined;
  }
  return matchValue(
    window,
    { start: end + gap, close: '<', escapes: 0, stop: 0, isData: true },
    rule.type,
    (sample, context) => isToldValue(rule, sample.trim(), { ...context, isQuoted: true, statement: 'verb' }),
  );
}

/** `<password>`, and the value in a line of its own. */
function matchLines(window: Window, start: number, end: number): Verdict | undefined {
  const { text, floor } = window;
  const from = runOf(window, BLANK, end, MOST_WHITE);
  const hasLine = text.slice(end, from).includes('\n');
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  const tag = hasLine ? tagStart(window, nameStart) : -1;
  const rule = tag < 0 ? undefined : fieldRule(text.slice(nameStart, end - 1));
  if (rule === undefined || text.charAt(from) === '<') {
    return undefined;
  }
  const endTag = `</${text.slice(tag + 1, end)}`;
  return matchValue(
    window,
    { start: from, close: '<', escapes: 0, stop: 0, isData: true, endTag },
    rule.type,
    (sample, context) => isNamedValue(rule, sample.trim(), { ...context, isQuoted: true }),
  );
}

/** What is printed in bold: a name, with its colon or without. */
const LABEL_BEFORE = />([^<>\n:]{2,40})(:?)\s{0,4}$/;
const GAP = pattern(
  /(\s{0,16}[:=]?\s{0,16})((?:<(?!\/|input|select)[a-z]{1,8}(?:\s[^<>]{0,60})?>\s{0,16}){0,2})(?=[^\s<])/i,
);
const FIELD = pattern(/\s{0,16}(?:<br\s?\/?>\s{0,16})?<input\s[^<>]{0,60}\bvalue=["'](?=[^"'])/i);
/** Values that are one word. */
const ONE_WORD: ReadonlySet<string> = new Set(['password', 'secret']);

/** `<b>Password:</b> hunter2`, `<label>Password</label><span>hunter2</span>`: what stands beside a label. */
function matchLabelled(window: Window, start: number, end: number): Verdict | undefined {
  const [, name = '', colon = ''] = LABEL_BEFORE.exec(window.before(start, MAX_LABEL)) ?? [];
  const rule = name === '' ? undefined : fieldRule(name.trim());
  if (rule === undefined) {
    return undefined;
  }
  const field = FIELD.at(window, end)?.[0].length ?? 0;
  const [gap = '', sign = '', tags = ''] = field > 0 ? [] : (GAP.at(window, end) ?? []);
  if (field === 0 && gap === '') {
    return undefined;
  }
  // Bold print alone names nothing that follows it.
  if (field === 0 && colon === '' && !/[:=]/.test(sign) && tags === '') {
    return undefined;
  }
  const judge = (sample: string, context: ValueContext): boolean =>
    isToldValue(rule, sample.trim(), { ...context, isSpoken: false, statement: 'verb' });
  if (field > 0) {
    const close = window.text.charAt(end + field - 1);
    return matchValue(window, { start: end + field, close, escapes: 0, stop: KIND.lineEnd }, rule.type, judge);
  }
  return matchValue(window, { ...bare(rule), start: end + gap.length }, rule.type, judge);
}

function bare({ type }: FieldRule): { close: string; escapes: number; stop: number; isData: boolean } {
  return { close: '', escapes: 0, stop: ONE_WORD.has(type) ? KIND.stop : KIND.lineStop, isData: true };
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

/** `<password>…</password>`, also with attributes or a literal section, and `<password value="…"/>`. */
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
  return openContent(window, nameEnd + end + 1, { endTag, ...(isPlainTag ? { statement: 'call' } : {}) });
}

/** The content of an element, up to the next tag. */
export function openContent(window: Window, start: number, rest: Pick<Enclosure, 'endTag' | 'statement'>): Enclosure {
  const literal = LITERAL.at(window, start)?.[0];
  return literal === undefined
    ? { start, close: '<', escapes: 0, stop: KIND.lineEnd, ...rest }
    : { start: start + literal.length, close: ']]>', escapes: 0, stop: 0 };
}
