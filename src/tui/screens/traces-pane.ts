import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { ChainVerdict } from '../../contract/trace.js';
import { searchLine } from '../components/search-line.js';
import type { SpanLine } from '../components/span-lines.js';
import { emptyLines, tableLines } from '../components/table-lines.js';
import { type KeyTable, obey } from '../state/key-table.js';
import { createStore } from '../state/store.js';
import { createTracePages, type TraceExtent, type TracePages } from '../state/trace-pages.js';
import { INITIAL_LIST, reduceList } from '../state/ui-list.js';
import { parseTraceFilter } from '../state/ui-traces.js';
import { windowOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import { inBackground, keysOfList, onListKey, type Pane, type PanePorts, type Room } from './pane.js';
import { TRACE_COLUMNS, traceInfo } from './traces-lines.js';

const KEYS: KeyTable<'show' | 'open' | 'verify' | 'refresh' | 'other'> = [
  {
    keys: ['enter'],
    command: 'show',
    words: 'show the selected trace whole; enter there opens its handle',
    short: 'show',
  },
  { keys: ['o'], command: 'open', words: 'open the handle of the selected trace' },
  { keys: ['v'], command: 'verify', words: 'check that no trace was changed, removed or reordered', short: 'verify' },
  {
    keys: ['/'],
    command: 'other',
    words: 'filter: an event (grant invoke expand revoke), an outcome, or a part of a capability or an id',
    short: 'filter',
  },
  { keys: ['r'], command: 'refresh', words: 'read from the newest again', short: 'newest' },
  { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'other', words: 'move through the list' },
  { keys: ['escape'], command: 'other', words: 'leave the filter, then clear it' },
];

/** The traces of the store, newest first, read page by page as one scrolls. */
export function createTracesPane(ports: PanePorts): Pane {
  const { kernel } = ports;
  const store = createStore(reduceList, INITIAL_LIST);
  store.subscribe(ports.refresh);
  let pages: TracePages | undefined;
  let pagesFilter: string | undefined;
  let verdict = '';
  let isVerifying = false;
  let top = 0;
  let height = 1;

  function open(): TracePages {
    const text = store.get().search.text;
    if (pages === undefined || pagesFilter !== text) {
      pages?.stop();
      pagesFilter = text;
      pages = createTracePages({
        list: kernel.audit.list,
        filter: parseTraceFilter(text),
        until: new Date(ports.now() + 1).toISOString(),
        onRead: ports.refresh,
        rest: () => nextTurn(),
      });
    }
    return pages;
  }

  function reload(): void {
    pages?.stop();
    pages = undefined;
    ports.refresh();
  }

  function show(isWhole: boolean): void {
    const trace = open().row(store.get().selected);
    if (trace === undefined) {
      return;
    }
    const { action_id: actionId, handle_id: handleId } = trace;
    if (isWhole) {
      const lines = (width: number): readonly SpanLine[] => traceInfo(trace, width);
      ports.openText({ title: actionId, lines, ...(handleId === undefined ? {} : { handleId }) });
    } else if (handleId === undefined) {
      ports.say(`${actionId} has no handle`);
    } else {
      ports.openHandle(handleId);
    }
  }

  function verify(): void {
    if (isVerifying) {
      return;
    }
    isVerifying = true;
    verdict = 'verifying the chain';
    ports.refresh();
    inBackground(ports, async () => {
      try {
        verdict = verdictWords(await kernel.audit.verify());
      } catch (error) {
        verdict = '';
        throw error;
      } finally {
        isVerifying = false;
      }
    });
  }

  const commands = {
    show: () => show(true),
    open: () => show(false),
    verify,
    refresh: reload,
  };

  function onKey(key: Key): boolean {
    if (onListKey({ state: store.get(), dispatch: store.dispatch, height, count: open().extent().rows }, key)) {
      return true;
    }
    return obey(KEYS, commands, key.name);
  }

  function lines({ columns, rows: room, theme }: Room): readonly SpanLine[] {
    const now = open();
    const state = store.get();
    const { rows: count, isWhole, searched } = now.extent();
    const head: SpanLine[] = verdict === '' ? [] : [[{ text: `chain: ${verdict}`, role: verdictRole(verdict) }]];
    height = Math.max(1, room - 2 - head.length);
    top = windowOf(state.selected, count, height, top);
    const seen = Array.from({ length: Math.max(0, Math.min(height, count - top)) }, (_, index) => now.row(top + index));
    const from = top;
    queueMicrotask(() => inBackground({ fail: ports.fail, refresh: () => undefined }, () => now.want(from, height)));
    const isSearch = state.search.text !== '';
    const words = `${formatCount(count)}${isWhole ? '' : '+'}${isSearch ? `, searched ${formatCount(searched)}` : ''}`;
    const table = tableLines(TRACE_COLUMNS, seen, { width: columns, theme, selected: state.selected - top });
    return [
      searchLine(state, { label: 'filter', count: words }, { width: columns, theme }),
      ...head,
      ...(count === 0 ? emptyLines(nothingWords(now.extent(), isSearch), columns) : table),
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

function nothingWords({ isWhole, hasFailed }: TraceExtent, isSearch: boolean): string {
  if (hasFailed) {
    return 'could not be read: r tries again';
  }
  if (!isWhole) {
    return 'reading';
  }
  return isSearch ? 'nothing found' : 'no traces yet';
}

function verdictWords(verdict: ChainVerdict): string {
  const { ok, records_checked: checked, pruned = 0, first_bad_seq: bad, detail } = verdict;
  const where = bad === undefined ? '' : ` at record ${bad}`;
  const why = detail === undefined ? '' : `: ${terminalSafeLine(detail)}`;
  return `${ok ? 'intact' : 'NOT INTACT'}${where}${why}, ${formatCount(checked)} records checked${pruned === 0 ? '' : `, ${formatCount(pruned)} before them pruned`}`;
}

function verdictRole(verdict: string): 'good' | 'bad' | 'faint' {
  if (verdict.startsWith('intact')) {
    return 'good';
  }
  return verdict.startsWith('NOT') ? 'bad' : 'faint';
}
