import { formatCount } from '../../../contract/quantities.js';
import { type Api, problemWords } from './api.js';
import { button, make, marked, put } from './dom.js';
import { membersOf, numberOf, textOf, wordOf } from './members.js';

interface ValueOptions {
  readonly api: Api;
  /** Of the handle. */
  readonly path: string;
  readonly tell: (text: string) => void;
  readonly name: string;
  /** Its number in the stored result, where it is known: the whole value is asked for then. */
  readonly row?: number;
  /** The value as the page has it. */
  readonly shown: string;
}

/** One value of one row, as much of it as is asked for. */
export function openValue({ api, path, tell, name, row, shown }: ValueOptions): void {
  const value = make('pre', { tabindex: '0' });
  const words = make('p', { class: 'faint' });
  const more = button('more', () => void load());
  const title = row === undefined ? name : `row ${formatCount(row)} · ${name}`;
  const dialog = make(
    'dialog',
    { 'aria-label': title },
    make('h2', {}, title),
    value,
    words,
    make(
      'p',
      { class: 'buttons' },
      more,
      button('close', () => dialog.close()),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  more.hidden = true;
  let text = '';
  let from = 0;

  async function load(): Promise<void> {
    const answer = await api.ask(`${path}/value`, { body: { row, field: name, ...(from === 0 ? {} : { from }) } });
    if (answer.problem !== undefined) {
      put(words, make('span', { class: 'bad' }, `✗ ${problemWords(answer.problem)}`));
      return;
    }
    const { body } = answer;
    const piece = body['text'] === undefined ? wordOf(body['rows'] ?? body['raw_data']) : textOf(body['text']);
    const total = numberOf(membersOf(body['seen'])['chars']) ?? piece.length;
    text += piece;
    from += numberOf(membersOf(body['shown'])['chars']) ?? piece.length;
    put(value, ...marked(text));
    more.hidden = from >= total || piece === '';
    const said =
      from < total ? `${formatCount(from)} of ${formatCount(total)} characters` : `${formatCount(total)} characters`;
    put(words, said);
    tell(said);
  }

  if (row === undefined) {
    put(value, ...marked(shown));
    put(words, 'as this page has it: without a filter the whole value can be opened');
  } else {
    void load();
  }
}
