import { formatTime } from '../../../contract/quantities.js';
import { type Api, problemWords } from './api.js';
import { make } from './dom.js';
import type { Wanted } from './form.js';
import { createListPane, type ListItem } from './list-pane.js';
import { listOf, type Members, membersOf, textOf } from './members.js';
import { createNewestAsk } from './newest-answer.js';
import { beginRun, followRun, type ShownRun } from './runs.js';
import type { View, ViewPorts } from './view.js';

export interface RunsView extends View {
  readonly begin: (wanted: Wanted) => void;
  readonly cancelShown: () => void;
}

interface RunsPorts extends ViewPorts {
  readonly api: Api;
  readonly tell: (text: string) => void;
  readonly onHandle: (handleId: string) => void;
}

/** A browser opens six connections to one place: some are left for everything else. */
const MOST_STREAMS = 4;
const MOST_SHOWN = 12;

/** Runs that go on or have ended not long ago, and the one that is looked at. */
export function createRunsView({ api, tell, onHandle, showDetail }: RunsPorts): RunsView {
  /** Those that this page follows, the newest last. */
  let shown: ShownRun[] = [];
  let chosen: ShownRun | undefined;
  const ask = createNewestAsk(api);
  const list = createListPane({ title: 'runs', empty: 'nothing was run yet', onChoose: open });
  const ports = { api, tell, onHandle, onChange: changed };

  function open(id: string): void {
    const known = shown.find((run) => run.state().runId === id);
    if (known === undefined && isFull()) {
      return;
    }
    show(known ?? followRun(id, '', ports));
    list.choose(id);
  }

  function show(run: ShownRun): void {
    chosen = run;
    if (!shown.includes(run)) {
      shown.push(run);
      forgetOld();
    }
    showDetail(run.pane.element);
  }

  function forgetOld(): void {
    const ended = shown.filter((run) => run.state().status !== undefined && run !== chosen);
    const old = new Set(ended.slice(0, Math.max(0, shown.length - MOST_SHOWN)));
    shown = shown.filter((run) => !old.has(run));
  }

  function isFull(): boolean {
    const going = shown.filter((run) => run.state().status === undefined).length;
    if (going < MOST_STREAMS) {
      return false;
    }
    const words = `${MOST_STREAMS} runs are followed already: cancel one, or wait for its end`;
    showDetail(make('p', { class: 'warn' }, words));
    tell(words);
    return true;
  }

  function changed(run: ShownRun): void {
    if (run === chosen) {
      list.choose(run.state().runId);
    }
    void refresh();
  }

  async function refresh(): Promise<void> {
    if (!api.hasToken()) {
      return;
    }
    const answer = await ask('/v1/runs');
    if (answer === undefined) {
      return;
    }
    if (answer.problem !== undefined) {
      list.say(problemWords(answer.problem));
      return;
    }
    list.set(listOf(answer.body['runs']).map(membersOf).map(item).reverse());
  }

  return {
    title: 'runs',
    list,
    refresh,
    begin(wanted) {
      if (!isFull()) {
        list.choose(undefined);
        show(beginRun(wanted, ports));
      }
    },
    cancelShown: () => chosen?.cancel(),
    reset() {
      for (const run of shown) {
        run.leave();
      }
      shown = [];
      chosen = undefined;
      list.choose(undefined);
      list.set([]);
    },
  };
}

function item(run: Members): ListItem {
  const id = textOf(run['run_id']);
  const subject = textOf(run['capability_id']) || textOf(run['agent']);
  const status = textOf(run['status']);
  const role = status === 'running' || status === 'completed' ? 'good' : 'bad';
  const mark = status === 'running' ? '•' : status === 'completed' ? '✓' : '✗';
  return {
    key: id,
    words: `${id} ${subject} ${status}`,
    lines: [
      make('span', { class: 'strong' }, subject),
      make('span', { class: role }, `${mark} ${status}`),
      make('span', { class: 'faint' }, id),
      make('span', { class: 'faint' }, formatTime(textOf(run['started_at']))),
    ],
  };
}
