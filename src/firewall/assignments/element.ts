import type { Enclosure, Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { openQuoted } from '../lex/value-opening.js';
import { KIND, runStart } from '../pattern/characters.js';
import { needs, pattern } from '../pattern/coming-text.js';

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
