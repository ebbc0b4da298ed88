import { advance, follow, type Instruction, type Place } from '../../contract/pattern-program.js';
import type { Window } from '../lex/detector.js';
import { isPlaceholderOpen, placeholderEnd } from '../lex/placeholder.js';
import { FIRST_BEYOND_ASCII, isEscapeLetter, isKind, KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';

/** More text is needed. */
export const MORE = 'more';

/** In place of a character. */
const JOINED = 'joined';

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

/** So many numbers are remembered of one pattern; then what is known is forgotten, and found out again. */
const MOST_REMEMBERED = 100_000;
const LAST_POSITION = 2 ** 30;

/** The steps of a pattern at which all ways through it stand, and what is known about going on from there. */
interface Ways {
  readonly steps: readonly number[];
  readonly behindWord: Map<string, Onward>;
  readonly elsewhere: Map<string, Onward>;
}

interface Onward {
  /** The pattern can end before the character. */
  readonly isEnd: boolean;
  /** Where the ways stand behind the character; `undefined` when none leads on. */
  readonly next: Ways | undefined;
}

interface PatternWalk {
  readonly begin: () => Ways;
  readonly goOn: (ways: Ways, place: Place) => Onward;
}

/**
 * Follows all ways through a pattern at once, and remembers what a character does to them: in text that is like the text
 * before, a character costs one look-up, however many the ways are.
 */
function createPatternWalk(program: readonly Instruction[]): PatternWalk {
  const reachedAt = new Int32Array(program.length).fill(-1);
  const met = new Map<string, Ways>();
  let remembered = 0;
  let position = 0;

  const nextPosition = (): number => {
    if (position === LAST_POSITION) {
      reachedAt.fill(-1);
      position = 0;
    }
    position += 1;
    return position;
  };

  const waysAt = (steps: readonly number[]): Ways => {
    const key = steps.join();
    const known = met.get(key);
    if (known !== undefined) {
      return known;
    }
    const ways = { steps, behindWord: new Map<string, Onward>(), elsewhere: new Map<string, Onward>() };
    remembered += steps.length;
    met.set(key, ways);
    return ways;
  };

  const find = ({ steps }: Ways, place: Place): Onward => {
    const reached: number[] = [];
    const isEnd = follow(program, steps, { reachedAt, position: nextPosition(), place }, reached);
    const behind = place.after === '' ? [] : advance(program, reached, place.after);
    return { isEnd, next: behind.length === 0 ? undefined : waysAt(behind) };
  };

  return {
    begin: () => {
      if (remembered > MOST_REMEMBERED) {
        met.clear();
        remembered = 0;
      }
      return waysAt(FIRST);
    },
    goOn: (ways, place) => {
      const { before, after, isOpen } = place;
      if (isOpen === true) {
        return find(ways, place);
      }
      // The pattern sees no more of the character before than whether it is one of a word.
      const known = isWordCharacter(before) ? ways.behindWord : ways.elsewhere;
      const onward = known.get(after);
      if (onward !== undefined) {
        return onward;
      }
      const found = find(ways, place);
      known.set(after, found);
      remembered += 1;
      return found;
    },
  };
}

const FIRST: readonly number[] = [0];

/** As `\w` has it. */
function isWordCharacter(character: string): boolean {
  return character.charCodeAt(0) < FIRST_BEYOND_ASCII && isKind(character, 0, KIND.word);
}
