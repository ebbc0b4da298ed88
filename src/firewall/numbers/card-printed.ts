import { isDigit, isNumberEnd, lengthOfShape, shapeAt } from '../lex/digits.js';
import { KIND } from '../pattern/characters.js';
import { hasLuhnDigit, isCountedUp } from './card-groups.js';
import { isPrinted } from './card-networks.js';

const MOST_GROUPS = 5;
/** No shape of three groups is less. */
const FEWEST_GROUPS = 0x100;
const JOINTS = '.';
const HYPHEN = 0x2d;
const FULL_STOP = 0x2e;

/** Groups of digits as cards are printed. */
export interface PrintedGroups {
  /** Where the last of the groups ends. */
  readonly end: number;
  /** Where the number of a card ends that they are, or the first of them; -1 when they are none. */
  readonly last: number;
}

/** The groups that begin at an index. */
export function printedGroups(text: string, start: number, lengths: number): PrintedGroups {
  const shape = shapeAt(text, start, KIND.gap, MOST_GROUPS);
  return { end: start + lengthOfShape(shape), last: endOfPrinted(text, start, shape, lengths) };
}

/** Where the groups of a card end; the longest first: without its last groups, what was read can be a number too. */
function endOfPrinted(text: string, start: number, shape: number, lengths: number): number {
  for (let first = shape; first >= FEWEST_GROUPS; first >>>= 4) {
    if (isPrinted(first, lengths)) {
      const last = start + lengthOfShape(first);
      if (hasLuhnDigit(text, start, last) && isWholeNumber(text, start, last) && !isCountedUp(text, start, last)) {
        return last;
      }
    }
  }
  return -1;
}

/** With hyphens or full stops, a longer chain is something else, such as a UUID. */
function isWholeNumber(text: string, start: number, end: number): boolean {
  const isFollowed = end + 1 < text.length && text.charCodeAt(end) === HYPHEN && isDigit(text, end + 1);
  return isNumberEnd(text, end, JOINTS) && !(isFollowed && hasLinks(text, start, end));
}

function hasLinks(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code === HYPHEN || code === FULL_STOP) {
      return true;
    }
  }
  return false;
}
