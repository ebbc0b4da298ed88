import type { Key } from '../terminal/keys.js';
import { goToColumn } from './pager-column-keys.js';
import { addColumn } from './pager-formula-keys.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { endText, moveTo } from './pager-moves.js';
import { findColumn } from './pager-picker.js';
import { placeAsked, typeInto, withAsked } from './pager-prompt.js';
import { findInRecord } from './pager-record-keys.js';
import { type PagerState, viewLength } from './pager-state.js';
import { jumpToTime } from './pager-time-keys.js';
import { findValue } from './pager-values-keys.js';
import { sumColumn } from './values-sum-keys.js';

/** What a key does while a question is typed: enter asks it. */
export function onPromptKey(ports: KeyPorts, state: PagerState, key: Key): void {
  const { prompt } = state;
  if (prompt === undefined || key.name !== 'enter') {
    set(ports, typeInto(state, key));
    return;
  }
  const { text } = prompt.field;
  set(ports, { prompt: undefined, ...withAsked(state, prompt.kind, text) });
  switch (prompt.kind) {
    case 'filter':
      ports.pager.filter(text);
      return;
    case 'search':
      searchFor(ports, state, text);
      return;
    case 'goto':
      goTo(ports, text);
      return;
    case 'find':
      find(ports, text);
      return;
    case 'formula':
      addColumn(ports, text);
      return;
    case 'sum':
      sumColumn(ports, text);
  }
}

function find(ports: KeyPorts, text: string): void {
  const state = ports.pager.store.get();
  if (state.mode === 'record') {
    findInRecord(ports, text);
  } else if (state.mode === 'values') {
    findValue(ports, text);
  } else {
    set(ports, findColumn(state, text, ports.pager.room().height));
  }
}

/** Nothing typed, or the same text: the last search goes on from here, and looks at nothing twice. */
function searchFor(ports: KeyPorts, { search }: PagerState, text: string): void {
  const isSame =
    search !== undefined && search.text === text && search.condition === undefined && search.status !== 'stopped';
  if (search !== undefined && (text === '' || isSame)) {
    ports.pager.seek('next');
  } else if (text !== '') {
    ports.pager.search(text);
  }
}

/** Who knows vi types it, and no column is called so. */
const QUITS = /^q(?:uit)?!?$/;

function goTo(ports: KeyPorts, text: string): void {
  const state = ports.pager.store.get();
  const place = placeAsked(text, viewLength(state));
  if (place === undefined) {
    if (goToColumn(ports, text)) {
      return;
    }
    if (QUITS.test(text.trim())) {
      ports.onClose();
    } else {
      jumpToTime(ports, text);
    }
  } else {
    const notice = place < viewLength(state) ? undefined : endText(state);
    set(ports, { ...moveTo(state, place, ports.pager.room()), isFollowing: false, notice });
  }
}
