import type { Key } from '../terminal/keys.js';
import { commandOf } from './key-table.js';
import { clipboardSequence } from './pager-clipboard.js';
import { memberOf, shownColumns } from './pager-columns.js';
import { commandLine } from './pager-command.js';
import type { PagerController } from './pager-controller.js';
import { PICKER_KEYS, RECORD_KEYS, type RecordCommand, TABLE_KEYS, type TableCommand } from './pager-keymap.js';
import { joinedLine } from './pager-line.js';
import { type MoveCommand, moveTo, moveView } from './pager-moves.js';
import { openPicker, pick } from './pager-picker.js';
import { openPrompt, placeAsked, typeInto } from './pager-prompt.js';
import { type RecordLine, recordLines } from './pager-record.js';
import { currentColumn, isText, type PagerState, viewLength } from './pager-state.js';
import { moved, movementOf, windowOf } from './window-of.js';

export interface KeyPorts {
  readonly pager: PagerController;
  /** Puts a sequence on the terminal that prints nothing. */
  readonly send: (sequence: string) => void;
  readonly onClose: () => void;
}

/** What a key does to the pager, whatever it shows now. */
export function onPagerKey(ports: KeyPorts, key: Key): void {
  const state = ports.pager.store.get();
  if (state.prompt !== undefined) {
    onPromptKey(ports, state, key);
    return;
  }
  // Whoever goes on does not wait for a match any more.
  set(ports, { notice: undefined, sought: undefined });
  if (key.name !== 'escape' && key.name !== 'ctrl+c') {
    ports.pager.goOn();
  }
  switch (state.mode) {
    case 'table':
      onTable(ports, commandOf(TABLE_KEYS, key.name));
      return;
    case 'record':
      onRecord(ports, commandOf(RECORD_KEYS, key.name));
      return;
    case 'columns': {
      const command = commandOf(PICKER_KEYS, key.name);
      if (command !== undefined) {
        set(ports, pick(ports.pager.store.get(), command, ports.pager.room().height));
      }
      return;
    }
    case 'command':
      onCommandKey(ports, key);
      return;
    case 'help':
      onHelpKey(ports, key);
  }
}

function set({ pager }: KeyPorts, change: Partial<PagerState>): void {
  pager.store.dispatch({ type: 'set', change });
}

function onPromptKey(ports: KeyPorts, state: PagerState, key: Key): void {
  const { prompt } = state;
  if (prompt === undefined || key.name !== 'enter') {
    set(ports, typeInto(state, key));
    return;
  }
  const { text } = prompt.field;
  set(ports, { prompt: undefined });
  switch (prompt.kind) {
    case 'filter':
      ports.pager.filter(text);
      return;
    case 'search':
      searchFor(ports, state, text);
      return;
    case 'goto':
      goTo(ports, text);
  }
}

/** Nothing typed: the last search again. */
function searchFor(ports: KeyPorts, state: PagerState, text: string): void {
  if (text !== '') {
    ports.pager.search(text);
  } else if (state.search !== undefined) {
    ports.pager.seek('next');
  }
}

function goTo(ports: KeyPorts, text: string): void {
  const state = ports.pager.store.get();
  const place = placeAsked(text, { length: viewLength(state), isText: isText(state) });
  if (place === undefined) {
    set(ports, { notice: 'type the number of a row, or a part such as 50%' });
  } else {
    set(ports, { ...moveTo(state, place, ports.pager.room()), isFollowing: false });
  }
}

const PROMPTS: Partial<Record<TableCommand, 'goto' | 'filter' | 'search'>> = {
  goto: 'goto',
  filter: 'filter',
  search: 'search',
};

function onTable(ports: KeyPorts, command: TableCommand | undefined): void {
  if (command === undefined) {
    return;
  }
  const { pager } = ports;
  const prompt = PROMPTS[command];
  const action = TABLE_ACTIONS[command];
  if (prompt !== undefined) {
    set(ports, openPrompt(pager.store.get(), prompt));
  } else if (action === undefined) {
    recover(ports);
    set(ports, moveView(pager.store.get(), command as MoveCommand, pager.room()));
  } else {
    action(ports);
  }
}

/** Whoever moves on after a failure wants to see whether it lasts. */
function recover(ports: KeyPorts): void {
  if (ports.pager.store.get().error !== undefined) {
    ports.pager.again();
  }
}

const TABLE_ACTIONS: Partial<Record<TableCommand, (ports: KeyPorts) => void>> = {
  open: (ports) => {
    if (currentRow(ports) !== undefined) {
      set(ports, { mode: 'record', line: 0, lineTop: 0 });
    }
  },
  next: (ports) => ports.pager.seek('next'),
  previous: (ports) => ports.pager.seek('previous'),
  columns: (ports) => {
    const state = ports.pager.store.get();
    set(ports, isText(state) ? { notice: 'text has no columns to choose' } : openPicker(state));
  },
  follow: toggleFollowing,
  copy: copyCell,
  'copy-row': copyRow,
  'copy-id': (ports) => copy(ports, 'the id of the handle', ports.pager.store.get().facts?.handle_id),
  command: (ports) => set(ports, { mode: 'command' }),
  again: (ports) => ports.pager.again(),
  help: openHelp,
  stop: stopOrClose,
  interrupt: stopOrClose,
  quit: (ports) => ports.onClose(),
};

