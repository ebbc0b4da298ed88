import { createContext } from 'react';

/**
 * Lines of a mounted screen. They come fitted to the width, so Ink need not measure, cut and copy their characters: it
 * lays out a stand-in of one column for each, and the line takes its place on the way to the painter.
 */
export interface LineTable {
  /** A stand-in for a line whose text will be set. */
  readonly take: () => string;
  readonly release: (standIn: string) => void;
  readonly set: (standIn: string, text: string) => void;
  /** Columns a line may take. */
  readonly columns: () => number;
  /** The row as Ink laid it out, with lines in the places of their stand-ins. */
  readonly expand: (row: string) => string;
}

/** Undefined where a screen is not mounted: Ink then gets the lines themselves. */
export const LineTableContext = createContext<LineTable | undefined>(undefined);

const FIRST = 0x100000;
const STAND_IN = /[\u{100000}-\u{10fffd}]/gu;

export function createLineTable(columns: () => number): LineTable {
  const texts = new Map<string, string>();
  const free: string[] = [];
  return {
    take: () => free.pop() ?? String.fromCodePoint(FIRST + texts.size),
    release: (standIn) => void free.push(standIn),
    set: (standIn, text) => void texts.set(standIn, text),
    columns,
    expand: (row) => texts.get(row) ?? row.replace(STAND_IN, (standIn) => texts.get(standIn) ?? ''),
  };
}
