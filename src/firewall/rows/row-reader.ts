import type { Row } from '../../contract/row.js';
import { lineParser } from '../../streams/exact-numbers.js';

const NEWLINE = 10;
/**
 * Where one line holds a long number, those around it are parsed with more care too: at first a few, as often no more are
 * wanted.
 */
const FIRST_STRETCH_BYTES = 2048;
const LONGEST_STRETCH_BYTES = 65_536;

/**
 * Parses as many of the lines as are wanted with each call, and gives fewer only at their end. A number that a double
 * cannot hold becomes a string of its digits.
 */
export function createRowReader(lines: Uint8Array): (most: number) => readonly Row[] {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  let from = 0;
  let known = 0;
  let stretch = FIRST_STRETCH_BYTES;
  let parse: (line: string) => Row = JSON.parse;

  /** Chooses how to parse the lines of the next stretch. */
  const lookAhead = (): void => {
    const newline = bytes.indexOf(NEWLINE, from + stretch);
    known = newline === -1 ? bytes.length : newline + 1;
    stretch = Math.min(stretch * 2, LONGEST_STRETCH_BYTES);
    parse = lineParser(bytes.subarray(from, known));
  };

  return (most) => {
    const rows: Row[] = [];
    for (let end = bytes.indexOf(NEWLINE, from); end !== -1 && rows.length < most; end = bytes.indexOf(NEWLINE, from)) {
      if (from === known) {
        lookAhead();
      }
      // Each line by itself: up to the first character beyond ASCII UTF-8 is decoded ten times as fast as behind it.
      rows.push(parse(bytes.toString('utf8', from, end)));
      from = end + 1;
    }
    return rows;
  };
}
