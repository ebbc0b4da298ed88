import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import type { Cell } from '../lex/table-row.js';
import { type Cursor, endWithin, type Hidden, MAX_CELL, pass, type Reading } from './cursor.js';

/** A line, or the beginning of one that is too long to be held. */
export interface Line {
  readonly text: string;
  readonly indent: number;
  readonly isLong: boolean;
  /** Hides a part of it under a rule, and all behind that of a long line. */
  readonly hide: (rule: FieldRule | undefined, part: Cell) => void;
}

/** `take` is given each line; it ends the walk before one with `false`. */
export function* readLines(cursor: Cursor, take: (line: Line) => boolean): Reading {
  for (;;) {
    const end = yield* endWithin(cursor, MAX_CELL, untilLineEnd);
    const { at, coming } = cursor;
    const isLong = end < 0;
    let hidden: Hidden | undefined;
    const hide: Line['hide'] = (rule, part) => {
      const cell = { start: at + part.start, end: at + part.end };
      if (rule === undefined || part.start >= part.end) {
        return;
      }
      if (isLong) {
        hidden = { rule, start: cell.start };
      } else {
        cursor.hideCell(rule, cell);
      }
    };
    const text = coming.text.slice(at, isLong ? at + MAX_CELL : end);
    if (!take({ text, indent: text.length - text.trimStart().length, isLong, hide })) {
      return;
    }
    if (isLong) {
      cursor.isInside = hidden !== undefined;
      yield* pass(cursor, untilLineEnd, hidden);
      cursor.isInside = false;
    } else {
      cursor.at = Math.min(end + 1, coming.text.length);
    }
  }
}

const untilLineEnd: Swallow = ({ text }, from) => {
  const end = text.indexOf('\n', from);
  return { upTo: end < 0 ? text.length : end, isDone: end >= 0 };
};
