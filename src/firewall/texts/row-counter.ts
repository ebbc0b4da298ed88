import { createLineEnds, type LineEnds } from '../../streams/line-ends.js';

/** Longer lines are stored in numbered pieces. In UTF-16 units, so that a piece stays below 8 KiB of plain text. */
export const LONGEST_PIECE = 8000;

/**
 * Counts the rows that a text is stored as, in the order in which they are stored: a row a line when the line has ended,
 * and a row a piece of a longer one as soon as the piece is whole.
 */
export interface RowCounter {
  /** Tells of each line that ends in the text: the end's place in it, and the first row of the line. */
  readonly add: (channel: string, text: string, onLine: (end: number, row: number) => void) => void;
  /** Ends the line that a channel was left in, and gives its first row. */
  readonly endLine: (channel: string) => number;
  /** The lines of a channel end at NULs too. */
  readonly isList: (channel: string) => boolean;
  /** So many rows that are no text are stored here. */
  readonly skip: (rows: number) => void;
}

interface OpenLine {
  readonly ends: LineEnds;
  /** Characters that are in no stored row yet. */
  chars: number;
  /** The first row of the line, once a piece of it is stored. */
  firstRow: number | undefined;
}

export function createRowCounter(): RowCounter {
  const open = new Map<string, OpenLine>();
  let rows = 0;

  function lineOf(channel: string): OpenLine {
    const known = open.get(channel) ?? { ends: createLineEnds(), chars: 0, firstRow: undefined };
    open.set(channel, known);
    return known;
  }

  /** `text` holds the line up to `at`. A cut never parts a surrogate pair. */
  function storePieces(line: OpenLine, text: string, at: number): void {
    while (line.chars > LONGEST_PIECE) {
      const code = text.charCodeAt(at - (line.chars - LONGEST_PIECE) - 1);
      line.chars -= LONGEST_PIECE - (code >= 0xd800 && code <= 0xdbff ? 1 : 0);
      line.firstRow ??= rows;
      rows += 1;
    }
  }

  function endLine(line: OpenLine): number {
    const row = line.firstRow ?? rows;
    rows += 1;
    line.chars = 0;
    line.firstRow = undefined;
    return row;
  }

  return {
    add(channel, text, onLine) {
      const line = lineOf(channel);
      let from = 0;
      for (let end = line.ends.next(text, 0); end >= 0; end = line.ends.next(text, from)) {
        line.chars += end + 1 - from;
        storePieces(line, text, end + 1);
        onLine(end + 1, endLine(line));
        from = end + 1;
      }
      line.chars += text.length - from;
      storePieces(line, text, text.length);
    },
    endLine: (channel) => endLine(lineOf(channel)),
    isList: (channel) => lineOf(channel).ends.isList(),
    skip(count) {
      rows += count;
    },
  };
}

/** How many rows a line of so many characters is stored in, about. */
export function rowsOf(chars: number): number {
  return chars < LONGEST_PIECE / 2 ? 1 : 2 + Math.floor(chars / (LONGEST_PIECE - 1));
}
