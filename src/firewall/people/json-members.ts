import { backslashesBefore, KIND, runStart } from '../pattern/characters.js';
import { isPersonKey } from './person-fields.js';

export const OPENING = 0x7b;
export const CLOSING = 0x7d;
export const COLON = 0x3a;
const DOUBLED = '""';
const LONGEST_KEY = 32;
/** So far before a place in an object its members are looked at, and so far behind it. */
const MAX_BEFORE = 160;
export const MAX_BEHIND = 1024;
/** The same up to the key of the object itself. */
const MAX_OWNER = 224;
const NOWHERE = -1;

type IsMember = (key: string, colon: number, out: number) => boolean;

/** A place in an object, and how far before it, and out of how many objects around it, members are looked at. */
interface Surroundings {
  readonly floor: number;
  readonly at: number;
  readonly most?: number;
  readonly outermost?: number;
}

/** Whether a member before a place in an object is one that is looked for, as far as it may be seen. */
export function hasMemberBefore(text: string, place: Surroundings, isOne: IsMember): boolean {
  return objectsOut(text, place, isOne) === 0;
}

/** Out of how many objects the nearest member before a place stands that is looked for; -1 when none does. */
export function objectsOut(text: string, place: Surroundings, isOne: IsMember): number {
  const { floor, at: from, most = MAX_BEFORE, outermost = 0 } = place;
  const lowest = Math.max(floor, from - most);
  let depth = 0;
  let out = 0;
  for (let at = from - 1; at >= lowest; at -= 1) {
    depth += levels(text.charCodeAt(at));
    out = Math.max(out, -depth);
    if (out > outermost) {
      return NOWHERE;
    }
    if (depth === -out && text.charCodeAt(at) === COLON && isOne(keyBefore(text, at, floor), at, out)) {
      return out;
    }
  }
  return NOWHERE;
}

/** The same behind a place; `undefined` when the object goes on behind what may be seen or has come. */
export function hasMemberBehind(text: string, from: number, isOne: IsMember): boolean | undefined {
  const limit = Math.min(text.length, from + MAX_BEHIND);
  let depth = 0;
  for (let at = from; at < limit && depth >= 0; at += 1) {
    depth -= levels(text.charCodeAt(at));
    if (depth === 0 && text.charCodeAt(at) === COLON && isOne(keyBefore(text, at, from), at, 0)) {
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

/** `"customer": {` before the name, also where that holds a list of objects: the first key met outside of its own. */
export function hasOwner(text: string, floor: number, start: number): boolean {
  let last = '';
  const out = objectsOut(text, { floor, at: start, most: MAX_OWNER, outermost: 1 }, (key, _colon, level) => {
    last = key;
    return level === 1;
  });
  return out === 1 && isPersonKey(last);
}
