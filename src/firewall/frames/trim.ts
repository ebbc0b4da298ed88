import { countPlaceholders } from '../../contract/count-placeholders.js';
import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import { cutText } from './cut-text.js';
import { fitNested } from './fit-nested.js';

const LONGEST_NAME = 80;
const MOST_NAMED_FIELDS = 8;

export interface TrimmedRows {
  readonly rows: readonly Value[];
  /** Names of left-out columns, bounded. */
  readonly fields: readonly string[];
  /** Characters cut from cells. */
  readonly chars: number;
  /** Items of lists and members of objects left out of cells. */
  readonly items: number;
}

export interface TableForm {
  readonly maxFields: number;
  /** Longer cells are cut, nested values to fewer items whose JSON is no longer than this. */
  readonly maxCellChars: number;
  /** Lists and objects below this many levels of a row are only named. */
  readonly maxDepth: number;
  /** Items that a list in a row may have. */
  readonly maxItems: number;
}

/** Cells of the trimmed form (phase 2). */
export const TRIMMED_CELL_CHARS = 80;

const MOST = Number.POSITIVE_INFINITY;
/** Rows as they are. */
export const WHOLE_ROWS: TableForm = { maxFields: MOST, maxCellChars: MOST, maxDepth: MOST, maxItems: MOST };

/** The first `maxFields` columns of the rows, with their cells cut. */
export function trimRows(rows: readonly Value[], form: TableForm): TrimmedRows {
  if (Object.values(form).every((limit) => limit === MOST)) {
    return { rows, fields: [], chars: 0, items: 0 };
  }
  const left = new Set<string>();
  const columns = chooseColumns(rows, form.maxFields, left);
  const cut = { chars: 0, items: 0 };
  const trimCell = (value: Value): Value => {
    if (typeof value === 'string') {
      const short = cutText(value, form.maxCellChars);
      cut.chars += short === value ? 0 : value.length - (short.length - 1);
      return short;
    }
    const nested = fitNested(value, { ...form, maxDepth: form.maxDepth - 1 });
    cut.chars += nested.chars;
    cut.items += nested.items;
    return nested.value;
  };
  const trimmed = rows.map((row) => {
    if (!isObject(row)) {
      return trimCell(row);
    }
    const out: Record<string, Value> = {};
    for (const [name, value] of Object.entries(row)) {
      if (columns.has(name)) {
        setMember(out, name, trimCell(value));
      }
    }
    return out;
  });
  return { rows: trimmed, fields: nameFields(left), ...cut };
}

/** Of what was replaced in the rows, only what their trimmed form still shows. */
export function countsOfShown(
  { rows, fields, chars, items }: TrimmedRows,
  counts: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const isCut = fields.length > 0 || chars > 0 || items > 0;
  return isCut && counts.size > 0 ? countPlaceholders([JSON.stringify(rows)]) : counts;
}

function chooseColumns(rows: readonly Value[], most: number, left: Set<string>): ReadonlySet<string> {
  const columns = new Set<string>();
  for (const row of rows.filter(isObject)) {
    for (const name of Object.keys(row)) {
      if (!columns.has(name)) {
        (columns.size < most ? columns : left).add(name);
      }
    }
  }
  return columns;
}

function isObject(row: Value): row is { readonly [key: string]: Value } {
  return row !== null && typeof row === 'object' && !Array.isArray(row);
}

function nameFields(left: ReadonlySet<string>): readonly string[] {
  const names = [...left].slice(0, MOST_NAMED_FIELDS).map((name) => cutText(name, LONGEST_NAME));
  return left.size > MOST_NAMED_FIELDS ? [...names, `${left.size - MOST_NAMED_FIELDS} more`] : names;
}
