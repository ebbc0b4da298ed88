import type { Instruction } from '../../contract/pattern-program.js';
import { isEscapeLetter, isKind, KIND } from '../redactor/characters.js';
import type { Window } from '../redactor/detector.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';
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
    const { text, floor, isFinal } = window;
    let before = charBefore(text, from, floor);
    let ways: Ways | undefined = isInWord(before, text, from) ? undefined : walk.begin();
    let end = -1;
    let at = from;
    for (let count = 0; count <= longest && ways !== undefined; count += 1) {
      const seen = seenAt(text, at, isFinal);
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
function seenAt(text: string, at: number, isFinal: boolean): string {
  const isJoined = isBeforePlaceholder(text, at, isFinal);
  return isJoined === undefined || isCut(text, at, isFinal) ? MORE : isJoined ? JOINED : charAt(text, at);
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

function isCut(text: string, index: number, isFinal: boolean): boolean {
  const isHalf = index === text.length - 1 && text.charCodeAt(index) >= 0xd800 && text.charCodeAt(index) < 0xdc00;
  return !isFinal && (index >= text.length || isHalf);
}

function charAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function isWordChar(char: string): boolean {
  return char.charCodeAt(0) < FIRST_BEYOND_ASCII ? isKind(char, 0, KIND.alphanumeric) : /^[\p{L}\p{N}]/u.test(char);
}
