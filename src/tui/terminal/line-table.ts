import { createContext } from 'react';

/**
 * Lines of a mounted screen. They come fitted to the width, so Ink need not measure, cut and copy their characters: it
 * lays out a stand-in of two columns for each, and the line takes its place on the way to the painter.
 */
export interface LineTable {
  /** A stand-in for a line whose text will be set. */
  readonly take: () => string;
  readonly release: (standIn: string) => void;
  readonly set: (standIn: string, text: string) => void;
  /** Columns a line may take. */
  readonly columns: () => number;
  /** The line whose stand-in Ink laid out as this row. */
  readonly expand: (row: string) => string;
}

export const STAND_IN_COLUMNS = 2;

/** Undefined where a screen is not mounted: Ink then gets the lines themselves. */
export const LineTableContext = createContext<LineTable | undefined>(undefined);

/** Of plain characters, which are the cheapest to measure. */
const FIRST = '!'.charCodeAt(0);
const CHARACTERS = '~'.charCodeAt(0) - FIRST + 1;

export function createLineTable(columns: () => number): LineTable {
  const texts = new Map<string, string>();
  const free: string[] = [];
  let taken = 0;

  function next(): string {
    const [high, low] = [Math.floor(taken / CHARACTERS) % CHARACTERS, taken % CHARACTERS];
    taken += 1;
    return String.fromCharCode(FIRST + high, FIRST + low);
  }

  return {
    take: () => free.pop() ?? next(),
    release: (standIn) => void free.push(standIn),
    set: (standIn, text) => void texts.set(standIn, text),
    columns,
    expand: (row) => texts.get(row) ?? '',
  };
}
