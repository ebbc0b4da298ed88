import { firstOf, isKind, KIND } from '../pattern/characters.js';

/** So many blanks in a row end a block. */
const MAX_BLANK = 1000;

/** Lines below a key that belong to it: those indented further than the key. */
export interface Block {
  readonly column: number;
  /** The sign that all lines of a diff begin with. */
  readonly sign: string;
  /** The items of a list need no indentation. */
  readonly isList: boolean;
}

/** Goes on to the end of a block, which is that of its last line, or to `limit`; says whether it is the end. */
export function findBlockEnd(search: { at: number }, block: Block, text: string, limit: number): boolean {
  const end = Math.min(limit, text.length);
  let at = search.at;
  for (;;) {
    at = firstOf(text, KIND.lineEnd, at, end);
    search.at = at;
    const next = at < end ? contentStart(text, at, Math.min(end, at + MAX_BLANK), block) : end;
    const isLong = next - at >= MAX_BLANK;
    if (next + 1 >= end && !isLong) {
      return false;
    }
    if (isLong || !isInside(text, next, block)) {
      return true;
    }
    at = next;
  }
}

/** The first character behind a line end that is no white space, nor the sign of its line. */
export function contentStart(text: string, lineEnd: number, limit: number, { sign }: Block): number {
  let at = lineEnd;
  while (at < limit) {
    const isSign = sign !== '' && text.charAt(at) === sign && isKind(text, at - 1, KIND.lineEnd);
    if (!isSign && !isKind(text, at, KIND.lineEnd | KIND.space)) {
      break;
    }
    at += 1;
  }
  return at;
}

/** Whether what begins at an index is indented enough to belong to the block. */
export function isInside(text: string, index: number, { column, isList }: Block): boolean {
  let start = index;
  while (start > index - column - 2 && start > 0 && !isKind(text, start - 1, KIND.lineEnd)) {
    start -= 1;
  }
  return index - start > column || (isList && index - start === column && text.startsWith('- ', index));
}
