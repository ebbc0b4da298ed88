import { type Api, problemWords } from './api.js';
import { make } from './dom.js';
import { createForm, type Wanted } from './form.js';
import { createListPane } from './list-pane.js';
import { listOf, type Members, membersOf, textOf, textsOf } from './members.js';
import { createNewestAsk } from './newest-answer.js';
import type { View, ViewPorts } from './view.js';

/** What can be invoked, and the form of the one that was chosen. */
export function createCapabilitiesView(
  ports: ViewPorts & { readonly api: Api; readonly run: (wanted: Wanted) => void },
) {
  const { api, showDetail, run } = ports;
  let known = new Map<string, Members>();
  /** Forms are kept with what was typed into them. */
  const forms = new Map<string, HTMLElement>();
  const ask = createNewestAsk(api);
  const list = createListPane({ title: 'capabilities', empty: 'nothing can be invoked', onChoose: open });

  function open(id: string): void {
    list.choose(id);
    const form = forms.get(id) ?? createForm(known.get(id) ?? {}, run);
    forms.set(id, form);
    showDetail(form);
  }

  async function refresh(): Promise<void> {
    const answer = await ask('/v1/capabilities');
    if (answer === undefined) {
      return;
    }
    if (answer.problem !== undefined) {
      list.say(problemWords(answer.problem));
      return;
    }
    const all = listOf(answer.body['capabilities']).map(membersOf);
    known = new Map(all.map((each) => [textOf(each['capability_id']), each]));
    list.set(all.map(item));
  }

  return {
    title: 'capabilities',
    list,
    refresh,
    reset() {
      known = new Map();
      forms.clear();
      list.choose(undefined);
      list.set([]);
    },
  } satisfies View;
}

function item(capability: Members) {
  const id = textOf(capability['capability_id']);
  const name = textOf(capability['name']);
  const isDenied = capability['denied'] !== undefined;
  const kind = [textOf(capability['safety_class']), textOf(capability['sensitivity'])].filter(
    (word) => word !== 'NONE' && word !== '',
  );
  return {
    key: id,
    words: [id, name, textOf(capability['description']), ...textsOf(capability['tags'])].join(' '),
    lines: [
      make('span', { class: 'strong' }, id),
      make('span', { class: isDenied ? 'bad' : 'good' }, isDenied ? '✗ denied' : '✓ allowed'),
      make('span', { class: 'faint' }, name),
      make('span', { class: 'faint' }, kind.join(' ')),
    ],
  };
}
