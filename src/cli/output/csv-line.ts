/** A comma, a quotation mark, a line break, or a blank at an end, which some programs cut off. */
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * What spreadsheets take for a formula: OWASP, "CSV Injection". A number with its sign, and a telephone number, are none.
 */
const FORMULA = /^[\t\r]*[=@]|^[\t\r]|^[+-](?![\d\s().,/-]*$)/;

/**
 * One line of CSV (RFC 4180, but that it ends as lines do here). Lists and objects are JSON; what is not there is empty. A
 * text that a spreadsheet would run is led by an apostrophe.
 */
export function csvLine(values: readonly unknown[]): string {
  const cells = values.map(cell);
  // A line with one empty cell would be no line.
  return `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  const text = typeof value === 'string' ? harmless(value) : JSON.stringify(value);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
