import { button, type Child, make, put } from './dom.js';

export interface ListItem {
  readonly key: string;
  /** What a search looks through. */
  readonly words: string;
  readonly lines: readonly Child[];
}

export interface ListPane {
  readonly element: HTMLElement;
  readonly set: (items: readonly ListItem[]) => void;
  /** Said in place of the list. */
  readonly say: (text: string) => void;
  readonly choose: (key: string | undefined) => void;
  readonly focusSearch: () => void;
  readonly focus: () => void;
}

interface ListOptions {
  readonly title: string;
  readonly empty: string;
  readonly onChoose: (key: string) => void;
}

/** A list that can be searched; the arrows move in it. */
export function createListPane({ title, empty, onChoose }: ListOptions): ListPane {
  const search = make('input', { type: 'search', id: `search-${title}`, autocomplete: 'off', spellcheck: 'false' });
  const count = make('span', { class: 'faint' });
  const list = make('ul', { class: 'list' });
  const said = make('p', { class: 'faint', hidden: true });
  const element = make(
    'div',
    { class: 'list-pane' },
    make('h2', {}, title),
    make('div', { class: 'search' }, make('label', { for: search.id }, 'search '), search, count),
    said,
    list,
  );
  let items: readonly ListItem[] = [];
  let chosen: string | undefined;

  function draw(): void {
    const wanted = search.value.toLowerCase().split(/\s+/);
    const found = items.filter(({ words }) => wanted.every((word) => words.toLowerCase().includes(word)));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['key'] : undefined;
    put(list, ...found.map((item) => make('li', {}, itemButton(item))));
    put(count, found.length === items.length ? `${items.length}` : `${found.length} of ${items.length}`);
    say(found.length > 0 ? '' : items.length === 0 ? empty : 'nothing fits');
    if (focused !== undefined) {
      buttons()
        .find(({ dataset }) => dataset['key'] === focused)
        ?.focus();
    }
  }

  function itemButton({ key, lines }: ListItem): HTMLElement {
    const isChosen = key === chosen;
    const made = button('', () => onChoose(key), { class: 'item', ...(isChosen ? { 'aria-current': 'true' } : {}) });
    made.dataset['key'] = key;
    put(made, ...lines);
    return made;
  }

  function say(text: string): void {
    put(said, text);
    said.hidden = text === '';
  }

  const buttons = (): readonly HTMLButtonElement[] => [...list.querySelectorAll('button')];

  search.addEventListener('input', draw);
  element.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) {
      return;
    }
    event.preventDefault();
    const all = buttons();
    const at = all.findIndex((each) => each.matches(':focus'));
    const next = at + step;
    (next < 0 ? search : (all[next] ?? all.at(-1)))?.focus();
  });

  return {
    element,
    set(given) {
      items = given;
      draw();
    },
    say(text) {
      items = [];
      draw();
      say(text);
    },
    choose(key) {
      chosen = key;
      draw();
    },
    focusSearch() {
      search.focus();
      search.select();
    },
    focus: () => (buttons().find(({ dataset }) => dataset['key'] === chosen) ?? buttons()[0] ?? search).focus(),
  };
}
