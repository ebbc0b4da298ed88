import { amountText } from '../../contract/frame-account.js';
import type { HandleRecord } from '../../contract/handle.js';
import { formatBytes, formatCount } from '../../contract/quantities.js';
import { searchLine } from '../components/search-line.js';
import type { SpanLine } from '../components/span-lines.js';
import { aloneIn, joinSplit, splitRoom } from '../components/split-pane.js';
import { emptyLines, tableLines } from '../components/table-lines.js';
import { createHandlePreviews } from '../state/handle-preview.js';
import { type KeyTable, obey } from '../state/key-table.js';
import { createStore } from '../state/store.js';
import { FIRST_READ, filteredHandles, nextLimit } from '../state/ui-handles.js';
import { INITIAL_LIST, reduceList } from '../state/ui-list.js';
import { windowOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import { handleDetail } from './handle-detail.js';
import { handleColumns, handleInfo } from './handles-lines.js';
import { inBackground, keysOfList, onListKey, type Pane, type PanePorts, type Room } from './pane.js';

const KEYS: KeyTable<'open' | 'info' | 'remove' | 'collect' | 'refresh' | 'other'> = [
  { keys: ['enter'], command: 'open', words: 'open the selected handle in the pager', short: 'open' },
  { keys: ['i'], command: 'info', words: 'all that is known of the selected handle', short: 'info' },
  { keys: ['x'], command: 'remove', words: 'remove the selected handle and its rows', short: 'remove' },
  { keys: ['G', 'ctrl+g'], command: 'collect', words: 'remove what expired or is over the limit', short: 'gc' },
  { keys: ['/'], command: 'other', words: 'filter by id, capability or state', short: 'filter' },
  { keys: ['r'], command: 'refresh', words: 'read the list again' },
  { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'other', words: 'move through the list' },
  { keys: ['escape'], command: 'other', words: 'leave the filter, then clear it' },
];

/** From so many columns on the selected handle is looked into beside the list. */
const WITH_PREVIEW = 120;

/** The principal's stored results, newest first. */
export function createHandlesPane(ports: PanePorts): Pane {
  const { kernel, principal } = ports;
  const store = createStore(reduceList, INITIAL_LIST);
  store.subscribe(ports.refresh);
  const previews = createHandlePreviews(ports);
  let read: { readonly handles: readonly HandleRecord[]; readonly limit: number } = { handles: [], limit: 0 };
  let isReading = false;
  let hasFailed = false;
  let top = 0;
  let height = 1;

  function rows(): readonly HandleRecord[] {
    return filteredHandles(read.handles, store.get().search.text);
  }

  async function readUpTo(limit: number): Promise<void> {
    if (isReading) {
      return;
    }
    isReading = true;
    hasFailed = true;
    try {
      read = { handles: await kernel.handles.list(principal, limit), limit };
      hasFailed = false;
    } finally {
      isReading = false;
    }
    store.dispatch({ type: 'counted', count: rows().length });
  }

  /** More is read as one comes near the end of what was. */
  function readOn(): void {
    const { search, selected } = store.get();
    const look = { selected, height, shown: rows().length, isFiltered: search.text !== '' };
    const limit = nextLimit({ count: read.handles.length, limit: read.limit }, look);
    if (limit !== undefined) {
      inBackground(ports, () => readUpTo(limit));
    }
  }

  function reload(): void {
    inBackground(ports, () => readUpTo(Math.max(FIRST_READ, read.limit)));
  }

  function remove({ handle_id: handleId }: HandleRecord): void {
    inBackground(ports, async () => {
      await kernel.handles.remove(handleId, principal);
      await readUpTo(read.limit);
      ports.say(`removed ${handleId}`);
    });
  }

  function collect(): void {
    inBackground(ports, async () => {
      const { removed_handles: count, removed_bytes: bytes } = await kernel.handles.collect();
      await readUpTo(read.limit);
      ports.say(`removed ${amountText(count, 'handles')}, ${formatBytes(bytes)} are free again`);
    });
  }

  function onSelected(act: (handle: HandleRecord) => void): void {
    const handle = rows()[store.get().selected];
    if (handle !== undefined) {
      act(handle);
    }
  }

  const commands = {
    open: () =>
      onSelected(({ handle_id: id }) => {
        previews.leave();
        ports.openHandle(id);
      }),
    info: () =>
      onSelected((handle) =>
        ports.openText({
          title: handle.handle_id,
          lines: (width) => handleInfo(handle, width, ports.now()),
          handleId: handle.handle_id,
        }),
      ),
    remove: () =>
      onSelected((handle) =>
        ports.ask({
          text: `Remove ${handle.handle_id} with ${amountText(handle.total_rows, 'rows')}?`,
          choices: [{ key: 'y', words: 'remove', act: () => remove(handle) }],
        }),
      ),
    collect: () =>
      ports.ask({
        text: 'Remove all handles that expired or are over the limit of the store?',
        choices: [{ key: 'y', words: 'remove', act: collect }],
      }),
    refresh() {
      previews.forget();
      reload();
    },
  };

  function onKey(key: Key): boolean {
    if (onListKey({ state: store.get(), dispatch: store.dispatch, height, count: rows().length }, key)) {
      readOn();
      return true;
    }
    return obey(KEYS, commands, key.name);
  }

  function countWords(shown: number): string {
    const isAll = read.handles.length < read.limit;
    const known = `${formatCount(read.handles.length)}${isAll ? '' : '+'}`;
    return shown === read.handles.length ? known : `${formatCount(shown)} of ${known}`;
  }

  function nothingWords(): string {
    if (read.limit === 0) {
      return hasFailed && !isReading ? 'could not be read: r tries again' : 'reading';
    }
    return read.handles.length === 0 ? 'no handles yet' : 'nothing found';
  }

  function lines({ columns, rows: room, theme, now }: Room): readonly SpanLine[] {
    const list = rows();
    const state = store.get();
    const size = { columns, rows: room - 1 };
    const split = columns < WITH_PREVIEW ? aloneIn(size) : splitRoom(size, list.length + 1);
    height = Math.max(1, split.list.rows - 1);
    top = windowOf(state.selected, list.length, height, top);
    const seen = list.slice(top, top + height);
    const selected = list[state.selected];
    const width = split.list.columns;
    const table = tableLines(handleColumns(now), seen, { width, theme, selected: state.selected - top });
    const isBeside = selected !== undefined && split.isBeside;
    const beside = isBeside
      ? handleDetail(selected, previews.look(selected, split.detail.rows), { ...split.detail, theme })
      : [];
    return [
      searchLine(state, { label: 'filter', count: countWords(list.length) }, { width: columns, theme }),
      ...(list.length === 0 ? emptyLines(nothingWords(), columns) : joinSplit(split, table, beside, theme)),
    ];
  }

  return {
    lines,
    onKey,
    keys: () => keysOfList(KEYS, store.get()),
    isTyping: () => store.get().isSearching,
    onShow: reload,
  };
}
