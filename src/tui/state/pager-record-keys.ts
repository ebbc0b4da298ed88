import { copy, copyRow, textOf } from './pager-copy.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import type { RecordCommand } from './pager-keymap.js';
import { moveView } from './pager-moves.js';
import { openLines } from './pager-open-row.js';
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
  copy: (ports) => {
    const line = openLines(ports.pager)[ports.pager.store.get().line];
    copy(ports, line?.path === '' || line === undefined ? 'the value' : line.path, textOf(line?.value));
  },
  'copy-row': copyRow,
  help: (ports) => set(ports, { mode: 'help', helpOver: 'record', lineTop: 0 }),
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
