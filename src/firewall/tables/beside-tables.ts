import type { Places } from '../lex/places.js';
import { type ComingText, comingUpTo, isCut } from '../pattern/coming-text.js';
import { type Cursor, hasMore, type Reading } from './cursor.js';
import type { Found } from './header-search.js';
import { LONGEST_MARK, markedTableAt } from './marked-tables.js';

interface Others {
  /** Where marked tables may begin. */
  readonly marks: Places;
  /** Looks for a line of names between two places. */
  readonly seek: (from: number, to: number) => Found | undefined;
}

/**
 * Lets a reader of values go on line by line, and ends it where a table stands in what it would read: the table is read
 * instead. A value that is withheld comes to its end before. The result is a table whose line of names was read.
 */
export function* readBesideTables(cursor: Cursor, reading: Reading, others: Others): Reading<Found | undefined> {
  for (;;) {
    yield* hasMore(cursor);
    const { coming, at } = cursor;
    const isOver = readOn(cursor, reading, others.marks);
    cursor.coming = coming;
    if (cursor.at === at && !isOver) {
      yield;
      continue;
    }
    const found = others.seek(at, cursor.at);
    if (found !== undefined || isOver) {
      return found;
    }
  }
}

/** Reads as many lines as the reader needs to go on, up to the mark of a table; says whether it is over. */
function readOn(cursor: Cursor, reading: Reading, marks: Places): boolean {
  const { coming, at, isInside } = cursor;
  const { text } = coming;
  marks.from(at);
  let end = at;
  while (end < text.length) {
    end = behindLine(text, end);
    const mark = isInside ? undefined : marks.within(at, end, (place) => isTable(coming, place));
    const to = mark ?? end;
    cursor.coming = comingUpTo(coming, to);
    const isOver = to > at && reading.next().done === true;
    if (isOver || cursor.at > at) {
      return isOver;
    }
    if (mark !== undefined && !cursor.isInside) {
      const isKnown = !isCut(coming, mark, LONGEST_MARK);
      cursor.at = isKnown ? mark : at;
      return isKnown;
    }
  }
  return false;
}

/** Whether something else than values begins at a mark, or may begin there. */
function isTable(coming: ComingText, mark: number): boolean {
  return isCut(coming, mark, LONGEST_MARK) || markedTableAt(coming.text, mark)?.holdsTables !== true;
}

function behindLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
