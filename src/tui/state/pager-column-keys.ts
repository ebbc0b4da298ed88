import { formatCell, isRecord } from '../text/cells.js';
import { columnNamed } from './column-named.js';
import { conditionText } from './filter-text.js';
import { leftFor, memberOf, shownColumns, WIDEST } from './pager-columns.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { currentRow } from './pager-open-row.js';
import { openAtField } from './pager-record-keys.js';
import { currentColumn, isText, placedColumns } from './pager-state.js';
import { filterToo } from './pager-values-keys.js';

/** Sorts by the column under the cursor; the same key again leaves that. */
export function sort(ports: KeyPorts, descending: boolean): void {
  const { pager } = ports;
  const state = pager.store.get();
  const column = currentColumn(state);
  const keys = state.order?.keys ?? [];
  if (isText(state) || column === undefined) {
    set(ports, { notice: isText(state) ? 'text has no columns to sort by' : 'there is no column to sort by' });
  } else if (keys.length === 1 && keys[0]?.field === column.name && keys[0].descending === descending) {
    pager.gathering.leaveOrder();
    set(ports, { notice: 'in the order of the result again' });
  } else {
    pager.gathering.order([{ field: column.name, descending }]);
  }
}

const MOST_KEYS = 4;

/** Rows that are equal so far stand by the column under the cursor; by one that they are sorted by already the other way. */
export function sortFurther(ports: KeyPorts, descending: boolean): void {
  const { pager } = ports;
  const state = pager.store.get();
  const column = currentColumn(state);
  const keys = state.order?.keys ?? [];
  if (isText(state) || column === undefined || keys.length === 0) {
    sort(ports, descending);
  } else if (keys.some(({ field }) => field === column.name)) {
    pager.gathering.order(keys.map((key) => (key.field === column.name ? { ...key, descending } : key)));
  } else if (keys.length >= MOST_KEYS) {
    set(ports, { notice: `rows are sorted by at most ${MOST_KEYS} columns` });
  } else {
    pager.gathering.order([...keys, { field: column.name, descending }]);
  }
}

/** Counts the values of the column under the cursor; of text, its lines. Of nested values one of their fields is to be chosen. */
export function countValues(ports: KeyPorts): void {
  const state = ports.pager.store.get();
  const field = isText(state) ? 'text' : currentColumn(state)?.name;
  const row = currentRow(ports.pager);
  if (field !== undefined && !isText(state) && row !== undefined && hasMembers(memberOf(row.value, field))) {
    openAtField(ports, field);
    set(ports, { notice: `F counts the field under the cursor; on ${formatCell(field)} itself whole values` });
  } else if (field === undefined) {
    set(ports, { notice: 'there is no column to count' });
  } else {
    ports.pager.gathering.count(field);
    if (state.order?.areMarked === true) {
      set(ports, { notice: 'counted in all rows, marked or not' });
    }
  }
}

function hasMembers(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

/** Only rows with the value of the cell, or without it. */
export function filterByCell(ports: KeyPorts, operator: '=' | '!='): void {
  const state = ports.pager.store.get();
  const column = currentColumn(state);
  const row = currentRow(ports.pager);
  if (isText(state) || column === undefined || row === undefined) {
    set(ports, { notice: isText(state) ? 'text has no cells: f filters' : 'there is no cell to filter by' });
    return;
  }
  const condition = conditionText(column.name, memberOf(row.value, column.name), operator);
  if (condition === undefined) {
    set(ports, {
      notice: 'no filter can name a list or an object: enter opens the row, and , filters by a field in it',
    });
  } else {
    filterToo(ports, state, condition);
  }
}

export function hideColumn(ports: KeyPorts): void {
  const state = ports.pager.store.get();
  const column = currentColumn(state);
  if (isText(state) || column === undefined) {
    set(ports, { notice: isText(state) ? 'text has no columns' : 'there is no column to hide' });
    return;
  }
  if (shownColumns(state.columns).length === 1) {
    set(ports, { notice: 'at least one column must be shown' });
    return;
  }
  const columns = state.columns.map((each) => (each.name === column.name ? { ...each, isShown: false } : each));
  const index = Math.min(state.column, shownColumns(columns).length - 1);
  const left = leftFor(columns, { left: Math.min(state.left, index), index, width: ports.pager.room().width });
  const notice = `${formatCell(column.name)} is hidden: c shows it again`;
  set(ports, { columns, column: index, left, areColumnsChosen: true, notice });
}

/** The column under the cursor stays in sight, or goes with the others again. */
export function pinColumn(ports: KeyPorts): void {
  const state = ports.pager.store.get();
  const column = currentColumn(state);
  if (isText(state) || column === undefined) {
    set(ports, { notice: isText(state) ? 'text has no columns' : 'there is no column to keep in sight' });
    return;
  }
  const isPinned = column.isPinned !== true;
  const columns = state.columns.map((each) => (each.name === column.name ? { ...each, isPinned } : each));
  const notice = isPinned ? 'stays in sight: | lets it go' : 'goes with the others again';
  set(ports, { columns, notice: `${formatCell(column.name)} ${notice}` });
}

const LEAST_WIDTH = 4;
const WIDTH_STEP = 4;

/** The column under the cursor takes more room, or less, from what it has now. */
export function resizeColumn(ports: KeyPorts, by: 1 | -1): void {
  const state = ports.pager.store.get();
  const { width } = ports.pager.room();
  const column = currentColumn(state);
  const room = placedColumns(state, width).find(({ index }) => index === state.column)?.room;
  if (isText(state) || column === undefined || room === undefined) {
    set(ports, { notice: isText(state) ? 'text has no columns' : 'there is no column to make wider' });
    return;
  }
  const most = Math.min(WIDEST, width);
  const wanted = Math.max(LEAST_WIDTH, Math.min(most, (column.wanted ?? room) + by * WIDTH_STEP));
  const columns = state.columns.map((each) => (each.name === column.name ? { ...each, wanted } : each));
  const left = leftFor(columns, { left: state.left, index: state.column, width });
  set(ports, { columns, left, notice: `${formatCell(column.name)} is ${wanted} characters wide` });
}

/** Goes to the column of this name, or the first one that begins so; false: there is none. */
export function goToColumn(ports: KeyPorts, text: string): boolean {
  const state = ports.pager.store.get();
  const shown = shownColumns(state.columns);
  const named = columnNamed(shown, text);
  if (isText(state) || named === undefined) {
    return false;
  }
  const index = shown.indexOf(named);
  const left = leftFor(state.columns, { left: state.left, index, width: ports.pager.room().width });
  set(ports, { column: index, left });
  return true;
}

export function wrap(ports: KeyPorts): void {
  const isWrapped = !ports.pager.store.get().isWrapped;
  const notice = isWrapped ? 'long values are wrapped: w cuts them again' : 'one line a row';
  set(ports, { isWrapped, left: isText(ports.pager.store.get()) ? 0 : ports.pager.store.get().left, notice });
}
