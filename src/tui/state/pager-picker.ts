import { foundAt } from '../text/found-text.js';
import type { Column } from './pager-columns.js';
import type { PickerCommand } from './pager-keymap.js';
import { openPrompt } from './pager-prompt.js';
import type { PagerState, PickerState } from './pager-state.js';
import { moved, windowOf } from './window-of.js';

/** Opens the list of all columns; nothing changes before it is applied. */
export function openPicker(state: PagerState): PagerState {
  const name = state.columns.filter(({ isShown }) => isShown)[state.column]?.name;
  const cursor = Math.max(
    0,
    state.columns.findIndex((column) => column.name === name),
  );
  return { ...state, mode: 'columns', picker: { cursor, top: 0, columns: state.columns } };
}

/** The pager after a key in the list of columns. */
export function pick(state: PagerState, command: PickerCommand, height: number): PagerState {
  const { picker } = state;
  if (picker === undefined || command === 'cancel') {
    return { ...state, mode: 'table', picker: undefined };
  }
  if (command === 'apply') {
    return applied(state, picker);
  }
  if (command === 'search') {
    return openPrompt(state, 'find');
  }
  if (command === 'help') {
    return { ...state, mode: 'help', helpOver: 'columns', lineTop: 0 };
  }
  const next = edited(picker, command);
  return { ...state, picker: { ...next, top: windowOf(next.cursor, next.columns.length, height, next.top) } };
}

function edited(picker: PickerState, command: PickerCommand): PickerState {
  const { cursor, columns } = picker;
  const last = columns.length - 1;
  switch (command) {
    case 'up':
      return { ...picker, cursor: moved(cursor, -1, columns.length) };
    case 'down':
      return { ...picker, cursor: moved(cursor, 1, columns.length) };
    case 'first':
      return { ...picker, cursor: 0 };
    case 'last':
      return { ...picker, cursor: Math.max(0, last) };
    case 'toggle':
      return { ...picker, columns: columns.map((column, at) => (at === cursor ? flipped(column) : column)) };
    case 'all': {
      const isShown = !columns.every((column) => column.isShown);
      return { ...picker, columns: columns.map((column) => ({ ...column, isShown })) };
    }
    case 'next':
      return sought(picker, 1);
    case 'previous':
      return sought(picker, -1);
    case 'raise':
      return swapped(picker, cursor - 1);
    case 'lower':
      return swapped(picker, cursor + 1);
    default:
      return picker;
  }
}

/** The list after a text was looked for in the names; nothing typed: the last one again. */
export function findColumn(state: PagerState, text: string, height: number): PagerState {
  const { picker } = state;
  const found = text === '' ? picker?.found : text;
  if (picker === undefined || found === undefined) {
    return state;
  }
  const next = sought({ ...picker, found }, 1);
  const isThere = next.columns.some((column) => foundAt(column.name, found) !== -1);
  return {
    ...state,
    notice: isThere ? undefined : 'no column has such a name',
    picker: { ...next, top: windowOf(next.cursor, next.columns.length, height, next.top) },
  };
}

function sought(picker: PickerState, step: 1 | -1): PickerState {
  const { found, columns, cursor } = picker;
  const order = columns.map((_, index) => (cursor + (index + 1) * step + columns.length * 2) % columns.length);
  const next = order.find((index) => found !== undefined && foundAt(columns[index]?.name ?? '', found) !== -1);
  return next === undefined ? picker : { ...picker, cursor: next };
}

function flipped(column: Column): Column {
  return { ...column, isShown: !column.isShown };
}

function swapped(picker: PickerState, to: number): PickerState {
  const columns = [...picker.columns];
  const [mine, other] = [columns[picker.cursor], columns[to]];
  if (mine === undefined || other === undefined) {
    return picker;
  }
  columns[to] = mine;
  columns[picker.cursor] = other;
  return { ...picker, columns, cursor: to };
}

function applied(state: PagerState, { columns }: PickerState): PagerState {
  if (!columns.some(({ isShown }) => isShown)) {
    return { ...state, notice: 'at least one column must be shown' };
  }
  const order = (list: readonly Column[]): string => list.map(({ name, isShown }) => `${isShown}${name}`).join('\n');
  const isChanged = order(columns) !== order(state.columns);
  return {
    ...state,
    mode: 'table',
    picker: undefined,
    columns: widened(columns, state.columns),
    areColumnsChosen: state.areColumnsChosen || isChanged,
    ...(isChanged ? { column: 0, left: 0 } : {}),
  };
}

/** Rows may have come while the list was open. */
function widened(chosen: readonly Column[], now: readonly Column[]): readonly Column[] {
  const latest = new Map(now.map((column) => [column.name, column]));
  const names = new Set(chosen.map(({ name }) => name));
  const kept = chosen.map((column) => ({ ...(latest.get(column.name) ?? column), isShown: column.isShown }));
  return [...kept, ...now.filter(({ name }) => !names.has(name)).map((column) => ({ ...column, isShown: false }))];
}
