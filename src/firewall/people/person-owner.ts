import { BACKSLASH, KIND, runStart } from '../pattern/characters.js';
import { isPersonKey } from './person-fields.js';

/** So far before a name its owner may stand. */
const MAX_BEFORE = 160;
/** Between a bracket and the colon before it. */
const MAX_OWNER = 64;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const LIST_BRACKET = 0x5b;
const COLON = 0x3a;
const BLANK = KIND.space | KIND.lineEnd;
const DOUBLED = '""';
const LONGEST_KEY = 32;

/** `"customer": {` before the name, in the same object. */
export function hasOwner(text: string, floor: number, start: number): boolean {
  const lowest = Math.max(floor, start - MAX_BEFORE);
  let at = start - 1;
  while (at >= lowest && !isBracket(text.charCodeAt(at))) {
    at -= 1;
  }
  if (at < lowest || text.charCodeAt(at) === CLOSING) {
    return false;
  }
  const colon = colonBefore(text, at, floor);
  return colon > floor && isPersonKey(keyBefore(text, colon, floor));
}

/** Where the colon stands before a bracket, or before the list that the bracket begins; -1 when none does. */
function colonBefore(text: string, bracket: number, floor: number): number {
  const lowest = Math.max(floor, bracket - MAX_OWNER);
  let at = runStart(text, BLANK, bracket, lowest);
  if (text.charCodeAt(at - 1) === LIST_BRACKET) {
    at = runStart(text, BLANK, at - 1, lowest);
  }
  return text.charCodeAt(at - 1) === COLON ? at - 1 : -1;
}

/** The key in quotes before a colon; nothing when there is none. */
export function keyBefore(text: string, colon: number, floor: number): string {
  const quote = text.charAt(colon - 1);
  if (quote !== '"' && quote !== "'") {
    return '';
  }
  let end = text.startsWith(DOUBLED, colon - DOUBLED.length) ? colon - DOUBLED.length : colon - 1;
  while (end > floor && text.charCodeAt(end - 1) === BACKSLASH) {
    end -= 1;
  }
  return text.slice(runStart(text, KIND.name | KIND.space, end, Math.max(floor, end - LONGEST_KEY)), end);
}

function isBracket(code: number): boolean {
  return code === OPENING || code === CLOSING;
}
