import { createHash } from 'node:crypto';
import type { RedactedPiece } from '../ports.js';

/** The name of these prints in a SARIF report, with their version. */
export const PRINT_NAME = 'akernelPlace/v1';

const MOST_BEFORE = 200;

/**
 * A print of each finding of one text, by which it is known again: of file, detector, and what stands before it on its line,
 * redacted; the second of the same gets a number. So a finding is known again when lines above it change, no value can be
 * learnt from its print, and another value in the same place has the same print.
 */
export function createPlacePrints(
  name: string,
): (piece: Pick<RedactedPiece, 'text' | 'found' | 'starts'>) => readonly string[] {
  const times = new Map<string, number>();
  /** What was shown of the current line. */
  let before = '';

  function printOf(detector: string, lineStart: string): string {
    const print = createHash('sha256')
      .update(JSON.stringify([name, detector, lineStart.trim()]))
      .digest('hex')
      .slice(0, 32);
    const time = (times.get(print) ?? 0) + 1;
    times.set(print, time);
    return `${print}:${time}`;
  }

  return ({ text, found, starts }) => {
    const prints = found.map(({ detector }, index) => printOf(detector, lineBefore(before, text, starts[index] ?? 0)));
    before = lineBefore(before, text, text.length);
    return prints;
  };
}

/** The last characters of the line that ends there. */
function lineBefore(before: string, text: string, end: number): string {
  const start = text.lastIndexOf('\n', end - 1) + 1;
  const line = end > 0 && start > 0 ? text.slice(start, end) : before + text.slice(0, end);
  return line.slice(-MOST_BEFORE);
}
