/**
 * What means something in a cell, each escaped by a backslash (CommonMark 2.4): marks of text, code, links, HTML and
 * entities, the bar that ends a cell, and what makes links of bare addresses.
 */
const MARKS = /[\\`*_[\]<|~]|&(?=#?\w+;)|:(?=\/\/)|@(?=\w)|(?<=www)\./gi;

/** The two lines that begin a table (GitHub Flavored Markdown 4.10). */
export function markdownHead(columns: readonly string[]): string {
  return `${markdownRow(columns)}|${columns.map(() => ' --- |').join('')}\n`;
}

/** One row: text that a renderer shows as it is, with no mark, link or HTML of its own. Line breaks become blanks. */
export function markdownRow(values: readonly unknown[]): string {
  return `|${values.map((value) => ` ${cell(value)} |`).join('')}\n`;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MARKS, (mark) => `\\${mark}`);
}
