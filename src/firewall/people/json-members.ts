import { backslashesBefore, KIND, runStart } from '../pattern/characters.js';

export const OPENING = 0x7b;
export const CLOSING = 0x7d;
export const COLON = 0x3a;
const DOUBLED = '""';
const LONGEST_KEY = 32;
/** So far before a place in an object its members are looked at, and so far behind it. */
export const MAX_BEFORE = 160;
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
