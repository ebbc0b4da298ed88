import { formatCell } from '../text/cells.js';
import { conditionText } from './filter-text.js';
import { chosenColumns, learnColumns } from './pager-columns.js';
import { copy, copyRow, textOf } from './pager-copy.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import type { RecordCommand } from './pager-keymap.js';
import { moveView } from './pager-moves.js';
import { currentRow, holdsText, isSame, openLines } from './pager-open-row.js';
import { openPrompt } from './pager-prompt.js';
import { ALL_CLOSED, ALL_OPEN, type Folds, isClosed, type RecordLine } from './pager-record.js';
import { currentColumn, isText } from './pager-state.js';
import { filterToo } from './pager-values-keys.js';
import { moved, windowOf } from './window-of.js';

/** What a key does while a row is open. */
export function onRecord(ports: KeyPorts, command: RecordCommand | undefined): void {
  const action = command === undefined ? undefined : RECORD_ACTIONS[command];
  if (command === undefined) {
    return;
  }
  if (action === undefined) {
    moveLine(ports, command);
  } else {
    action(ports);
  }
}

const RECORD_ACTIONS: Partial<Record<RecordCommand, (ports: KeyPorts) => void>> = {
  'next-row': (ports) => turnTo(ports, 'down'),
  'previous-row': (ports) => turnTo(ports, 'up'),
  next: (ports) => findNext(ports, 1),
  previous: (ports) => findNext(ports, -1),
  search: (ports) => set(ports, openPrompt(ports.pager.store.get(), 'find')),
  toggle: (ports) => toggle(ports, () => moveLine(ports, 'page-down')),
  'toggle-or-back': (ports) => toggle(ports, () => set(ports, { mode: 'table' })),
  'open-all': (ports) => foldAll(ports, ALL_OPEN),
  'close-all': (ports) => foldAll(ports, ALL_CLOSED),
  values: (ports) => onField(ports, (line) => ports.pager.gathering.count(line.path)),
  column: (ports) => onField(ports, ({ path }) => showColumn(ports, path)),
  only: (ports) => onField(ports, (line) => filterByField(ports, line, '=')),
  without: (ports) => onField(ports, (line) => filterByField(ports, line, '!=')),
  copy: (ports) => {
    const line = openLines(ports.pager)[ports.pager.store.get().line];
    copy(ports, line?.path === '' || line === undefined ? 'the value' : line.path, textOf(line?.value));
  },
  'copy-row': copyRow,
  help: (ports) => set(ports, { mode: 'help', helpOver: 'record', lineTop: 0 }),
  back: (ports) => set(ports, { mode: 'table' }),
  quit: (ports) => ports.onClose(),
};

/** Opens the row at the first field inside of one. */
export function openAtField(ports: KeyPorts, name: string): void {
  const folds = openedTo(ports.pager.store.get().folds, `${name}.`);
  set(ports, { mode: 'record', line: 0, lineTop: 0, found: undefined, folds });
  goToLine(
    ports,
    Math.max(
      0,
      openLines(ports.pager, folds).findIndex(({ path }) => path.startsWith(`${name}.`)),
    ),
  );
}

/** Looks for a text in the open row from the line under the cursor on; closed values are opened where it stands. */
export function findInRecord(ports: KeyPorts, text: string): void {
  const wanted = text === '' ? ports.pager.store.get().found : text;
  if (wanted !== undefined) {
    set(ports, { found: wanted });
    findNext(ports, 1);
  }
}

function findNext(ports: KeyPorts, step: 1 | -1): void {
  const { found, line: at, folds } = ports.pager.store.get();
  if (found === undefined) {
    turnTo(ports, step === 1 ? 'down' : 'up');
    return;
  }
  const here = openLines(ports.pager)[at];
  const all = openLines(ports.pager, ALL_OPEN);
  const from = Math.max(0, here === undefined ? 0 : all.findIndex((line) => isSame(line, here)));
  const order = Array.from(all, (_, index) => (from + (index + 1) * step + all.length * 2) % all.length);
  const index = order.find((each) => holdsText(all[each], found));
  const line = index === undefined ? undefined : all[index];
  if (line === undefined) {
    set(ports, { notice: 'no field of this row holds it' });
    return;
  }
  const opened = openedTo(folds, line.path);
  set(ports, { folds: opened });
  goToLine(
    ports,
    openLines(ports.pager, opened).findIndex((each) => isSame(each, line)),
  );
}

