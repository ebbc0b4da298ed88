import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { whenNeeded } from '../lex/when-needed.js';
import { isEscapeLetter, isKind, KIND } from '../pattern/characters.js';
import { readReach } from '../pattern/unfinished.js';
import { MARKS, type MarkRow } from './provider-table-marks.js';

/** Keys that are known by a mark in their middle or at their end: one detector for each row of the table. */
export const providerMarks: readonly Detector[] = MARKS.map(createDetector);

/** A place of a mark, and how far before and behind it a key goes on at most. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** How long a key is at most is found out when its mark first turns up: most never do. */
function createDetector(row: MarkRow): Detector {
  const [name, marks, before, , after, , source] = row;
  const exact = marks.split(' ');
  const longest = whenNeeded(() => ({ before: longestOf(before), after: longestOf(after) }));
  return {
    name,
    group: 'secret',
    validates: 'the mark, and alphabet and length before and behind it',
    source,
    literals: exact.map((mark) => mark.toLowerCase()),
    match: (window, start, end) => {
      const isMark = exact.includes(window.text.slice(start, end));
      return isMark ? matchAround(row, window, { start, end, ...longest() }) : undefined;
    },
  };
}

function matchAround(row: MarkRow, window: Window, place: Place): Verdict | undefined {
  const start = startOf(row, window, place);
  return start < 0 ? undefined : matchRest(row, window, { ...place, start });
}

/**
 * Where the key would begin; -1 when what stands before the mark belongs to none. In `\nabc` the `n` is no part of it.
 */
function startOf([, , before, joint]: MarkRow, { text, floor }: Window, mark: Place): number {
  if (mark.start <= floor || !isKind(text, mark.start - 1, KIND.anyBase64)) {
    return -1;
  }
  const length = before.exec(text.slice(Math.max(floor, mark.start - mark.before), mark.start))?.[0].length;
  const start = length === undefined ? -1 : mark.start - length;
  const isPart = start > floor && isKind(text, start - 1, joint) && !isEscapeLetter(text, start - 1, floor);
  // An equals sign stands between a name and its value, not in the middle of a key.
  return isPart && text.charAt(start - 1) !== '=' ? -1 : start;
}

/** What stands behind the mark of a key that begins at the place. */
function matchRest([name, , , , rest, alphabet]: MarkRow, window: Window, key: Place): Verdict | undefined {
  const { text } = window;
  const stop = window.run(alphabet, key.end, key.end + key.after);
  if (isPlaceholderAt(window, stop, key.start)) {
    return undefined;
  }
  const end = text.charAt(stop - 1) === '.' ? stop - 1 : stop;
  return rest.test(text.slice(key.end, end)) ? found(key.start, end, name.replaceAll('-', '_')) : undefined;
}

/** Of what a pattern fits, and one character more, which tells where that ends. */
function longestOf({ source, flags }: RegExp): number {
  return readReach(source, flags).most;
}
