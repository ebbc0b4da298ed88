import { isRecord } from '../text/cells.js';
import { memberOf, shownColumns } from './pager-columns.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { currentRow } from './pager-open-row.js';
import { currentColumn, isText } from './pager-state.js';

const DATE = /^\d{4}-\d{2}(?:-\d{2}(?:[T ]\d{2}(?::\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?)?)?$/;
const HOURS = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;
const DATE_CHARS = 10;

/** Goes to the first row from a time on: by the column under the cursor where it has times, else by the first that does. */
export function jumpToTime(ports: KeyPorts, text: string): void {
  const state = ports.pager.store.get();
  const row = currentRow(ports.pager)?.value;
  const given = text.trim();
  if (isText(state)) {
    set(ports, { notice: 'type the number of a line, or a part such as 50%' });
    return;
  }
  if (!(DATE.test(given) || HOURS.test(given))) {
    set(ports, { notice: 'type the number of a row, 50%, a time such as 2026-01-31T10:30, or the name of a column' });
    return;
  }
  if (state.order !== undefined) {
    set(ports, { notice: 'esc leaves the sorting: rows are found by their time where they stand as they came' });
    return;
  }
  const names = [currentColumn(state), ...shownColumns(state.columns)].flatMap((column) => column?.name ?? []);
  const field = names.find((name) => timeOf(row, name) !== undefined);
  const here = field === undefined ? undefined : timeOf(row, field);
  if (field === undefined || here === undefined) {
    set(ports, { notice: 'no column has times in this row' });
  } else {
    ports.pager.jump({ field, time: writtenAs(here, given) });
  }
}

function timeOf(row: unknown, name: string): string | undefined {
  const value = isRecord(row) ? memberOf(row, name) : undefined;
  return typeof value === 'string' && TIME.test(value) ? value : undefined;
}

/** Hours are those of the day of the row under the cursor; what stands between date and hours is what stands there in it. */
function writtenAs(here: string, given: string): string {
  const between = here[DATE_CHARS] ?? 'T';
  return DATE.test(given)
    ? given.replace(/[T ]/, between)
    : `${here.slice(0, DATE_CHARS)}${between}${given.padStart(given.length + Number(given.indexOf(':') === 1), '0')}`;
}
