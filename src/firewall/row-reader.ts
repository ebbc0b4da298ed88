import type { Row } from '../contract/row.js';
import { mayHoldLongNumbers, parseExactly } from './exact-numbers.js';

const NEWLINE = 10;
/** V8 gives each string above 128 KiB fresh memory of its own, and to fill that takes eight times as long. */
const STRETCH_BYTES = 65_536;

/**
 * Parses as many of the lines as are wanted with each call, and gives fewer only at their end. A number that a double
 * cannot hold becomes a string of its digits.
 */
export function createRowReader(lines: Uint8Array): (most: number) => readonly Row[] {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength);
  let from = 0;
  let known = 0;
  let parse: (line: string) => Row = JSON.parse;

  /** Chooses how to parse the lines of the next stretch. Latin-1 is quick, and shows digits as well as UTF-8. */
  const lookAhead = (): void => {
    const newline = bytes.indexOf(NEWLINE, from + STRETCH_BYTES);
    known = newline === -1 ? bytes.length : newline + 1;
    parse = mayHoldLongNumbers(bytes.toString('latin1', from, known)) ? parseExactly : JSON.parse;
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
