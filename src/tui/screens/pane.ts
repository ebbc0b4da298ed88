import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import type { SpanLine } from '../components/span-lines.js';
import type { KeyTable } from '../state/key-table.js';
import type { RecentTraces } from '../state/recent-traces.js';
import type { ListEvent, ListState } from '../state/ui-list.js';
import type { Prompt, Question } from '../state/ui-state.js';
import { movementOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import type { Size, Terminal } from '../terminal/terminal.js';
import type { Theme } from '../theme.js';

/** The room a pane is drawn in. */
export interface Room extends Size {
  readonly theme: Theme;
  /** Unix milliseconds at this drawing. */
  readonly now: number;
}

/** One view of the browser. It keeps its state while another one is shown. */
export interface Pane {
  /** At most `rows` lines of at most `columns` columns. */
  readonly lines: (room: Room) => readonly SpanLine[];
  /** Whether the key meant something here. */
  readonly onKey: (key: Key) => boolean;
  /** What keys do now: for the foot line and the help. */
  readonly keys: () => KeyTable;
  /** Characters become text now, and do nothing else. */
  readonly isTyping: () => boolean;
  /** It comes to the front: what it shows is read anew. */
  readonly onShow: () => void;
}

/** What the browser does for its panes. */
export interface PanePorts {
  readonly kernel: Kernel;
  readonly principal: Principal;
  readonly now: () => number;
  /** As that of the terminal. */
  readonly after: Terminal['after'];
  /** The newest traces of the principal, for all that shows some of them. */
  readonly recent: RecentTraces;
  readonly refresh: () => void;
  /** Says in the foot what went wrong, or what was done. */
  readonly fail: (error: unknown) => void;
  readonly say: (text: string) => void;
  readonly ask: (question: Question) => void;
  readonly prompt: (prompt: Omit<Prompt, 'field'> & { readonly text: string }) => void;
  readonly openHandle: (handleId: string) => void;
  readonly openText: (text: TextPage) => void;
}

/** A page of text to read. */
export interface TextPage {
  readonly title: string;
  /** Lines of at most `width` columns. */
  readonly lines: (width: number, theme: Theme) => readonly SpanLine[];
  /** The stored result it speaks of; `enter` opens it. */
  readonly handleId?: string;
}

/** Work that reports its failure in the foot. */
export function inBackground(ports: Pick<PanePorts, 'fail' | 'refresh'>, work: () => Promise<void>): void {
  work().catch(ports.fail).finally(ports.refresh);
}

const SEARCH_KEYS: KeyTable = [
  { keys: ['escape'], command: 'other', words: 'leave the field; again: clear it', short: 'done' },
  { keys: ['left', 'right', 'home', 'end'], command: 'other', words: 'move the cursor' },
  { keys: ['ctrl+u', 'ctrl+w'], command: 'other', words: 'remove all, or the word, before the cursor' },
  { keys: ['up', 'down', 'pageup', 'pagedown'], command: 'other', words: 'move through the list' },
];

/** What keys do in a list: while its field has the keys, only `enter` does what it says in the table. */
export function keysOfList(table: KeyTable, { isSearching }: ListState): KeyTable {
  return isSearching ? [...table.filter(({ keys }) => keys.includes('enter')), ...SEARCH_KEYS] : table;
}

interface ListKeys {
  readonly state: ListState;
  readonly dispatch: (event: ListEvent) => void;
  readonly height: number;
  readonly count: number;
}

/** The keys that every list with a search field has in common. */
export function onListKey({ state, dispatch, height, count }: ListKeys, key: Key): boolean {
  const isFieldKey = state.isSearching && (key.name === 'home' || key.name === 'end');
  const by = isFieldKey ? undefined : movementOf(key.name, height);
  if (by !== undefined) {
    dispatch({ type: 'move', by, count });
    return true;
  }
  if (state.isSearching) {
    return onSearchKey(dispatch, key);
  }
  if (key.name === '/') {
    dispatch({ type: 'search', isSearching: true });
    return true;
  }
  if (key.name === 'escape' && state.search.text !== '') {
    dispatch({ type: 'clear' });
    return true;
  }
  return false;
}

function onSearchKey(dispatch: ListKeys['dispatch'], key: Key): boolean {
  if (key.name === 'escape') {
    dispatch({ type: 'search', isSearching: false });
    return true;
  }
  if (key.name === 'enter' || key.name === 'tab' || key.name === 'backtab' || key.name === 'ctrl+c') {
    return false;
  }
  dispatch({ type: 'edit', key });
  return true;
}
