import { button, make } from './dom.js';

interface Key {
  readonly key: string;
  readonly does: string;
  /** In the line at the foot of the page. */
  readonly short?: string;
}

export const KEYS: readonly Key[] = [
  { key: '1 2 3', does: 'capabilities, runs, handles', short: 'views' },
  { key: '/', does: 'search in the list', short: 'search' },
  { key: '↑ ↓', does: 'move in the list, and between the cells of a page', short: 'move' },
  { key: 'enter', does: 'open what has the focus', short: 'open' },
  { key: 'esc', does: 'leave a field; back to the list', short: 'back' },
  { key: 'r', does: 'ask for the list again' },
  { key: 'c', does: 'cancel the run that is shown', short: 'cancel' },
  { key: 'n p', does: 'next and previous page of a handle', short: 'page' },
  { key: 'f', does: 'filter a handle' },
  { key: 'X', does: 'forget the capability token', short: 'forget' },
  { key: '?', does: 'these keys', short: 'keys' },
];

interface KeyPorts {
  readonly isOn: () => boolean;
  readonly press: Readonly<Record<string, () => unknown>>;
  readonly onEscape: () => void;
}

/** Keys are commands while nobody types and no dialog is open. */
export function watchKeys({ isOn, press, onEscape }: KeyPorts): void {
  document.addEventListener('keydown', (event) => {
    if (!isOn() || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]') !== null) {
      return;
    }
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key === 'Escape') {
      event.preventDefault();
      onEscape();
    } else if (!isTyping && Object.hasOwn(press, event.key)) {
      event.preventDefault();
      press[event.key]?.();
    }
  });
}

export function openHelp(): void {
  const dialog = make(
    'dialog',
    { 'aria-label': 'keys' },
    make('h2', {}, 'keys'),
    make(
      'table',
      { class: 'plain' },
      make(
        'tbody',
        {},
        ...KEYS.map(({ key, does }) =>
          make('tr', {}, make('th', { scope: 'row' }, make('kbd', {}, key)), make('td', {}, does)),
        ),
      ),
    ),
    make(
      'p',
      { class: 'buttons' },
      button('close', () => dialog.close()),
    ),
  );
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
