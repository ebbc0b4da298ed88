import type { Capability } from '../../contract/capability.js';
import type { PolicyDecision } from '../../contract/grant.js';
import { formatCount } from '../../contract/quantities.js';
import { searchLine } from '../components/search-line.js';
import type { SpanLine } from '../components/span-lines.js';
import { joinSplit, splitRoom } from '../components/split-pane.js';
import { tableLines } from '../components/table-lines.js';
import { commandOf, type KeyTable } from '../state/key-table.js';
import { createStore } from '../state/store.js';
import { foundCapabilities } from '../state/ui-capabilities.js';
import { INITIAL_LIST, reduceList } from '../state/ui-list.js';
import { windowOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import { CAPABILITY_COLUMNS, type CapabilityRow, capabilityDetail } from './capabilities-lines.js';
import { capabilityBeside } from './capability-beside.js';
import { inBackground, keysOfList, onListKey, type Pane, type PanePorts, type Room } from './pane.js';

const KEYS: KeyTable<'open' | 'refresh' | 'other'> = [
  { keys: ['enter'], command: 'open', words: 'fill in the arguments of the selected capability', short: 'arguments' },
  {
    keys: ['/'],
    command: 'other',
    words: 'search; any letter but q starts a search too',
    short: 'search',
  },
  { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'other', words: 'move through the list' },
  { keys: ['escape'], command: 'other', words: 'leave the search field, then clear it' },
  { keys: ['ctrl+r'], command: 'refresh', words: 'ask policy again' },
];

/** Ranked hits; what else has the words follows by id. */
const MOST_HITS = 100;
/** From so many columns on arguments and last runs stand beside the list. */
const WITH_RUNS = 120;

export interface CapabilitiesPorts extends PanePorts {
  /** Reads the list anew, where it is on another machine. */
  readonly reload?: (() => Promise<void>) | undefined;
}

/** The capabilities with what policy would say, searched as one types. */
export function createCapabilitiesPane(ports: CapabilitiesPorts, openForm: (capability: Capability) => void): Pane {
  const { kernel, principal } = ports;
  const store = createStore(reduceList, INITIAL_LIST);
  store.subscribe(ports.refresh);
  const decisions = new Map<string, PolicyDecision>();
  const wanted = new Set<string>();
  const asked = new Set<string>();
  /** Asked again when the list is read again. */
  const unanswered = new Set<string>();
  let all: readonly Capability[] = [];
  let found: { readonly query: string; readonly rows: readonly Capability[] } | undefined;
  let top = 0;
  let height = 1;
  let isDeciding = false;

  function rows(): readonly Capability[] {
    const query = store.get().search.text;
    if (found?.query !== query) {
      const hits = query.trim() === '' ? [] : kernel.capabilities.search(query, Math.min(all.length, MOST_HITS));
      found = { query, rows: foundCapabilities(all, hits, query) };
    }
    return found.rows;
  }

  function list(): void {
    all = kernel.capabilities.list();
    found = undefined;
  }

  function reload(): void {
    for (const capabilityId of unanswered) {
      asked.delete(capabilityId);
    }
    unanswered.clear();
    ports.recent.forget();
    list();
    if (ports.reload !== undefined) {
      inBackground(ports, () => ports.reload?.().then(list) ?? Promise.resolve());
    }
  }

  /** Policy is asked for what is seen, one after the other, and each answer is kept. */
  async function decideWanted(): Promise<void> {
    if (isDeciding) {
      return;
    }
    isDeciding = true;
    for (const capabilityId of wanted) {
      wanted.delete(capabilityId);
      try {
        decisions.set(capabilityId, await kernel.decide({ principal, capabilityId }));
      } catch (error) {
        unanswered.add(capabilityId);
        ports.fail(error);
      }
      ports.refresh();
    }
    isDeciding = false;
  }

  function rowOf(capability: Capability): CapabilityRow {
    const decision = decisions.get(capability.capability_id);
    if (!asked.has(capability.capability_id)) {
      asked.add(capability.capability_id);
      wanted.add(capability.capability_id);
    }
    return { capability, decision };
  }

  function lines(room: Room): readonly SpanLine[] {
    const { columns, theme } = room;
    const list = rows();
    const split = splitRoom({ columns, rows: room.rows - 1 }, list.length + 1);
    const state = store.get();
    height = Math.max(1, split.list.rows - 1);
    top = windowOf(state.selected, list.length, height, top);
    const seen = list.slice(top, top + height).map(rowOf);
    const selected = list[state.selected];
    const table = tableLines(CAPABILITY_COLUMNS, seen, {
      width: split.list.columns,
      theme,
      selected: state.selected - top,
    });
    const detail = selected === undefined ? [] : detailOf(selected, { columns, width: split.detail.columns, theme });
    queueMicrotask(() => void decideWanted());
    const count = list.length === all.length ? formatCount(all.length) : `${formatCount(list.length)} of ${all.length}`;
    return [
      searchLine(state, { label: 'search', count }, { width: columns, theme }),
      ...joinSplit(split, list.length === 0 ? [[{ text: '  nothing found', role: 'faint' }]] : table, detail, theme),
    ];
  }

  function detailOf(
    capability: Capability,
    { columns, width, theme }: Pick<Room, 'columns' | 'theme'> & { readonly width: number },
  ): readonly SpanLine[] {
    const detail = capabilityDetail(rowOf(capability), width, theme);
    if (columns < WITH_RUNS) {
      return detail;
    }
    ports.recent.want();
    return [...detail, ...capabilityBeside(capability, ports.recent, { width, theme })];
  }

  function onKey(key: Key): boolean {
    const state = store.get();
    if (onListKey({ state, dispatch: store.dispatch, height, count: rows().length }, key)) {
      return true;
    }
    switch (commandOf(KEYS, key.name)) {
      case 'open': {
        const selected = rows()[state.selected];
        if (selected !== undefined) {
          store.dispatch({ type: 'search', isSearching: false });
          openForm(selected);
        }
        return true;
      }
      case 'refresh':
        decisions.clear();
        asked.clear();
        reload();
        ports.refresh();
        return true;
      default:
        return startsSearch(key);
    }
  }

  /** A letter that means nothing else begins a search. */
  function startsSearch(key: Key): boolean {
    if (key.text === undefined || key.text === 'q' || !/\p{L}/u.test(key.text)) {
      return false;
    }
    store.dispatch({ type: 'edit', key });
    return true;
  }

  return {
    lines,
    onKey,
    keys: () => keysOfList(KEYS, store.get()),
    isTyping: () => store.get().isSearching,
    onShow: reload,
  };
}
