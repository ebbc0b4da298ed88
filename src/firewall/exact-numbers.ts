import type { Row } from '../contract/row.js';

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
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Each part of the test that takes a look at every character is made only when a quicker one cannot say no. */
export function mayHoldLongNumbers(json: string): boolean {
  return (hasLongNumber(json) || LARGE_EXPONENT.test(json)) && SUSPICIOUS.test(json);
}

/** A run of sixteen digits and points covers one of every sixteen places, so only there a look is taken. */
function hasLongNumber(json: string): boolean {
  for (let at = LONG_RUN - 1; at < json.length; at += LONG_RUN) {
    if (isOfNumber(json.charCodeAt(at)) && isLongNumberAround(json, at)) {
      return true;
    }
  }
  return false;
}

function isLongNumberAround(json: string, at: number): boolean {
  const first = at - LONG_RUN + 1;
  let start = at;
  while (start > first && isOfNumber(json.charCodeAt(start - 1))) {
    start -= 1;
  }
  let end = at + 1;
  while (end < start + LONG_RUN && isOfNumber(json.charCodeAt(end))) {
    end += 1;
  }
  if (end < start + LONG_RUN) {
    return false;
  }
  const sign = start - 1;
  return mayStandBefore(json.charCodeAt(json.charCodeAt(sign) === MINUS ? sign - 1 : sign));
}

function isOfNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === POINT;
}

/** What can stand before a number; NaN is the start of the text. */
function mayStandBefore(code: number): boolean {
  return !(code > SPACE && code <= LAST_ASCII) || code === 0x3a || code === 0x2c || code === 0x5b;
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

function isHeldExactly(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) {
    return false;
  }
  const [mantissa = '', exponent] = literal.replace('-', '').split(/[eE]/);
  const digits = mantissa
    .replace('.', '')
    .replace(/^0+/, '')
    .replace(mantissa.includes('.') ? /0+$/ : /$^/, '');
  if (digits.length > 15) {
    return sameSpelling(String(value), literal);
  }
  return exponent === undefined || value !== 0 || digits === '';
}

/** But for the case of the exponent's letter and its plus sign. */
function sameSpelling(printed: string, literal: string): boolean {
  return printed.replace('+', '') === literal.toLowerCase().replace('+', '');
}
