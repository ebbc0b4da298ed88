import { BLANK, runStart } from '../pattern/characters.js';
import { CLOSING, COLON, keyBefore, MAX_BEFORE, OPENING } from './json-members.js';
import { isPersonKey } from './person-fields.js';

/** Between a bracket and the colon before it. */
const MAX_OWNER = 64;
const LIST_BRACKET = 0x5b;

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

function isBracket(code: number): boolean {
  return code === OPENING || code === CLOSING;
}
