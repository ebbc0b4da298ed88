import { COLON, isKind, KIND, PERCENT, runStart } from '../pattern/characters.js';
import { LOOK_BACK } from './detector.js';
import { begunEscapeStart, letterEscapeStart, mayBeOfEscape } from './letter-escapes.js';

/** The most of a name, a colon and a password that stand before their anchor. */
export const MAX_LOGIN = 150;
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

/** How much of an e-mail address can stand before its anchor: so many characters that are meant. */
export const MAX_LOCAL = 64;
/** A number of one byte, the percent sign itself escaped or not. */
const BYTE = 3;
const TWICE = 5;
/** A byte of which the end is still to come counts by the characters of it. */
const CUT = 4;

/** Where what can be the part before the `@` begins, with escaped letters in it. */
export function localPartStart(text: string, end: number, floor: number, most = MAX_LOCAL): number {
  const lowest = Math.max(floor, end - most);
  const start = runStart(text, KIND.local, end, lowest);
  const isWhole = start > lowest ? !mayBeOfEscape(text.charCodeAt(start - 1)) : start === floor;
  return isWhole ? start : escapedStart(text, end, Math.max(floor, end - LOOK_BACK), most);
}

/** The same where the text may end in the middle of an escape. */
export function heldLocalStart(text: string, end: number, floor: number): number {
  const start = localPartStart(text, end, floor, MAX_LOCAL + CUT);
  const begun = start > floor && mayBeOfEscape(text.charCodeAt(start - 1)) ? begunEscapeStart(text, end, floor) : end;
  return begun === end ? start : Math.min(start, localPartStart(text, begun, floor, MAX_LOCAL + CUT));
}

function escapedStart(text: string, end: number, lowest: number, most: number): number {
  let at = end;
  for (let count = 0; count < most && at > lowest; count += 1) {
    const start = letterEscapeStart(text, at, lowest);
    if (start === at && !isKind(text, at - 1, KIND.local)) {
      break;
    }
    at = start < at ? start : Math.max(lowest, at - lengthBefore(text, at));
  }
  return at;
}

/** Of one character that is meant: an escaped byte, or the character itself. */
function lengthBefore(text: string, end: number): number {
  if (text.charCodeAt(end - BYTE) === PERCENT && /^[0-9a-f]{2}$/i.test(text.slice(end - 2, end))) {
    return BYTE;
  }
  return text.startsWith('%25', end - TWICE) ? TWICE : 1;
}
