import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import type { Cell } from '../lex/table-row.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { createLongValue } from './long-value.js';
import { MAX_CELL, type MarkedTableOptions, type MarkedWalk, WAIT } from './marked-table.js';

/** A line, or the beginning of one that is too long to be held. */
export interface Line {
  readonly text: string;
  readonly indent: number;
  readonly isLong: boolean;
  /** Hides a part of it under a rule, and all behind that of a long line. */
  readonly hide: (rule: FieldRule | undefined, part: Cell) => void;
}

/** `take` is given each line; it ends the walk before one with `false`. */
export function createLineWalk(options: MarkedTableOptions, take: (line: Line) => boolean): MarkedWalk {
  const long = createLongValue(options);
  let isOver = false;

  const takeLine = (coming: ComingText, at: number): number => {
    const { text } = coming;
    const length = lineLength(coming, at);
    if (length === WAIT) {
      return WAIT;
    }
    const to = at + length;
    const isLong = to < text.length && text.charAt(to) !== '\n';
    const goLong = (rule: FieldRule | undefined, { start }: Pick<Cell, 'start'>): unknown =>
      long.begin(rule, { start, reached: to }, untilLineEnd);
    const hidePart = isLong ? goLong : options.hideCell;
    const hide = (rule: FieldRule | undefined, { start, end }: Cell): void => {
      if (rule !== undefined && start < end) {
        hidePart(rule, { start: at + start, end: at + end });
      }
    };
    if (isLong) {
      goLong(undefined, { start: at });
    }
    const line = text.slice(at, to);
    isOver = !take({ text: line, indent: line.length - line.trimStart().length, isLong, hide });
    return isOver ? at : isLong ? to : Math.min(to + 1, text.length);
  };

  return {
    step: (coming, at) => (long.isInside() ? long.goOn(coming, at) : takeLine(coming, at)),
    isOver: () => isOver,
    isInside: long.isHiding,
  };
}

/** Of a line, at most as many characters as are read at once; `WAIT` when it has not ended. */
function lineLength(coming: ComingText, at: number): number {
  const found = coming.text.slice(at, at + MAX_CELL + 1).indexOf('\n');
  if (found < 0 && isCut(coming, at, MAX_CELL + 1)) {
    return WAIT;
  }
  return found < 0 ? Math.min(MAX_CELL, coming.text.length - at) : found;
}

const untilLineEnd: Swallow = ({ text }, from) => {
  const end = text.indexOf('\n', from);
  return { upTo: end < 0 ? text.length : end, isDone: end >= 0 };
};