/** With all values open that this one lies in. */
function openedTo(folds: Folds, path: string): Folds {
  const parts = path.split('.');
  const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('.'));
  return above.filter((each) => isClosed(folds, each)).reduce(flipped, folds);
}

function flipped({ areClosed, others }: Folds, path: string): Folds {
  const next = new Set(others);
  if (!next.delete(path)) {
    next.add(path);
  }
  return { areClosed, others: next };
}

function toggle(ports: KeyPorts, otherwise: () => void): void {
  const { line, folds } = ports.pager.store.get();
  const here = openLines(ports.pager)[line];
  if (here?.isNested === true) {
    set(ports, { folds: flipped(folds, here.path) });
  } else {
    otherwise();
  }
}

/** The cursor stays on the field, or on what it is folded into. */
function foldAll(ports: KeyPorts, folds: Folds): void {
  const here = openLines(ports.pager)[ports.pager.store.get().line];
  set(ports, { folds });
  const path = here?.path ?? '';
  const index = openLines(ports.pager, folds).findLastIndex(
    (line) => line.path === path || path.startsWith(`${line.path}.`),
  );
  goToLine(ports, Math.max(0, index));
}

function onField(ports: KeyPorts, act: (line: RecordLine) => void): void {
  const state = ports.pager.store.get();
  const line = openLines(ports.pager)[state.line];
  if (isText(state) || line === undefined || line.path === '') {
    set(ports, { notice: 'there is no field here' });
  } else {
    act(line);
  }
}

/** Behind the column under the cursor. */
function showColumn(ports: KeyPorts, path: string): void {
  const state = ports.pager.store.get();
  const { columns } = state;
  const known = columns.findIndex(({ name }) => name === path);
  const at = columns.findIndex(({ name }) => name === currentColumn(state)?.name);
  const row = currentRow(ports.pager);
  const [added] = learnColumns(chosenColumns([path]), row === undefined ? [] : [row.value]);
  const next =
    known === -1 && added !== undefined
      ? columns.toSpliced(at + 1, 0, added)
      : columns.map((column, index) => (index === known ? { ...column, isShown: true } : column));
  const notice = `${formatCell(path)} is a column now`;
  set(ports, { columns: next, areColumnsChosen: true, notice });
}

function filterByField(ports: KeyPorts, { path, value }: RecordLine, operator: '=' | '!='): void {
  const condition = conditionText(path, value, operator);
  if (condition === undefined) {
    set(ports, { notice: 'no filter can name a list or an object: choose a field in it' });
  } else {
    set(ports, { mode: 'table' });
    filterToo(ports, ports.pager.store.get(), condition);
  }
}

/** The other row opens at its beginning. */
function turnTo(ports: KeyPorts, direction: 'up' | 'down'): void {
  const state = ports.pager.store.get();
  set(ports, { ...moveView(state, direction, ports.pager.room()), line: 0, lineTop: 0 });
}

function moveLine(ports: KeyPorts, command: RecordCommand): void {
  const { height } = ports.pager.room();
  const page = Math.max(1, height - 1);
  const steps: Partial<Record<RecordCommand, number>> = {
    up: -1,
    down: 1,
    'page-up': -page,
    'page-down': page,
    first: Number.NEGATIVE_INFINITY,
    last: Number.POSITIVE_INFINITY,
  };
  const { line } = ports.pager.store.get();
  goToLine(ports, moved(line, steps[command] ?? 0, openLines(ports.pager).length));
}

function goToLine(ports: KeyPorts, line: number): void {
  const { lineTop } = ports.pager.store.get();
  const count = openLines(ports.pager).length;
  set(ports, { line, lineTop: windowOf(line, count, ports.pager.room().height, lineTop) });
}
