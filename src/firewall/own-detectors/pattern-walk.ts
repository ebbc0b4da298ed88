import { advance, follow, type Instruction, type Place } from '../../contract/pattern-program.js';
import { isKind, KIND } from '../pattern/characters.js';

/** So many numbers are remembered of one pattern; then what is known is forgotten, and found out again. */
const MOST_REMEMBERED = 100_000;
const LAST_POSITION = 2 ** 30;
const FIRST_BEYOND_ASCII = 0x80;

/** The steps of a pattern at which all ways through it stand, and what is known about going on from there. */
export interface Ways {
  readonly steps: readonly number[];
  readonly behindWord: Map<string, Onward>;
  readonly elsewhere: Map<string, Onward>;
}

export interface Onward {
  /** The pattern can end before the character. */
  readonly isEnd: boolean;
  /** Where the ways stand behind the character; `undefined` when none leads on. */
  readonly next: Ways | undefined;
}

export interface PatternWalk {
  readonly begin: () => Ways;
  readonly goOn: (ways: Ways, place: Place) => Onward;
}

/**
 * Follows all ways through a pattern at once, and remembers what a character does to them: in text that is like the text
 * before, a character costs one look-up, however many the ways are.
 */
export function createPatternWalk(program: readonly Instruction[]): PatternWalk {
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
