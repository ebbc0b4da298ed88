import { isHeldExactly } from '../contract/held-exactly.js';
import type { Row, Value } from '../contract/row.js';

/**
 * Numbers that a double may not hold: sixteen or more digits, a point among them or not, or a large exponent. They begin
 * a line or follow a colon, comma, bracket or space; digits in most strings do not.
 */
const SUSPICIOUS = /(?:^|[:,[\s])-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;
const LONG_RUN = 16;
const LARGE_EXPONENT = /[\d.][eE][+-]?\d{3}/;
const MINUS = 0x2d;
const POINT = 0x2e;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;
/** What is nested deeper is not looked through. */
const MOST_LEVELS = 64;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Whether a number in these lines of JSON may be one that a double cannot hold. */
export function mayHoldLongNumbers(lines: Uint8Array): boolean {
  const json = latin1Of(lines);
  return (hasManyDigits(lines) || LARGE_EXPONENT.test(json)) && SUSPICIOUS.test(json);
}

/** Gives a parser for each of these lines, which does what `parseExactly` does, with less work for most. */
export function lineParser(lines: Uint8Array): (line: string) => Row {
  return hasManyDigits(lines) && SUSPICIOUS.test(latin1Of(lines)) ? parseExactly : parseShortNumbers;
}

/** Where no number has many digits, only those with a large exponent can be lost, and then they are told by what is left. */
function parseShortNumbers(line: string): Row {
  const row: Row = JSON.parse(line);
  return mayHaveLost(row, 0) && LARGE_EXPONENT.test(line) ? parseExactly(line) : row;
}

/** Whether there is a zero or an infinite number in it, which a number with an exponent can have become. */
function mayHaveLost(value: Value, level: number): boolean {
  if (typeof value === 'number') {
    return value === 0 || value - value !== 0;
  }
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (level >= MOST_LEVELS) {
    return true;
  }
  return isList(value) ? value.some((item) => mayHaveLost(item, level + 1)) : hasLostMember(value, level);
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function hasLostMember(object: { readonly [key: string]: Value }, level: number): boolean {
  for (const name in object) {
    if (mayHaveLost(object[name] ?? null, level + 1)) {
      return true;
    }
  }
  return false;
}

/** Latin-1 is decoded quickly, and shows digits as well as UTF-8. */
function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A run of sixteen digits and points covers one of every sixteen places, so only there a look is taken. */
function hasManyDigits(bytes: Uint8Array): boolean {
  for (let at = LONG_RUN - 1; at < bytes.length; at += LONG_RUN) {
    if (isOfNumber(bytes[at]) && isLongNumberAround(bytes, at)) {
      return true;
    }
  }
  return false;
}

function isLongNumberAround(bytes: Uint8Array, at: number): boolean {
  const first = at - LONG_RUN + 1;
  let start = at;
  while (start > first && isOfNumber(bytes[start - 1])) {
    start -= 1;
  }
  let end = at + 1;
  while (end < start + LONG_RUN && isOfNumber(bytes[end])) {
    end += 1;
  }
  if (end < start + LONG_RUN) {
    return false;
  }
  const sign = start - 1;
  return mayStandBefore(bytes[bytes[sign] === MINUS ? sign - 1 : sign]);
}

function isOfNumber(code: number | undefined): boolean {
  return code !== undefined && ((code >= 0x30 && code <= 0x39) || code === POINT);
}

/** What can stand before a number: nothing, space, signs of JSON, and what may be a space beyond ASCII. */
function mayStandBefore(code = SPACE): boolean {
  return code <= SPACE || code > LAST_ASCII || code === 0x3a || code === 0x2c || code === 0x5b;
}

/** Whether a number in this JSON may be one that a double cannot hold. */
export function mayLoseDigits(json: string): boolean {
  return SUSPICIOUS.test(json);
}

/** Parses one JSON line; a number that a double cannot hold becomes a string with exactly the digits of the source. */
export function parseExactly(line: string): Row {
  return SUSPICIOUS.test(line) ? JSON.parse(line.replace(STRING_OR_NUMBER, quoteIfLong)) : JSON.parse(line);
}

function quoteIfLong(found: string): string {
  if (found.startsWith('"') || isHeldExactly(found)) {
    return found;
  }
  return `"${found}"`;
}
