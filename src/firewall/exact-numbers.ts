import type { Row } from '../contract/row.js';

/**
 * Numbers that a double may not hold: sixteen or more digits, a point among them or not, or a large exponent. They begin
 * a line or follow a colon, comma, bracket or space; digits in most strings do not.
 */
const SUSPICIOUS = /(?:^|[:,[\s])-?\d(?:[\d.]{15}|[\d.]*[eE][+-]?\d{3})/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function mayHoldLongNumbers(json: string): boolean {
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
