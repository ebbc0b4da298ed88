import { createApi, problemWords } from './api.js';
import { createCapabilitiesView } from './capabilities-view.js';
import { button, make, put } from './dom.js';
import { createHandlesView } from './handles-view.js';
import { KEYS, openHelp, watchKeys } from './keys.js';
import { createRunsView } from './runs-view.js';
import { createSignIn } from './sign-in.js';
import type { View } from './view.js';

start();

/** The page: somebody signs in, and then there are three lists, and beside them what was chosen in each. */
function start(): void {
  const panes = byId('panes');
  const detail = byId('detail');
  const told = byId('told');
  const tell = (text: string) => put(told, text);
  const api = createApi((problem) => leave(problemWords(problem)));
  const signIn = createSignIn({ api, form: byId('sign-in'), refused: byId('refused'), onSignedIn: enter });

  const ports = { api, tell };
  const capabilities = createCapabilitiesView({ ...ports, showDetail: inView(0), run });
  const runs = createRunsView({ ...ports, showDetail: inView(1), onHandle: openHandle });
  const handles = createHandlesView({ ...ports, showDetail: inView(2) });
  const views: readonly View[] = [capabilities, runs, handles];
  const details: (HTMLElement | undefined)[] = [];
  let current = 0;

  const tabs = views.map(({ title }, index) =>
    button(`${index + 1} ${title}`, () => showView(index), { class: 'tab' }),
  );
  const back = button('← list', () => showList(), { id: 'back' });
  put(byId('views'), ...tabs);
  put(
    byId('tools'),
    button('forget token', () => leave(''), { id: 'forget' }),
    button('? keys', openHelp),
  );
  put(
    byId('keys'),
    ...KEYS.flatMap(({ key, short }) => (short === undefined ? [] : [make('kbd', {}, key), ` ${short}  `])),
  );

  function inView(index: number): (element: HTMLElement) => void {
    return (element) => {
      details[index] = element;
      if (index === current) {
        showDetail();
      }
    };
  }

  function showDetail(): void {
    const element = details[current];
    panes.dataset['showing'] = element === undefined ? 'list' : 'detail';
    put(detail, ...(element === undefined ? [make('p', { class: 'faint' }, 'nothing is chosen')] : [back, element]));
    element?.querySelector<HTMLElement>('h2')?.focus();
  }

  function showList(): void {
    panes.dataset['showing'] = 'list';
    views[current]?.list.focus();
  }

  function showView(index: number): void {
    current = index;
    for (const [at, tab] of tabs.entries()) {
      tab.setAttribute('aria-current', at === index ? 'page' : 'false');
    }
    const view = views[index];
    put(byId('list'), ...(view === undefined ? [] : [view.list.element]));
    document.title = `${view?.title ?? ''} · akernel`;
    showDetail();
    void view?.refresh().then(() => {
      if (current === index && details[index] === undefined) {
        view.list.focus();
      }
    });
  }

  function run(wanted: Parameters<typeof runs.begin>[0]): void {
    showView(1);
    runs.begin(wanted);
  }

  function openHandle(handleId: string): void {
    showView(2);
    handles.open(handleId);
  }

  function enter(): void {
    setSignedIn(true);
    showView(0);
    tell('signed in');
  }

  /** Nothing that the token opened stays on the page. */
  function leave(why: string): void {
    api.forgetToken();
    for (const view of views) {
      view.reset();
    }
    details.length = 0;
    current = 0;
    put(detail);
    for (const dialog of document.querySelectorAll('dialog')) {
      dialog.close();
    }
    setSignedIn(false);
    tell(why === '' ? 'the capability token is forgotten' : '');
    signIn.ask(why);
  }

  function setSignedIn(isSignedIn: boolean): void {
    for (const id of ['views', 'tools', 'panes', 'keys']) {
      byId(id).hidden = !isSignedIn;
    }
    byId('sign-in').hidden = isSignedIn;
  }

  watchKeys({
    isOn: () => api.hasToken() && !panes.hidden,
    press: {
      '1': () => showView(0),
      '2': () => showView(1),
      '3': () => showView(2),
      '/': () => {
        panes.dataset['showing'] = 'list';
        views[current]?.list.focusSearch();
      },
      r: () => void views[current]?.refresh(),
      c: () => current === 1 && runs.cancelShown(),
      n: () => current === 2 && handles.turn('next'),
      p: () => current === 2 && handles.turn('previous'),
      f: () => current === 2 && handles.focusFilter(),
      X: () => leave(''),
      '?': openHelp,
    },
    onEscape: showList,
  });
  signIn.ask('');
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no ${id}`);
  }
  return element;
}