function stopOrClose(ports: KeyPorts): void {
  const isBusy =
    ports.pager.store.get().filter?.status === 'running' || ports.pager.store.get().search?.status === 'running';
  if (isBusy || ports.pager.isWaiting()) {
    ports.pager.stop();
    set(ports, { notice: 'stopped' });
  } else {
    ports.onClose();
  }
}

function toggleFollowing(ports: KeyPorts): void {
  const { pager } = ports;
  const state = pager.store.get();
  if (state.facts?.state !== 'open') {
    set(ports, { notice: 'the handle is complete: no more rows will come' });
    return;
  }
  const isFollowing = !state.isFollowing;
  const change = isFollowing ? moveTo(state, viewLength(state) - 1, pager.room()) : state;
  set(ports, { ...change, isFollowing });
}

/** The row under the cursor, when it was read and may be seen. */
export function currentRow({ pager }: Pick<KeyPorts, 'pager'>): { readonly value: unknown } | undefined {
  const state = pager.store.get();
  const row = pager.reader.row(state.cursor);
  if (row === undefined || row === 'hidden') {
    return undefined;
  }
  return isText(state) ? { value: joinedLine(pager.reader.row, state.cursor) ?? row.value } : row;
}

function copyCell(ports: KeyPorts): void {
  const state = ports.pager.store.get();
  const row = currentRow(ports);
  const column = currentColumn(state);
  if (isText(state)) {
    copy(ports, 'the line', textOf(memberOf(row?.value, 'text'))?.replace(/\n$/, ''));
  } else if (column !== undefined) {
    copy(ports, column.name, textOf(memberOf(row?.value, column.name)));
  }
}

function copyRow(ports: KeyPorts): void {
  const row = currentRow(ports);
  copy(ports, 'the row', row === undefined ? undefined : JSON.stringify(row.value));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function copy(ports: KeyPorts, what: string, text: string | undefined): void {
  const sequence = text === undefined ? undefined : clipboardSequence(text);
  if (text === undefined) {
    set(ports, { notice: 'there is nothing here to copy' });
  } else if (sequence === undefined) {
    set(ports, { notice: `${what} is too long to copy: more than 100 KB` });
  } else {
    ports.send(sequence);
    set(ports, { notice: `copied ${what}: ${text.length.toLocaleString('en')} characters` });
  }
}

/** The help scrolls; any other key takes it away. */
function onHelpKey(ports: KeyPorts, { name }: Key): void {
  const { helpOver, lineTop } = ports.pager.store.get();
  const by = movementOf(name, ports.pager.room().height);
  set(ports, by === undefined ? { mode: helpOver, lineTop: 0, line: 0 } : { lineTop: Math.max(0, lineTop + by) });
}

function openHelp(ports: KeyPorts): void {
  const { mode } = ports.pager.store.get();
  set(ports, { mode: 'help', helpOver: mode, lineTop: 0 });
}

function onCommandKey(ports: KeyPorts, { name }: Key): void {
  if (name === 'y') {
    copy(ports, 'the command', pagerCommand(ports.pager.store.get()));
  }
  set(ports, { mode: 'table' });
}

/** The command line that shows what the pager shows. */
export function pagerCommand(state: PagerState): string {
  return commandLine({
    handleId: state.facts?.handle_id ?? '',
    fields: state.areColumnsChosen ? shownColumns(state.columns).map(({ name }) => name) : undefined,
    filter: state.filter?.text,
    offset: state.top,
  });
}

/** The lines of the row that is open. */
export function openLines(pager: PagerController): readonly RecordLine[] {
  const row = currentRow({ pager });
  return row === undefined ? [] : rememberedLines(row.value, pager.room().width);
}

let remembered: { readonly value: unknown; readonly width: number; readonly lines: readonly RecordLine[] } = {
  value: undefined,
  width: 0,
  lines: [],
};

/** A row is drawn many times while a person reads it. */
function rememberedLines(value: unknown, width: number): readonly RecordLine[] {
  if (remembered.value !== value || remembered.width !== width) {
    remembered = { value, width, lines: recordLines(value, width) };
  }
  return remembered.lines;
}

function onRecord(ports: KeyPorts, command: RecordCommand | undefined): void {
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
  copy: (ports) => {
    const line = openLines(ports.pager)[ports.pager.store.get().line];
    copy(ports, line?.path === '' || line === undefined ? 'the value' : line.path, textOf(line?.value));
  },
  'copy-row': copyRow,
  help: openHelp,
  back: (ports) => set(ports, { mode: 'table' }),
  quit: (ports) => ports.onClose(),
};

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
  const { line, lineTop } = ports.pager.store.get();
  const count = openLines(ports.pager).length;
  const next = moved(line, steps[command] ?? 0, count);
  set(ports, { line: next, lineTop: windowOf(next, count, height, lineTop) });
}
