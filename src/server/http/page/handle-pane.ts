import { accountParts, pageText } from '../../../contract/frame-account.js';
import { type Api, problemWords } from './api.js';
import { createCellGrid } from './cell-grid.js';
import { button, make, marked, put, told } from './dom.js';
import { isMembers, listOf, type Members, membersOf, numberOf, textOf, textsOf, wordOf } from './members.js';
import { openValue } from './value-dialog.js';

interface HandlePorts {
  readonly api: Api;
  readonly tell: (text: string) => void;
}

/** Pages of a stored result. */
export interface HandlePane {
  readonly element: HTMLElement;
  readonly turn: (to: 'next' | 'previous') => void;
  readonly focusFilter: () => void;
}

export function createHandlePane(handleId: string, { api, tell }: HandlePorts): HandlePane {
  const path = `/v1/handles/${encodeURIComponent(handleId)}`;
  const filter = make('input', {
    id: 'handle-filter',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'amount >= 10 and country = "DE"',
  });
  const fields = make('input', {
    id: 'handle-fields',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'id, name',
  });
  const previous = button('previous', () => turn('previous'));
  const next = button('next', () => turn('next'));
  const said = make('p', { class: 'page-words' });
  const content = make('div', { class: 'content', role: 'region', 'aria-label': 'page', tabindex: '-1' });
  const form = make(
    'form',
    { class: 'filter', autocomplete: 'off' },
    make('label', { for: filter.id }, 'filter'),
    filter,
    make('label', { for: fields.id }, 'fields'),
    fields,
    make('button', { type: 'submit' }, 'show'),
  );
  const element = make(
    'article',
    { class: 'handle' },
    make('h2', { tabindex: '-1' }, handleId),
    form,
    make('div', { class: 'title' }, previous, next, said),
    content,
  );
  /** Where the pages before this one began. */
  let before: number[] = [];
  let at = 0;
  let following: number | undefined;
  let asked = 0;

  async function load(offset: number): Promise<boolean> {
    asked += 1;
    const mine = asked;
    const names = fields.value
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const body = {
      offset,
      ...(filter.value.trim() === '' ? {} : { filter: filter.value }),
      ...(names.length === 0 ? {} : { fields: names }),
    };
    const answer = await api.ask(`${path}/expand`, { body });
    if (mine !== asked) {
      return false;
    }
    if (answer.problem !== undefined) {
      put(said, make('span', { class: 'bad' }, `✗ ${problemWords(answer.problem)}`));
      tell(problemWords(answer.problem));
      return false;
    }
    at = offset;
    show(answer.body);
    return true;
  }

  function show(frame: Members): void {
    const page = membersOf(frame['page']);
    following = numberOf(page['next_offset']);
    next.disabled = following === undefined;
    previous.disabled = before.length === 0;
    const words = pageWords(frame);
    put(said, ...marked(words));
    tell(words);
    const rows = listOf(frame['rows']);
    const texts = [textOf(frame['text']), ...textsOf(frame['facts'])].filter((text) => text !== '');
    const hasNumbers = filter.value.trim() === '';
    const first = numberOf(page['offset']) ?? at;
    put(
      content,
      ...(rows.length === 0
        ? []
        : [
            createCellGrid(rows.map(rowOf), first, hasNumbers, ({ row, name, value }) =>
              openValue({ api, path, tell, name, ...(hasNumbers ? { row: first + row } : {}), shown: wordOf(value) }),
            ),
          ]),
      ...texts.map((text) => make('pre', {}, ...marked(text))),
      ...textsOf(frame['warnings']).map((text) => make('p', { class: 'warn' }, ...marked(text))),
      ...(textOf(frame['next']) === '' ? [] : [told('command', make('code', {}, textOf(frame['next'])))]),
    );
    content.scrollTop = 0;
  }

  function turn(to: 'next' | 'previous'): void {
    const from = at;
    if (to === 'next' && following !== undefined) {
      before.push(from);
      void load(following).then((isShown) => isShown || before.pop());
    } else if (to === 'previous' && before.length > 0) {
      void load(before.pop() ?? 0);
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    before = [];
    void load(0);
  });
  void load(0);
  return { element, turn, focusFilter: () => filter.focus() };
}

function rowOf(row: unknown): Members {
  return isMembers(row) ? row : { value: row };
}

/** `rows 0 to 49 of 1,000, omitted 3 fields, redacted: email 49`. */
function pageWords(frame: Members): string {
  if (!isPage(frame)) {
    return '';
  }
  const parts = accountParts(frame, true)?.filter((part) => part !== pageText(frame)) ?? [];
  return [pageText(frame) ?? '', ...parts].filter((part) => part !== '').join(' · ');
}

/** Frames of the server have these members; whoever speaks for it may not. */
function isPage(frame: Members): frame is Members & Parameters<typeof accountParts>[0] {
  return typeof frame['seq'] === 'number' && isMembers(frame['budget']) && isMembers(frame['page']);
}
