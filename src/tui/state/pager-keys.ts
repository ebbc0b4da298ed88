import type { Key } from '../terminal/keys.js';
import { commandOf } from './key-table.js';
import {
  countValues,
  filterByCell,
  hideColumn,
  pinColumn,
  resizeColumn,
  sort,
  sortFurther,
  wrap,
} from './pager-column-keys.js';
import { allRowsCommand, pagerCommand } from './pager-command.js';
import { copy, copyCell, copyRow } from './pager-copy.js';
import { goToError } from './pager-errors.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { PICKER_KEYS, RECORD_KEYS, TABLE_KEYS, type TableCommand } from './pager-keymap.js';
import { goToMark, toggleMark, toggleMarkedOnly } from './pager-marks.js';
import { endText, type MoveCommand, moveTo, moveView } from './pager-moves.js';
import { openPicker, pick } from './pager-picker.js';
import { openPrompt } from './pager-prompt.js';
import { onPromptKey } from './pager-prompt-keys.js';
import { onRecord } from './pager-record-keys.js';
import { isOrderCut, isText, type PromptKind, viewLength } from './pager-state.js';
import { onValuesKey } from './pager-values-keys.js';
import { movementOf } from './window-of.js';

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
    case 'values':
      onValuesKey(ports, key.name);
      return;
    case 'command':
      onCommandKey(ports, key);
      return;
    case 'help':
      onHelpKey(ports, key);
  }
}

const PROMPTS: Partial<Record<TableCommand, PromptKind>> = {
  goto: 'goto',
  filter: 'filter',
  search: 'search',
  formula: 'formula',
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
    const { reader, store } = ports.pager;
    const state = store.get();
    // A row that is still being read opens too, and is shown when it is there.
    if (reader.row(state.cursor) === 'hidden') {
      set(ports, { notice: 'this row is not for this reader' });
    } else if (viewLength(state) > 0) {
      set(ports, { mode: 'record', line: 0, lineTop: 0, found: undefined });
    }
  },
  last: (ports) => {
    recover(ports);
    const state = ports.pager.store.get();
    set(ports, moveView(state, 'last', ports.pager.room()));
    if (isOrderCut(state)) {
      set(ports, { notice: endText(state) });
    } else if (state.facts?.state === 'open' && !state.isFollowing) {
      set(ports, { notice: 'the last so far: t follows what comes' });
      ports.pager.goToEnd();
    }
  },
  next: (ports) => ports.pager.seek('next'),
  previous: (ports) => ports.pager.seek('previous'),
  'next-error': (ports) => goToError(ports, 'next'),
  'previous-error': (ports) => goToError(ports, 'previous'),
  columns: (ports) => {
    const state = ports.pager.store.get();
    set(ports, isText(state) ? { notice: 'text has no columns to choose' } : openPicker(state));
  },
  'sort-up': (ports) => sort(ports, false),
  'sort-down': (ports) => sort(ports, true),
  'then-up': (ports) => sortFurther(ports, false),
  'then-down': (ports) => sortFurther(ports, true),
  values: countValues,
  only: (ports) => filterByCell(ports, '='),
  without: (ports) => filterByCell(ports, '!='),
  hide: hideColumn,
  pin: pinColumn,
  wider: (ports) => resizeColumn(ports, 1),
  narrower: (ports) => resizeColumn(ports, -1),
  wrap,
  mark: toggleMark,
  'marked-only': toggleMarkedOnly,
  'next-mark': (ports) => goToMark(ports, 1),
  'previous-mark': (ports) => goToMark(ports, -1),
  follow: toggleFollowing,
  copy: copyCell,
  'copy-row': copyRow,
  'copy-id': (ports) => copy(ports, 'the id of the handle', ports.pager.store.get().facts?.handle_id),
  command: (ports) => set(ports, { mode: 'command' }),
  again: (ports) => ports.pager.again(),
  help: openHelp,
  stop: stepBack,
  interrupt: stopOrClose,
  quit: (ports) => ports.onClose(),
};

/** Leaves the sorting, then the filter, then the pager for what stands behind it; where nothing does, it says what quits. */
function stepBack(ports: KeyPorts): void {
  const { pager, isOutermost } = ports;
  const { order, filter } = pager.store.get();
  if (isBusy(pager)) {
    stopOrClose(ports);
  } else if (order !== undefined) {
    pager.gathering.leaveOrder();
    set(ports, {
      notice: order.areMarked === true ? 'the other rows are shown again' : 'in the order of the result again',
    });
  } else if (filter !== undefined) {
    pager.filter('');
    set(ports, { notice: 'all rows again' });
  } else if (isOutermost) {
    set(ports, { notice: 'q closes the pager' });
  } else {
    ports.onClose();
  }
}

function stopOrClose(ports: KeyPorts): void {
  if (isBusy(ports.pager)) {
    ports.pager.stop();
    set(ports, { notice: 'stopped' });
  } else {
    ports.onClose();
  }
}

function isBusy({ store, isWaiting }: KeyPorts['pager']): boolean {
  const { filter, search, order, jump } = store.get();
  return (
    jump !== undefined ||
    filter?.status === 'running' ||
    order?.status === 'running' ||
    search?.status === 'running' ||
    isWaiting()
  );
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
  } else if (name === 'Y') {
    copy(ports, 'the command for all of it', allRowsCommand(ports.pager.store.get()));
  }
  set(ports, { mode: 'table' });
}
