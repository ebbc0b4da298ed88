import { advance, follow, type Instruction } from '../../contract/pattern-program.js';
import { isEscapeLetter } from '../redactor/characters.js';
import type { Window } from '../redactor/detector.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';

/** More text is needed. */
export const MORE = 'more';

/**
 * The end of the longest text from an index on that a pattern fits and that is no part of a longer word; -1 when there
 * is none. A placeholder ends every text, and what touches one may have gone on in its place. Follows all ways through
 * the pattern at once, at most `longest` characters far.
 */
export function longestMatch(
  program: readonly Instruction[],
  window: Window,
  from: number,
  longest: number,
): number | typeof MORE {
  const { text, floor, isFinal } = window;
  const reachedAt = new Int32Array(program.length).fill(-1);
  let before = charBefore(text, from, floor);
  let active: readonly number[] = isInWord(before, text, from) ? [] : [0];
  let end = -1;
  let at = from;
  for (let position = 0; position <= longest && active.length > 0; position += 1) {
    const isJoined = isBeforePlaceholder(text, at, isFinal);
    if (isJoined === undefined || isCut(text, at, isFinal)) {
      return MORE;
    }
    const after = isJoined ? '' : charAt(text, at);
    const reached: number[] = [];
    const place = { before, after, isOpen: isJoined };
    const isEnd = follow(program, active, { reachedAt, position, place }, reached);
    if (isEnd && !(isWordChar(before) && (isJoined || isWordChar(after)))) {
      end = at;
    }
    active = after === '' ? [] : advance(program, reached, after);
    before = after;
    at += after.length;
  }
  return end;
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
  return /^[\p{L}\p{N}]/u.test(char);
}
