import type { Form } from './form.js';

const SEPARATORS = [',', '\t', ';'] as const;
const FIELD_NAME = /^"?[A-Za-z_][\w .()%/-]{0,40}"?$/;
const FEWEST_COLUMNS = 3;
const MOST_COLUMNS = 40;

/** Names of columns between commas, tabs or semicolons; undefined for a line of another form. */
export function separatedLayout(header: string): Form | undefined {
  const separator = SEPARATORS.find((each) => header.split(each).length >= FEWEST_COLUMNS);
  const columns = separator === undefined ? [] : header.split(separator);
  const isNamed = columns.every((name) => FIELD_NAME.test(name)) && new Set(columns).size === columns.length;
  return separator === undefined ||
    !isNamed ||
    columns.length > MOST_COLUMNS ||
    columns.some((name) => name.startsWith(' '))
    ? undefined
    : {
        columns: columns.map(unquoted),
        cellsOf(text) {
          const cells = fieldsOf(text, separator);
          return cells.length === columns.length ? cells : undefined;
        },
      };
}

/** A separator between quotes is part of its cell. */
function fieldsOf(text: string, separator: string): readonly string[] {
  if (!text.includes('"')) {
    return text.split(separator);
  }
  const cells: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at);
    isQuoted = character === '"' ? !isQuoted : isQuoted;
    if (at === text.length || (character === separator && !isQuoted)) {
      cells.push(unquoted(text.slice(start, at)));
      start = at + 1;
    }
  }
  return cells;
}

function unquoted(cell: string): string {
  return cell.length > 1 && cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
