import type { Window } from '../lex/detector.js';
import { isKind, KIND, runStart } from '../pattern/characters.js';

const MAX_INDENT = 40;
const HYPHEN = '-';

/** How far a name is indented, the sign of a list before it included; -1 when something else stands before it. */
export function columnOf({ text, floor, origin }: Window, start: number): number {
  const lowest = Math.max(floor, start - MAX_INDENT);
  const blanks = runStart(text, KIND.space, start, lowest);
  const isItem = blanks < start && blanks > lowest && text.charAt(blanks - 1) === HYPHEN;
  const lineStart = isItem ? runStart(text, KIND.space, blanks - 1, lowest) : blanks;
  const isLine = lineStart === origin || (lineStart > floor && isKind(text, lineStart - 1, KIND.lineEnd));
  return isLine ? start - lineStart : -1;
}
