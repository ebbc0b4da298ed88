import type { Value } from '../contract/row.js';
import { setMember } from '../streams/members.js';

const LONGEST_NAME = 80;
const MOST_NAMED_FIELDS = 8;

export interface TrimmedRows {
  readonly rows: readonly Value[];
  /** Names of left-out columns, bounded, and the characters cut from cells. */
  readonly fields: readonly string[];
  readonly chars: number;
}

export interface TableForm {
  readonly maxFields: number;
  /** Longer cells are cut, and nested values longer than this as JSON become cut text. */
  readonly maxCellChars: number;
  /** Lists and objects below this many levels of a row are only named. */
  readonly maxDepth: number;
}

/** Cells of the trimmed form (phase 2). */
export const TRIMMED_CELL_CHARS = 80;

/** The first `maxFields` columns of the rows, with their cells cut. */
export function trimRows(rows: readonly Value[], form: TableForm): TrimmedRows {
  const left = new Set<string>();
  const columns = chooseColumns(rows, form.maxFields, left);
  let chars = 0;
  const trimmed = rows.map((row) => {
    if (!isObject(row)) {
      const cell = trimCell(row, form, 0);
      chars += cell.cut;
      return cell.value;
    }
    const out: Record<string, Value> = {};
    for (const [name, value] of Object.entries(row)) {
      if (columns.has(name)) {
        const cell = trimCell(value, form, 1);
        chars += cell.cut;
        setMember(out, name, cell.value);
      }
    }
    return out;
  });
  return { rows: trimmed, fields: nameFields(left), chars };
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

function trimCell(value: Value, form: TableForm, depth: number): { readonly value: Value; readonly cut: number } {
  const most = form.maxCellChars;
  if (typeof value === 'string') {
    const short = cutText(value, most);
    return { value: short, cut: short === value ? 0 : value.length - (short.length - 1) };
  }
  if (value === null || typeof value !== 'object') {
    return { value, cut: 0 };
  }
  const shallow = cutDepth(value, form.maxDepth - depth);
  const json = JSON.stringify(shallow);
  const lost = shallow === value ? 0 : Math.max(0, JSON.stringify(value).length - json.length);
  const short = cutText(json, most);
  return short === json
    ? { value: shallow, cut: lost }
    : { value: short, cut: lost + json.length - (short.length - 1) };
}

/** The value itself when nothing in it is too deep. */
function cutDepth(value: Value, levels: number): Value {
  if (value === null || typeof value !== 'object') {
    return value;
  }
  if (levels <= 0) {
    return Array.isArray(value) ? `list of ${value.length}` : `object of ${Object.keys(value).length}`;
  }
  if (Array.isArray(value)) {
    const items: readonly Value[] = value;
    const cut = items.map((item) => cutDepth(item, levels - 1));
    return cut.every((item, i) => item === items[i]) ? value : cut;
  }
  const out: Record<string, Value> = {};
  let isChanged = false;
  for (const [name, member] of Object.entries(value)) {
    const cut = cutDepth(member, levels - 1);
    isChanged ||= cut !== member;
    setMember(out, name, cut);
  }
  return isChanged ? out : value;
}

/** At most `most` characters, ended by `…` where something was cut; never half a placeholder or surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  return `${text.slice(0, cutPoint(text, most - 1))}…`;
}

/** The largest cut at or before `at` that splits neither a placeholder nor a surrogate pair. */
export function cutPoint(text: string, at: number): number {
  const open = text.lastIndexOf('[REDACTED:', at - 1);
  const close = open === -1 ? -1 : text.indexOf(']', open);
  if (open !== -1 && open < at && (close === -1 || close >= at)) {
    return open;
  }
  const partial = /\[[REDACT:]{0,9}$/.exec(text.slice(Math.max(0, at - 10), at));
  if (partial !== null && text.startsWith('[REDACTED:', at - partial[0].length)) {
    return at - partial[0].length;
  }
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
