import { formatBytes, formatCount, formatSpan } from '../../../contract/quantities.js';
import { type Api, problemWords } from './api.js';
import { make } from './dom.js';
import { createHandlePane } from './handle-pane.js';
import { createListPane, type ListItem } from './list-pane.js';
import { listOf, type Members, membersOf, numberOf, textOf } from './members.js';
import { createNewestAsk } from './newest-answer.js';
import type { View, ViewPorts } from './view.js';

export interface HandlesView extends View {
  readonly open: (handleId: string) => void;
  readonly turn: (to: 'next' | 'previous') => void;
  readonly focusFilter: () => void;
}

interface HandlesPorts extends ViewPorts {
  readonly api: Api;
  readonly tell: (text: string) => void;
}

const MOST_HANDLES = 200;
const STATE_CLASSES: Readonly<Record<string, string>> = { open: 'accent', complete: 'good', partial: 'warn' };

/** Stored results, and pages of the one that was chosen. */
export function createHandlesView({ api, tell, showDetail }: HandlesPorts): HandlesView {
  const list = createListPane({ title: 'handles', empty: 'nothing is kept', onChoose: open });
  const ask = createNewestAsk(api);
  let pane: ReturnType<typeof createHandlePane> | undefined;

  function open(id: string): void {
    list.choose(id);
    pane = createHandlePane(id, { api, tell });
    showDetail(pane.element);
  }

  return {
    title: 'handles',
    list,
    open,
    turn: (to) => pane?.turn(to),
    focusFilter: () => pane?.focusFilter(),
    async refresh() {
      const answer = await ask(`/v1/handles?limit=${MOST_HANDLES}`);
      if (answer === undefined) {
        return;
      }
      if (answer.problem !== undefined) {
        list.say(problemWords(answer.problem));
        return;
      }
      list.set(listOf(answer.body['handles']).map(membersOf).map(item));
    },
    reset() {
      pane = undefined;
      list.choose(undefined);
      list.set([]);
    },
  };
}

function item(handle: Members): ListItem {
  const id = textOf(handle['handle_id']);
  const capability = textOf(handle['capability_id']);
  const state = textOf(handle['state']);
  const rows = `${formatCount(numberOf(handle['total_rows']) ?? 0)} ${handle['kind'] === 'text' ? 'lines' : 'rows'}`;
  const size = formatBytes(numberOf(handle['size_bytes']) ?? 0);
  const age = Date.now() - Date.parse(textOf(handle['created_at']));
  return {
    key: id,
    words: `${id} ${capability} ${state}`,
    lines: [
      make('span', { class: 'strong' }, id),
      make('span', { class: STATE_CLASSES[state] ?? '' }, state),
      make('span', { class: 'faint wide' }, [capability, rows, `${formatSpan(age)} ago`, size].join(' · ')),
    ],
  };
}
