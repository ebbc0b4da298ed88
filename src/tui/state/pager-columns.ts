import { formatCell, isRecord } from '../text/cells.js';
import { displayWidth, padTo } from '../text/display-width.js';

export type ColumnKind = 'none' | 'null' | 'num' | 'text' | 'bool' | 'list' | 'obj' | 'mix';

/** One member of the rows. Its width only grows while rows pass by, so that nothing jumps. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The widest cell seen, at most `WIDEST`. */
  readonly width: number;
  readonly isShown: boolean;
}

/** A column on the screen. */
export interface PlacedColumn extends Column {
  readonly index: number;
  readonly room: number;
}

const WIDEST = 200;
/** Wider columns give way while others need room. */
const USUAL_CAP = 32;
const MOST_COLUMNS = 500;
export const COLUMN_GAP = 2;
/** The only column of rows that are no objects. */
export const VALUE_COLUMN = 'value';

export function memberOf(row: unknown, name: string): unknown {
  if (isRecord(row)) {
    return Object.hasOwn(row, name) ? row[name] : undefined;
  }
  return name === VALUE_COLUMN ? row : undefined;
}

/** The columns after these rows came into sight; the same list when they taught nothing new. */
export function learnColumns(columns: readonly Column[], rows: readonly unknown[]): readonly Column[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  let isChanged = false;
  for (const row of rows) {
    for (const name of isRecord(row) ? Object.keys(row) : [VALUE_COLUMN]) {
      const before = known.get(name);
      if (before === undefined && known.size >= MOST_COLUMNS) {
        continue;
      }
      const after = learn(before ?? newColumn(name), memberOf(row, name));
      if (after !== before) {
        known.set(name, after);
        isChanged = true;
      }
    }
  }
  return isChanged ? [...known.values()] : columns;
}

/** The columns of these names, before any row was seen. */
export function chosenColumns(names: readonly string[]): readonly Column[] {
  return names.map(newColumn);
}

function newColumn(name: string): Column {
  return { name, kind: 'none', width: Math.min(USUAL_CAP, Math.max(4, displayWidth(formatCell(name)))), isShown: true };
}

function learn(column: Column, value: unknown): Column {
  const kind = joinKinds(column.kind, kindOf(value));
  const width = Math.max(column.width, Math.min(WIDEST, displayWidth(cellText(value, WIDEST))));
  return kind === column.kind && width === column.width ? column : { ...column, kind, width };
}

function kindOf(value: unknown): ColumnKind {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'list';
  }
  const kinds = { number: 'num', string: 'text', boolean: 'bool', object: 'obj' } as const;
  return (typeof value) in kinds ? kinds[typeof value as keyof typeof kinds] : 'mix';
}

/** Nulls fit every kind. */
function joinKinds(left: ColumnKind, right: ColumnKind): ColumnKind {
  if (left === right || right === 'null') {
    return left === 'none' ? right : left;
  }
  return left === 'none' || left === 'null' ? right : 'mix';
}

/** A cell's text, of which no more is made than could be shown. */
export function cellText(value: unknown, most: number): string {
  if (typeof value === 'object' && value !== null) {
    return objectText(value);
  }
  return formatCell(typeof value === 'string' && value.length > most * 4 ? value.slice(0, most * 4) : value);
}

const objectTexts = new WeakMap<object, string>();

/** The same cell is drawn many times, and may be large. */
function objectText(value: object): string {
  const known = objectTexts.get(value);
  if (known !== undefined) {
    return known;
  }
  const text = formatCell((JSON.stringify(value) ?? '').slice(0, WIDEST * 4));
  objectTexts.set(value, text);
  return text;
}

/** A cell filled to its room: numbers to the right. */
export function fitCell(text: string, room: number, isNumber: boolean): string {
  const width = displayWidth(text);
  return isNumber && width <= room ? ' '.repeat(room - width) + text : padTo(text, room);
}

export function shownColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ isShown }) => isShown);
}

/** The columns that stand on a screen of this width, from the one at `left` on. The last one may be cut. */
export function placeColumns(columns: readonly Column[], left: number, width: number): readonly PlacedColumn[] {
  const shown = shownColumns(columns);
  const cap = spareCap(shown, width);
  const placed: PlacedColumn[] = [];
  let used = 0;
  for (let index = left; index < shown.length; index += 1) {
    const column = shown[index];
    const room = width - used;
    if (column === undefined || (placed.length > 0 && room < Math.min(column.width, LEAST_ROOM))) {
      break;
    }
    const wanted = Math.min(column.width, cap);
    placed.push({ ...column, index, room: Math.max(1, Math.min(wanted, room)) });
    used += wanted + COLUMN_GAP;
  }
  return placed;
}

const LEAST_ROOM = 6;

/** How wide a column may be: wider than usual when all of them have room. */
function spareCap(columns: readonly Column[], width: number): number {
  const gaps = COLUMN_GAP * Math.max(0, columns.length - 1);
  const usual = columns.reduce((sum, column) => sum + Math.min(column.width, USUAL_CAP), gaps);
  const clipped = columns.filter((column) => column.width > USUAL_CAP).length;
  return clipped === 0 ? USUAL_CAP : USUAL_CAP + Math.max(0, Math.floor((width - usual) / clipped));
}

/** The first column to show so that the one at `index` stands on the screen. */
export function leftFor(
  columns: readonly Column[],
  { left, index, width }: { readonly left: number; readonly index: number; readonly width: number },
): number {
  if (index <= left) {
    return index;
  }
  for (let from = left; from < index; from += 1) {
    const last = placeColumns(columns, from, width).at(-1);
    const isWhole = last !== undefined && (last.index > index || last.room >= Math.min(last.width, USUAL_CAP));
    if (last !== undefined && last.index >= index && isWhole) {
      return from;
    }
  }
  return index;
}
