/** Escape sequences of terminals: colours, titles, links. */
const ESCAPES = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g;

/**
 * How many characters somebody sees: what a printer drops does not count, white space counts once and not at the ends,
 * and marks count with the letter that they stand on.
 */
export function visibleLength(text: string): number {
  const seen = text.replace(ESCAPES, '').replace(/[\p{Cf}\p{Cs}\p{DI}\p{M}\u2800]|(?!\s)\p{Cc}/gu, '');
  return [...seen.replace(/\s+/g, ' ').trim()].length;
}
