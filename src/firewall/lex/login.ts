import { isKind, KIND } from '../pattern/characters.js';

/** The most of a name, a colon and a password that stand before their anchor. */
export const MAX_LOGIN = 150;
const COLON = 0x3a;
const NAME = /^[\w.-]+=/;

/**
 * Where a login such as `name:password` begins that ends at an index: behind white space, a quote, or a variable's name;
 * -1 when that is too long ago.
 */
export function loginStart(text: string, end: number, floor: number, origin: number): number {
  const lowest = Math.max(floor, end - MAX_LOGIN);
  let start = end;
  while (start > lowest && !isKind(text, start - 1, KIND.pause)) {
    start -= 1;
  }
  if (start === lowest && start !== origin) {
    return -1;
  }
  return start + (NAME.exec(text.slice(start, end))?.[0].length ?? 0);
}

/** A login that has begun waits for what would follow it. */
export function holdLogin(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - MAX_LOGIN);
  let start = end;
  let colon = end;
  while (start > lowest && !isKind(text, start - 1, KIND.pause)) {
    start -= 1;
    colon = text.charCodeAt(start) === COLON ? start : colon;
  }
  return colon;
}
