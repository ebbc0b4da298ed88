import type { KeptLine } from './kept-line.js';
import { LOG_LEVELS } from './log-level.js';

/** What each line is, in five bytes, so that it can be told what lies between any two of them. */
export interface LineLedger {
  readonly add: (line: KeptLine) => void;
  readonly kept: () => KeptLedger;
}

export interface KeptLedger {
  /** By order, of the first lines of the text: the template of each, and its level or class. */
  readonly keys: Int32Array;
  readonly marks: Uint8Array;
  /** Lines that tell of an error, in the order of the text. */
  readonly errors: readonly Place[];
  /** These are all of them. */
  readonly hasAllErrors: boolean;
}

export type Place = Pick<KeptLine, 'order' | 'row'>;

/** Of longer texts the gaps behind these lines tell only how long they are and which errors they hold. */
const MOST_LINES = 1 << 18;
const FIRST_SIZE = 1 << 10;
const MOST_ERRORS = 1 << 12;

/** Marks of lines without a level; those of levels are their places in the list of levels, from 1 on. */
export const ERROR_MARK = 64;
export const WARNING_MARK = 65;
export const HEADING_MARK = 66;
const LEVEL_MARKS: ReadonlyMap<string, number> = new Map(LOG_LEVELS.map((level, index) => [level, index + 1]));

export function createLineLedger(): LineLedger {
  let keys = new Int32Array(FIRST_SIZE);
  let marks = new Uint8Array(FIRST_SIZE);
  let length = 0;
  const errors: Place[] = [];

  function grow(): void {
    const larger = { keys: new Int32Array(keys.length * 2), marks: new Uint8Array(keys.length * 2) };
    larger.keys.set(keys);
    larger.marks.set(marks);
    ({ keys, marks } = larger);
  }

  return {
    add(line) {
      if (line.countedAs === 'error' && errors.length < MOST_ERRORS) {
        errors.push({ order: line.order, row: line.row });
      }
      if (length >= MOST_LINES) {
        return;
      }
      if (length >= keys.length) {
        grow();
      }
      keys[length] = line.key;
      marks[length] = markOf(line);
      length += 1;
    },
    kept: () => ({
      keys: keys.subarray(0, length),
      marks: marks.subarray(0, length),
      errors,
      hasAllErrors: errors.length < MOST_ERRORS,
    }),
  };
}

function markOf({ level, lineClass, countedAs }: KeptLine): number {
  if (level !== undefined) {
    return LEVEL_MARKS.get(level) ?? 0;
  }
  if (lineClass === 'outline') {
    return HEADING_MARK;
  }
  return countedAs === 'error' ? ERROR_MARK : countedAs === 'warning' ? WARNING_MARK : 0;
}
