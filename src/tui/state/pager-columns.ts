import { formatCell, isRecord } from '../text/cells.js';
import { displayWidth } from '../text/display-width.js';
import { shortWidth } from '../text/short-marks.js';
import { type ColumnKind, isFirm, joinKinds, kindOf } from './column-kind.js';
import { type ColumnNeed, roomsFor } from './column-rooms.js';
import { valueAt } from './field-path.js';
import { orderOnScreen } from './pinned-columns.js';

/** One member of the rows. Its width grows with the rows that pass by, and shrinks when it is settled. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  /** The widest cell seen, at most `WIDEST`. */
  readonly width: number;
  /** What nine of ten cells of those that came together need, where they need most. */
  readonly usual?: number;
  /** The widest cell when it was settled last. */
  readonly need?: number;
  /** The widest of its values, while each is worth nothing when it is cut: a date, a number, an id. */
  readonly firm?: number | undefined;
  /** How wide the person made it. */
  readonly wanted?: number;
  readonly isShown: boolean;
  /** It stays in sight when others go out of it to the left. */
  readonly isPinned?: boolean;
}

/** A column on the screen. */
export interface PlacedColumn extends Column {
  readonly index: number;
  readonly room: number;
}

export const WIDEST = 200;
const MOST_COLUMNS = 500;
export const COLUMN_GAP = 2;
/** The only column of rows that are no objects. */
export const VALUE_COLUMN = 'value';

/** The value of a column: a member, or of a dotted name one inside of it. */
export function memberOf(row: unknown, name: string): unknown {
  if (isRecord(row)) {
    if (Object.hasOwn(row, name)) {
      return row[name];
    }
    return name.includes('.') ? valueAt(row, name) : undefined;
  }
  return name === VALUE_COLUMN ? row : undefined;
}

/** The columns after these rows came into sight; the same list when they taught nothing new. */
export function learnColumns(columns: readonly Column[], rows: readonly unknown[]): readonly Column[] {
  const known = new Map(columns.map((column) => [column.name, column]));
  const nested = columns.filter(({ name }) => name.includes('.')).map(({ name }) => name);
  let isChanged = false;
  for (const row of rows) {
    for (const name of isRecord(row) ? [...Object.keys(row), ...nested] : [VALUE_COLUMN]) {
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

const USUAL_PART = 0.9;

/** The columns with what most of these rows ask for; the same list when it is not more than before. */
export function learnUsual(columns: readonly Column[], rows: readonly unknown[]): readonly Column[] {
  const learned = columns.map((column) => {
    const values = rows
      .map((row) => memberOf(row, column.name))
      .filter((value) => value !== undefined && value !== null);
    const widths = values.map(widthOf).sort((left, right) => left - right);
    const usual = widths[Math.ceil(widths.length * USUAL_PART) - 1] ?? 0;
    return usual > (column.usual ?? 0) ? { ...column, usual } : column;
  });
  return learned.some((column, index) => column !== columns[index]) ? learned : columns;
}

/** The columns of these names, before any row was seen. */
export function chosenColumns(names: readonly string[]): readonly Column[] {
  return names.map(newColumn);
}

function newColumn(name: string): Column {
  return { name, kind: 'none', width: nameWidth(name), firm: 0, isShown: true };
}

const WIDEST_NAME = 32;

function nameWidth(name: string): number {
  return Math.min(WIDEST_NAME, Math.max(4, displayWidth(formatCell(name))));
}

function learn(column: Column, value: unknown): Column {
  const kind = joinKinds(column.kind, kindOf(value));
  const own = widthOf(value);
  const width = Math.max(column.width, own);
  const firm = column.firm === undefined || !isFirm(value) ? undefined : Math.max(column.firm, own);
  const isSame = kind === column.kind && width === column.width && firm === column.firm;
  return isSame ? column : { ...column, kind, width, firm };
}

function widthOf(value: unknown): number {
  return Math.min(WIDEST, shortWidth(cellText(value, WIDEST)));
}

/** A column that is hardly too wide stays as it is. */
const SLACK = 2;

/**
 * The columns no wider than rows on the screen ask for, now and when they were settled last: two looks, so that nothing
 * jumps for one screen of short values. The same list when nothing changed.
 */
export function settleColumns(columns: readonly Column[], rows: readonly unknown[]): readonly Column[] {
  const settled = columns.map((column) => {
    const need = Math.max(nameWidth(column.name), ...rows.map((row) => widthOf(memberOf(row, column.name))));
    const wanted = Math.max(need, column.need ?? column.width);
    const width = wanted < column.width - SLACK ? wanted : column.width;
    return need === column.need && width === column.width ? column : { ...column, need, width };
  });
  return settled.some((column, index) => column !== columns[index]) ? settled : columns;
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

export function shownColumns(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ isShown }) => isShown);
}

/**
 * The columns that stand on a screen of this width, from the one at `left` on. The last one may be cut, and has the
 * room that is left.
 */
export function placeColumns(columns: readonly Column[], left: number, width: number): readonly PlacedColumn[] {
  const shown = shownColumns(columns);
  const rooms = roomsFor(shown.map(needOf), width, COLUMN_GAP);
  const placed: PlacedColumn[] = [];
  let used = 0;
  const roomOf = (index: number): number => (rooms[index] ?? 0) + COLUMN_GAP;
  for (const index of orderOnScreen(shown, { left, roomOf, width })) {
    const column = shown[index];
    const room = width - used;
    if (column === undefined || (index > left && room < Math.min(column.wanted ?? column.width, LEAST_ROOM))) {
      break;
    }
    const wanted = rooms[index] ?? column.width;
    placed.push({ ...column, index, room: Math.max(1, Math.min(wanted, room)) });
    used += wanted + COLUMN_GAP;
  }
  const last = placed.at(-1);
  const spare = width - (used - COLUMN_GAP);
  return last === undefined || spare <= 0
    ? placed
    : [...placed.slice(0, -1), { ...last, room: Math.min(last.wanted ?? last.width, last.room + spare) }];
}

const LEAST_ROOM = 6;

/** The columns, with the one at `index` of those that are shown as wide as its widest cell. */
export function withWhole(columns: readonly Column[], index: number): readonly Column[] {
  const current = shownColumns(columns)[index];
  return columns.map((column) => (column === current ? { ...column, usual: column.width } : column));
}

function needOf({ name, kind, width, usual = width, firm = 0, wanted }: Column): ColumnNeed {
  if (wanted !== undefined) {
    return { width: wanted, usual: wanted, firm: wanted, isNested: false };
  }
  const least = Math.max(nameWidth(name), firm, usual);
  return { width, usual: Math.min(width, least), firm, isNested: kind === 'obj' || kind === 'list' };
}

/** The first column to show so that the one at `index` stands on the screen. */
export function leftFor(
  columns: readonly Column[],
  { left, index, width }: { readonly left: number; readonly index: number; readonly width: number },
): number {
  if (index <= left) {
    return index;
  }
  const whole = withWhole(columns, index);
  const rooms = roomsFor(shownColumns(whole).map(needOf), width, COLUMN_GAP);
  for (let from = left; from < index; from += 1) {
    const last = placeColumns(whole, from, width).at(-1);
    const isWhole = last !== undefined && (last.index > index || last.room >= (rooms[last.index] ?? 0));
    if (last !== undefined && last.index >= index && isWhole) {
      return from;
    }
  }
  return index;
}
