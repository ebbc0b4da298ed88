import { contentStart, isInside } from '../lex/block-end.js';
import type { Window } from '../lex/detector.js';
import { NONE, type Opened } from '../lex/take-while.js';
import { firstOf, isKind, KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';

const MAX_HEAD = 120;
const MAX_INDENT = 60;
/** What a line can begin with before a key: indentation, the hyphen of a list, the signs of a diff, a quote. */
const BEFORE_KEY = ' \t-+"\'';
const SCALAR = /^[|>][-+\d]{0,2}[ \t]*(?:#[^\n]*)?$/;

/** The value of a YAML key in the lines below it, when `start` is the rest of the key's line: `|`, `>-` or nothing. */
export function openBlock(window: Window, nameStart: number, start: number): Opened {
  const { text } = window;
  const limit = Math.min(text.length, start + MAX_HEAD);
  const lineEnd = firstOf(text, KIND.lineEnd, start, limit);
  const rest = text.slice(start, lineEnd);
  const isScalar = SCALAR.test(rest);
  if (rest !== '' && !isScalar) {
    return NONE;
  }
  const lineStart = keyLine(window, nameStart);
  if (lineStart < 0) {
    return NONE;
  }
  const first = text.charAt(lineStart);
  const isQuoted = '"\''.includes(text.charAt(nameStart - 1)) && nameStart > lineStart;
  const column = nameStart - lineStart - (isQuoted ? 1 : 0);
  const block = { column, sign: '+-'.includes(first) ? first : '', isList: !isScalar };
  const content = contentStart(text, lineEnd, limit, block);
  if (content + 1 >= limit) {
    needs(window, start, MAX_HEAD);
    return NONE;
  }
  return isInside(text, content, block)
    ? {
        start: content,
        close: '',
        escapes: 0,
        stop: 0,
        block,
        isData: true,
        ...(isScalar ? {} : { statement: 'below' }),
      }
    : NONE;
}

/** Where the line of a key begins; -1 when something else stands before the key. */
function keyLine({ text, floor, origin }: Window, nameStart: number): number {
  const lowest = Math.max(floor, nameStart - MAX_INDENT);
  let start = nameStart;
  while (start > lowest && BEFORE_KEY.includes(text.charAt(start - 1))) {
    start -= 1;
  }
  return start === origin || isKind(text, start - 1, KIND.lineEnd) ? start : -1;
}
