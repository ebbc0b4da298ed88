import { HOLDER, LONGEST_HOLDER } from './held-secret.js';
import { type MarkedTable, WAIT } from './marked-table.js';
import type { Places } from './places.js';

/** Where a reader has come to, and whether it has ended there. */
export interface Reached {
  readonly next: number;
  readonly isOver: boolean;
}

/**
 * Lets a reader of values go on by a line, and ends it where the mark of a table stands in what it would read: the table
 * is read instead. A value that is withheld is left before.
 */
export function goOnBeside(reader: MarkedTable, text: string, at: number, isFinal: boolean, marks: Places): Reached {
  const isCut = (mark: number): boolean => mark + LONGEST_HOLDER > text.length && !isFinal;
  const isTable = (mark: number): boolean => isCut(mark) || !HOLDER.test(text.slice(mark, mark + LONGEST_HOLDER));
  const yields = reader.yields?.() === true;
  marks.from(at);
  const readUpTo = (to: number): number =>
    to > at ? reader.step(to < text.length ? text.slice(0, to) : text, at, isFinal && to === text.length) : WAIT;
  let end = at;
  while (end < text.length) {
    end = behindLine(text, end);
    const mark = yields ? marks.within(at, end, isTable) : undefined;
    const next = readUpTo(mark ?? end);
    if (next !== WAIT) {
      return { next, isOver: reader.isOver() };
    }
    if (mark !== undefined && reader.yields?.() === true) {
      return { next: isCut(mark) ? WAIT : mark, isOver: !isCut(mark) };
    }
  }
  return { next: WAIT, isOver: false };
}

function behindLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
