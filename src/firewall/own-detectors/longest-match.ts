import type { Instruction } from '../../contract/pattern-program.js';
import type { Window } from '../lex/detector.js';
import { isPlaceholderOpen, placeholderEnd } from '../lex/placeholder.js';
import { isEscapeLetter, isKind, KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';
import { createPatternWalk, type Ways } from './pattern-walk.js';

/** More text is needed. */
export const MORE = 'more';

/** In place of a character. */
const JOINED = 'joined';
const FIRST_BEYOND_ASCII = 0x80;

/**
 * Makes a function that gives the end of the longest text from an index on that a pattern fits and that is no part of a
 * longer word; -1 when there is none. A placeholder ends every text, and what touches one may have gone on in its place.
 * It looks at most `longest` characters far.
 */
export function createLongestMatch(
  program: readonly Instruction[],
  longest: number,
): (window: Window, from: number) => number | typeof MORE {
  const walk = createPatternWalk(program);
  return (window, from) => {
    const { text, floor } = window;
    let before = charBefore(text, from, floor);
    let ways: Ways | undefined = isInWord(before, text, from) ? undefined : walk.begin();
    let end = -1;
    let at = from;
    for (let count = 0; count <= longest && ways !== undefined; count += 1) {
      const seen = seenAt(window, at);
      if (seen === MORE) {
        return MORE;
      }
      const isJoined = seen === JOINED;
      const after = isJoined ? '' : seen;
      const { isEnd, next } = walk.goOn(ways, { before, after, isOpen: isJoined });
      end = isEnd && !goesOn(before, after, isJoined) ? at : end;
      ways = next;
      before = after;
      at += after.length;
    }
    return end;
  };
}

/** The character at an index, or that a placeholder begins there. */
function seenAt(window: Window, at: number): string {
  if (isPlaceholderOpen(window, at) || needs(window, at, isHalf(window.text, at) ? 2 : 1)) {
    return MORE;
  }
  return placeholderEnd(window.text, at) > at ? JOINED : charAt(window.text, at);
}

/** Whether a word goes on between two characters. */
function goesOn(before: string, after: string, isJoined: boolean): boolean {
  return isWordChar(before) && (isJoined || isWordChar(after));
}

/** In `\nEMP-1` the `n` belongs to the escape. */
function charBefore(text: string, index: number, floor: number): string {
  return index > floor && !isEscapeLetter(text, index - 1, floor) ? text.charAt(index - 1) : '';
}

function isInWord(before: string, text: string, index: number): boolean {
  return isWordChar(before) && isWordChar(charAt(text, index));
}

/** The first half of a character. */
function isHalf(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xd800 && code < 0xdc00;
}

function charAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function isWordChar(char: string): boolean {
  return char.charCodeAt(0) < FIRST_BEYOND_ASCII ? isKind(char, 0, KIND.alphanumeric) : /^[\p{L}\p{N}]/u.test(char);
}
