import type { Window } from '../redactor/detector.js';
import { isInString } from '../redactor/opening.js';

/** The rest of the string that the name stands in, or of the line. */
export function inOwnString(window: Window, start: number, rest: string): string {
  const quote = ['"', "'", '`'].find((each) => rest.includes(each) && isInString(window, start, each));
  const end = quote === undefined ? null : new RegExp(`^(?:[^\\\\${quote}]|\\\\.)*`).exec(rest);
  return end === null ? rest : end[0];
}
