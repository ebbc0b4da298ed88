import { BLANK, backslashesBefore, KIND, runStart } from '../pattern/characters.js';
import { isPersonKey } from './person-fields.js';

export const OPENING = 0x7b;
export const CLOSING = 0x7d;
export const COLON = 0x3a;
const DOUBLED = '""';
const LONGEST_KEY = 32;
/** So far before a place in an object its members are looked at, and so far behind it. */
const MAX_BEFORE = 160;
export const MAX_BEHIND = 1024;

type IsMember = (key: string, colon: number) => boolean;

/** Whether a member before a place in an object is one that is looked for, as far as it may be seen. */
export function hasMemberBefore(
  text: string,
  { floor, at: place }: { floor: number; at: number },
  isOne: IsMember,
): boolean {
  const lowest = Math.max(floor, place - MAX_BEFORE);
  let depth = 0;
  for (let at = place - 1; at >= lowest && depth >= 0; at -= 1) {
    depth += levels(text.charCodeAt(at));
    if (depth === 0 && text.charCodeAt(at) === COLON && isOne(keyBefore(text, at, floor), at)) {
      return true;
    }
  }
  return false;
}

/** The same behind a place; `undefined` when the object goes on behind what may be seen or has come. */
export function hasMemberBehind(text: string, from: number, isOne: IsMember): boolean | undefined {
  const limit = Math.min(text.length, from + MAX_BEHIND);
  let depth = 0;
  for (let at = from; at < limit && depth >= 0; at += 1) {
    depth -= levels(text.charCodeAt(at));
    if (depth === 0 && text.charCodeAt(at) === COLON && isOne(keyBefore(text, at, from), at)) {
      return true;
    }
  }
  return depth < 0 ? false : undefined;
}

/** Walking back, an object within begins where it ends. */
function levels(code: number): number {
  return code === CLOSING ? 1 : code === OPENING ? -1 : 0;
}

/** The key in quotes before a colon; nothing when there is none. */
export function keyBefore(text: string, colon: number, floor: number): string {
  const quote = text.charAt(colon - 1);
  if (quote !== '"' && quote !== "'") {
    return '';
  }
  const close = text.startsWith(DOUBLED, colon - DOUBLED.length) ? colon - DOUBLED.length : colon - 1;
  const end = close - backslashesBefore(text, close, floor);
  return text.slice(runStart(text, KIND.name | KIND.space, end, Math.max(floor, end - LONGEST_KEY)), end);
}

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
