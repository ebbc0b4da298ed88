import type { KeptLine } from './kept-line.js';

/** The first or the last lines of a text, as many as stay within a number of characters. */
export interface LineRing {
  readonly add: (line: KeptLine) => void;
  readonly lines: () => readonly KeptLine[];
}

/** A line costs so much beside its characters. */
const A_LINE = 16;

export function createHead(mostChars: number): LineRing {
  const lines: KeptLine[] = [];
  let chars = 0;
  return {
    add(line) {
      if (chars < mostChars) {
        chars += line.text.length + A_LINE;
        lines.push(line);
      }
    },
    lines: () => lines,
  };
}

export function createTail(mostChars: number): LineRing {
  let lines: KeptLine[] = [];
  let chars = 0;
  let from = 0;
  return {
    add(line) {
      lines.push(line);
      chars += line.text.length + A_LINE;
      while (chars > mostChars && from < lines.length - 1) {
        chars -= (lines[from]?.text.length ?? 0) + A_LINE;
        from += 1;
      }
      // Not at every line: what stays is copied.
      if (from > 1024 && from * 2 > lines.length) {
        lines = lines.slice(from);
        from = 0;
      }
    },
    lines: () => lines.slice(from),
  };
}
