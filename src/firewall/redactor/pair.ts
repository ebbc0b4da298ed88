import { isKind, KIND } from './characters.js';
import type { Window } from './detector.js';
import { openContent } from './element.js';
import { couldOpen, LONGEST_OPENING, openQuoted } from './opening.js';
import { isSign, SIGN } from './signs.js';
import { type Found, MORE, NONE } from './until.js';
import type { Enclosure } from './value-enclosure.js';

/** What introduces a name that is itself a value: `"name": "`, `key='`, `- name: `, `<key>`. */
const LABEL =
  /(?:(?:name|key|id|field|header|param|variable|setting)["']?\s{0,4}[:=]\s{0,4}["']?|<(?:key|name)>)(?:\/?[\w.-]{1,24}\/){0,4}$/i;
/** What introduces its value; one other member may stand between. */
const VALUE =
  /^["']?[\s,]{1,24}(?:["']?(?!\w{0,12}val)\w{1,16}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?\w{1,16}["']?[\s,]{1,24})?["']?(?:\w{0,12}value|val|content)["']?[ \t]{0,4}[:=][ \t]{0,4}(?=.)/i;
/** The same as the content of an element. */
const CONTENT = /^(?:["'][^<>]{0,40}>\s{0,24}(?:<value>)?|<\/(?:key|name)>\s{0,24}<(?:string|value)>)(?=.)/i;
const LINE_END = /[\r\n]/;
const SPACE = 0x20;
const SLASH = 0x2f;
/** With a path before the name: `/prod/db/password`. */
const MAX_LABEL = 72;
const MAX_VALUE = 128;

/** The value of a pair of name and value, as in `{"name":"password","value":"…"}`. */
export function findPair(window: Window, nameStart: number, nameEnd: number): Found<Enclosure> {
  const { text, floor, isFinal } = window;
  if (
    !isBehindSign(text, pathStart(text, nameStart, floor)) ||
    !LABEL.test(text.slice(Math.max(floor, nameStart - MAX_LABEL), nameStart))
  ) {
    return NONE;
  }
  const behind = text.slice(nameEnd, nameEnd + MAX_VALUE);
  if (behind.length < MAX_VALUE && !isFinal) {
    return MORE;
  }
  const value = VALUE.exec(behind);
  const content = value === null ? CONTENT.exec(behind) : null;
  if (content !== null) {
    return openContent(window, nameEnd + content[0].length, { statement: 'call' });
  }
  if (value === null) {
    return NONE;
  }
  const start = nameEnd + value[0].length;
  if (start + LONGEST_OPENING > text.length && !isFinal && couldOpen(text, start)) {
    return MORE;
  }
  // In YAML, which has no quotes here, the value has a line of its own.
  const isLine = LINE_END.test(value[0]);
  return openQuoted(text, start) ?? { start, close: '', escapes: 0, stop: isLine ? KIND.pause : KIND.stop, isLine };
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
  while (index > nameStart - 6 && (text.charCodeAt(index) === SPACE || isSign(text, index, SIGN.quote))) {
    index -= 1;
  }
  return index >= 0 && isSign(text, index, SIGN.separator);
}
