/** Whether a double holds the value of this number of JSON, and its digits can be told from it. */
export function isHeldExactly(literal: string): boolean {
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
