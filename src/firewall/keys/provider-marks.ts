import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder-at.js';
import { type CharacterKind, isEscapeLetter, isKind, KIND } from '../pattern/characters.js';
import { MARKS, type Mark } from './provider-table-marks.js';

/** Keys that are known by a mark in their middle or at their end: one detector for each kind. */
export const providerMarks: readonly Detector[] = MARKS.map(createDetector);

function createDetector(mark: Mark): Detector {
  const { name, marks, source } = mark;
  return {
    name,
    group: 'secret',
    validates: 'the mark, and alphabet and length before and behind it',
    source,
    literals: marks.map((each) => each.toLowerCase()),
    match: (window, markStart, markEnd) => {
      const isMark = marks.includes(window.text.slice(markStart, markEnd));
      const start = isMark ? startOf(mark, window.text, window.floor, markStart) : -1;
      return start < 0 ? undefined : matchRest(mark, window, start, markEnd);
    },
  };
}

function matchRest(
  { name, alphabet, after, mostAfter }: Mark,
  window: Window,
  start: number,
  markEnd: number,
): Verdict | undefined {
  const { text } = window;
  const stop = window.run(alphabet, markEnd, markEnd + mostAfter + 1);
  if (isPlaceholderAt(window, stop, start)) {
    return undefined;
  }
  const end = text.charAt(stop - 1) === '.' ? stop - 1 : stop;
  return after.test(text.slice(markEnd, end)) ? found(start, end, name.replaceAll('-', '_')) : undefined;
}

/**
 * Where the key would begin; -1 when what stands before the mark belongs to none. In `\nabc` the `n` is no part of it.
 */
function startOf({ before, mostBefore, joint }: Mark, text: string, floor: number, markStart: number): number {
  if (markStart <= floor || !isKind(text, markStart - 1, KIND.anyBase64)) {
    return -1;
  }
  const length = before.exec(text.slice(Math.max(floor, markStart - mostBefore), markStart))?.[0].length;
  const start = length === undefined ? -1 : markStart - length;
  return start > floor && isJoint(text, start - 1, joint, floor) ? -1 : start;
}

/** An equals sign stands between a name and its value, not in the middle of a key. */
function isJoint(text: string, index: number, joint: CharacterKind, floor: number): boolean {
  return isKind(text, index, joint) && text.charAt(index) !== '=' && !isEscapeLetter(text, index, floor);
}
