import { createNotations } from '../bind/notation.js';
import { isNamedValue } from '../bind/told-secret.js';
import { fieldRule } from '../judge/field-names.js';
import { BARE_DATA, type FieldRule, PASSWORD } from '../judge/field-rule.js';
import { isSign, SIGN } from '../lex/character-sets.js';
import { type Detector, type Enclosure, found, type Verdict, type Window } from '../lex/detector.js';
import { PLACEHOLDER_START } from '../lex/placeholder.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { BACKSLASH, isKind, KIND, SLASH, SPACE } from '../pattern/characters.js';
import { needs, partOf, pattern } from '../pattern/coming-text.js';
import { openContent } from './markup.js';

/** What introduces a name that is itself a value: `"name": "`, `key='`, `- name: `, `<key>`. */
const LABEL =
  /(?:(?:name|key|id|field|header|param|variable|setting|parameter|property|attribute|option|column)["']?\s{0,4}[:=]\s{0,4}["']?|<(?:key|name)>)(?:\/?[\w.-]{1,24}\/){0,4}$/i;
/** The same where a form may be described, or a choice: the value has to look like a password. */
const KIND_OR_LABEL = /["'](?:type|label|title|kind)["']\s{0,4}:\s{0,4}["']$/i;
/** What introduces its value; one other member may stand between. */
const VALUE =
  /^["']?[\s,]{1,24}(?:["']?(?!\w{0,12}val)\w{1,16}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?\w{1,16}["']?[\s,]{1,24})?["']?(?:\w{0,12}value|val|content)["']?[ \t]{0,4}[:=][ \t]{0,4}(?=.)/i;
/** What a member was, if it was anything, and what it is now. */
const WAS_NOTHING =
  /^"\s?,\s{0,24}"(?:old|before|from|previous|new|after|to|current)(?:_?value)?"\s?:\s?(?:null|"(?="))/i;
const CHANGE = /^"?\s?,\s{0,24}"(?:old|before|from|previous|new|after|to|current)(?:_?value)?"\s?:\s?(?=")/i;
/** The same as the content of an element. */
const CONTENT = /^(?:["'][^<>]{0,40}>\s{0,24}(?:<value>)?|<\/(?:key|name)>\s{0,24}<(?:string|value)>)(?=.)/i;
/** Before the name of a part of a form, also in a string. */
const FORM_BEFORE = /form-data;\s{0,4}name=\\?"$/i;
const LINE_END = /[\r\n]/;
/** With a path before the name: `/prod/db/password`. */
const MAX_LABEL = 72;
const MAX_VALUE = 128;

/** The value of a pair of name and value, as in `{"name":"password","value":"…"}`. */
export function findPair(window: Window, nameStart: number, nameEnd: number): Opened {
  const { text, floor } = window;
  if (!isBehindSign(text, pathStart(text, nameStart, floor))) {
    return NONE;
  }
  const before = window.before(nameStart, MAX_LABEL);
  const isForm = FORM_BEFORE.test(before);
  const isLabel = isForm || LABEL.test(before);
  if (!isLabel && !KIND_OR_LABEL.test(before)) {
    return NONE;
  }
  const behind = partOf(window, nameEnd, MAX_VALUE);
  if (!isLabel) {
    return openTold(window, nameEnd, behind);
  }
  const part = isForm ? openFormPart(window, nameEnd, behind) : undefined;
  if (part !== undefined) {
    return part;
  }
  const skipped = WAS_NOTHING.exec(behind)?.[0].length ?? 0;
  const change = CHANGE.exec(behind.slice(skipped));
  return change === null ? openPair(window, nameEnd, behind) : openChange(window, nameEnd + skipped, change);
}

function openChange(window: Window, from: number, [whole]: RegExpExecArray): Opened {
  const quoted = openQuoted(window, from + whole.length);
  return quoted === undefined ? NONE : { isOfChange: true, ...quoted };
}

function openPair(window: Window, nameEnd: number, behind: string): Opened {
  const value = VALUE.exec(behind);
  const content = value === null ? CONTENT.exec(behind) : null;
  if (content !== null) {
    return openContent(window, nameEnd + content[0].length, { statement: 'call' });
  }
  if (value === null) {
    return NONE;
  }
  const start = nameEnd + value[0].length;
  // In YAML, which has no quotes here, the value has a line of its own.
  const isLine = LINE_END.test(value[0]);
  return openQuoted(window, start) ?? { start, close: '', escapes: 0, stop: isLine ? KIND.pause : KIND.stop, isLine };
}

function openTold(window: Window, nameEnd: number, behind: string): Opened {
  const value = VALUE.exec(behind);
  return value === null ? NONE : (openQuoted(window, nameEnd + value[0].length, 'call') ?? NONE);
}

function pathStart(text: string, nameStart: number, floor: number): number {
  let start = nameStart;
  const lowest = Math.max(floor, nameStart - MAX_LABEL);
  while (
    start > lowest &&
    (text.charCodeAt(start - 1) === SLASH || (start < nameStart && isKind(text, start - 1, KIND.name)))
  ) {
    start -= 1;
  }
  return start;
}

/** A cheap question before the pattern: whether a colon or an equals sign stands before the name. */
function isBehindSign(text: string, nameStart: number): boolean {
  let index = nameStart - 1;
  while (index >= 0 && index > nameStart - 6 && isBlankOrQuote(text, index)) {
    index -= 1;
  }
  return index >= 0 && isSign(text, index, SIGN.separator);
}

function isBlankOrQuote(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === SPACE || code === BACKSLASH || isSign(text, index, SIGN.quote);
}

/** What stands between the name of a part and its content; also in a string. */
const HEAD = /^(?:"(?:\r?\nContent-[^\r\n]{1,60}){0,2}(?:\r?\n){2}|\\?"(?:\\r\\n|\\n){2})/i;
/** A longer part is hidden to the end of its line, or of its string. */
const LONGEST_PART = 1024;
const BOUNDARY = /\r?\n--[^\r\n]{1,70}(?:--|\r?\nContent-)/i;
/** To the boundary behind it or to the end of its string; quotes in it stand behind a backslash. */
const IN_STRING = /^(?:[^"\\\r\n]|\\(?!(?:r\\)?n--[^"\\\r\n]{1,70}(?:--|(?:\\r)?\\nContent-))[^\r\n]){0,1024}/i;
/** The same in a string in other quotes, which ends with its line at the latest. */
const IN_OTHER = /^(?:[^\\\r\n]|\\(?!(?:r\\)?n--[^\\\r\n]{1,70}(?:--|(?:\\r)?\\nContent-))[^\r\n]){0,1024}/i;

/** The content of a part of a form, behind its name; nothing when no such part begins here. */
function openFormPart(window: Window, nameEnd: number, behind: string): Opened | undefined {
  const head = HEAD.exec(behind)?.[0];
  if (head === undefined) {
    return undefined;
  }
  const start = nameEnd + head.length;
  const content = window.text.slice(start, start + LONGEST_PART);
  const isInString = head.startsWith('\\');
  const length = head.includes('\\') ? lengthInString(content, isInString) : (BOUNDARY.exec(content)?.index ?? -1);
  if (length < 0) {
    needs(window, start, LONGEST_PART);
  }
  const part: Enclosure = { start, close: isInString ? '"' : '', escapes: 0, stop: KIND.lineEnd, isData: true };
  return length === 0 ? NONE : length < 0 ? part : { ...part, end: start + length };
}

/** What ends it has to be seen, and what stands behind that. */
function lengthInString(content: string, isInString: boolean): number {
  const length = (isInString ? IN_STRING : IN_OTHER).exec(content)?.[0].length ?? 0;
  return length + 1 < content.length ? length : -1;
}

const ofMembers = createNotations({
  name: 'value-first',
  validates: 'the name as a whole; then that the value is no reference, type, blank or label',
  source: 'JSON and HTML',
  rows: [
    // {"value":"…","key":"password"}; what was replaced is no name
    {
      literals: ['"value"'],
      behind: /\s{0,4}:\s{0,4}"/,
      value:
        /(?:[^"\\\n]|\\.){1,256}(?="\s{0,24},\s{0,24}"(?:\w{0,12}(?:name|key|field|header|param|variable|setting)|id)"\s{0,4}:\s{0,4}"(?<name>[^"\\\n[]{1,48})")/i,
      judge: (value, _context, rule) => isNamedValue(rule, value, BARE_DATA),
    },
  ],
});
const REST_OF_TAG = pattern(/([^>]{0,399})>/);
const ATTRIBUTE = /\s(name|id|type|value)\s{0,4}=\s{0,4}(?:"([^"<>]*)"|'([^'<>]*)')/gi;
/** Inputs of which the value is what is written on them, or one of a few. */
const FIXED = /^(?:submit|button|reset|checkbox|radio|image)$/i;

/** Values before their names: `{"value":"…","key":"password"}`, `<input value="…" name="password">`. */
export const valueFirst: Detector = {
  ...ofMembers,
  literals: [...(ofMembers.literals ?? []), '<input'],
  match: (window, start, end) =>
    window.text.charAt(start) === '<' ? matchInput(window, end) : ofMembers.match(window, start, end),
};

/** What was replaced is no name. */
function ruleOf(name: string): FieldRule | undefined {
  return name.includes(PLACEHOLDER_START) ? undefined : fieldRule(name);
}

function matchInput(window: Window, end: number): Verdict | undefined {
  const inner = REST_OF_TAG.at(window, end)?.[1] ?? '';
  const attributes = new Map<string, { readonly text: string; readonly at: number }>();
  for (const match of inner.matchAll(ATTRIBUTE)) {
    const content = match[2] ?? match[3] ?? '';
    attributes.set((match[1] ?? '').toLowerCase(), {
      text: content,
      at: match.index + match[0].length - content.length - 1,
    });
  }
  const value = attributes.get('value');
  const type = attributes.get('type')?.text ?? '';
  if (value === undefined || FIXED.test(type)) {
    return undefined;
  }
  const named = ruleOf(attributes.get('name')?.text ?? '') ?? ruleOf(attributes.get('id')?.text ?? '');
  const isPassword = /^password$/i.test(type) && !isTold(named);
  return verdictOf(isPassword ? PASSWORD : named, value.text, end + value.at);
}

/** A name that says as much as the type does. */
function isTold(rule: FieldRule | undefined): boolean {
  return rule?.value === 'any' || rule?.value === 'digits';
}

function verdictOf(rule: FieldRule | undefined, value: string, at: number): Verdict | undefined {
  const isShown = rule === undefined || value.includes(PLACEHOLDER_START) || !isNamedValue(rule, value, BARE_DATA);
  return isShown ? undefined : found(at, at + value.length, rule.type);
}
