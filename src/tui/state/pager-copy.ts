import { formatCount } from '../../contract/quantities.js';
import { clipboardSequence } from './pager-clipboard.js';
import { memberOf } from './pager-columns.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { currentRow } from './pager-open-row.js';
import { currentColumn, isText } from './pager-state.js';

/** The cell under the cursor; of text the line. */
export function copyCell(ports: KeyPorts): void {
  const state = ports.pager.store.get();
  const row = currentRow(ports.pager);
  const column = currentColumn(state);
  if (isText(state)) {
    copy(ports, 'the line', textOf(memberOf(row?.value, 'text'))?.replace(/\n$/, ''));
  } else if (column !== undefined) {
    copy(ports, column.name, textOf(memberOf(row?.value, column.name)));
  }
}

export function copyRow(ports: KeyPorts): void {
  const row = currentRow(ports.pager);
  copy(ports, 'the row', row === undefined ? undefined : JSON.stringify(row.value));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Says what was copied, or why nothing was. */
export function copy(ports: KeyPorts, what: string, text: string | undefined): void {
  const sequence = text === undefined ? undefined : clipboardSequence(text);
  if (text === undefined) {
    set(ports, { notice: 'there is nothing here to copy' });
  } else if (sequence === undefined) {
    set(ports, { notice: `${what} is too long to copy: more than 100 KB` });
  } else {
    ports.send(sequence);
    set(ports, { notice: `copied ${what}: ${formatCount(text.length)} characters` });
  }
}
