import {
  BACKSLASH,
  backslashesBefore,
  COLON,
  ESCAPE,
  endsEscape,
  isKind,
  KIND,
  OPENING,
  PERCENT,
  SPACE,
} from '../pattern/characters.js';

const LONGEST = 32;
const MOST = 3;
const SEMICOLON = 0x3b;
/** Of `\\u003d`, what stands before its last digit. */
const MOST_OF_ESCAPE = 5;

/**
 * Where the escapes begin that end just before an index, such as `%20`, `\u0022` or the signs of colours: what stands
 * before a number in a URL, a string or on a terminal stands before these. The index itself when there are none.
 */
export function beforeEscapes(text: string, index: number, floor: number): number {
  let at = index;
  for (let count = 0; count < MOST; count += 1) {
    if (at <= floor || !isKind(text, at - 1, KIND.alphanumeric) || !endsEscape(text, at - 1, floor)) {
      break;
    }
    at = beginningOf(text, at, floor);
  }
  return at;
}

/** Whether an escape could end at an index or behind it. */
export function isNearEscape(text: string, index: number): boolean {
  const before = index > 0 ? text.charCodeAt(index - 1) : 0;
  if (before === OPENING || before === SEMICOLON || before === COLON) {
    return true;
  }
  for (let at = Math.max(0, index - MOST_OF_ESCAPE); at < index; at += 1) {
    const code = text.charCodeAt(at);
    if (code === PERCENT || code === BACKSLASH) {
      return true;
    }
  }
  return false;
}

function beginningOf(text: string, end: number, floor: number): number {
  const lowest = Math.max(floor, end - LONGEST);
  for (let at = end - 1; at >= lowest; at -= 1) {
    const code = text.charCodeAt(at);
    if (code === PERCENT || code === ESCAPE) {
      return at;
    }
    if (code === BACKSLASH) {
      return at - backslashesBefore(text, at, lowest);
    }
  }
  return end;
}

/** Of a line of `xxd`, or of a table of codes: its offset and eight groups of four hexadecimal digits. */
const MAX_BEFORE = 56;
const BEFORE = /(?:(?<![^\n])([0-9a-f]{7}0): {1,2})?((?:[0-9a-f]{4} ){0,8})$/i;
const FEWEST = 10;
const NOT_DECIMAL = /[a-f]/i;
/** Of a line of `od`: its offset and bytes. */
const BYTES = /(?<![^\n])[0-9a-f]{6,8}:? {1,2}(?:[0-9a-f]{2} )*$/i;

/** Whether two digits are a byte of a dump. */
export function isInByteDump(text: string, start: number, floor: number): boolean {
  return (
    start > floor &&
    text.charCodeAt(start - 1) === SPACE &&
    BYTES.test(text.slice(Math.max(floor, start - MAX_BEFORE), start))
  );
}

/** Whether a group of four digits stands behind others of a dump of bytes, of which some are no decimal numbers. */
export function isInHexDump(text: string, start: number, floor: number): boolean {
  if (start <= floor || text.charCodeAt(start - 1) !== SPACE) {
    return false;
  }
  const [, offset, groups = ''] = BEFORE.exec(text.slice(Math.max(floor, start - MAX_BEFORE), start)) ?? [];
  return offset !== undefined || (groups.length >= FEWEST && NOT_DECIMAL.test(groups));
}
