import { commandOf } from '../state/key-table.js';
import { VIEWS } from '../state/ui-state.js';
import { movementOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import type { UiController } from './ui-controller.js';
import { COMMON_KEYS } from './ui-lines.js';

/** A key goes to the first that has a use for it: an inner screen, a question, the help, the view, the browser. */
export function onUiKey(
  ui: UiController,
  key: Key,
  helpRoom: { readonly height: number; readonly last: number },
): void {
  const inner = ui.inner();
  if (inner !== undefined) {
    inner.onKey(key);
    return;
  }
  const { question, prompt, isHelpShown } = ui.store.get();
  if (key.name === 'paste' && (question !== undefined || isHelpShown)) {
    return;
  }
  ui.store.dispatch({ type: 'notice', notice: undefined });
  if (question !== undefined) {
    ui.store.dispatch({ type: 'question', question: undefined });
    question.choices.find((choice) => choice.key === key.name)?.act();
  } else if (prompt !== undefined) {
    onPromptKey(ui, prompt, key);
  } else if (isHelpShown) {
    onHelpKey(ui, key, helpRoom);
  } else if (!ui.pane().onKey(key)) {
    onCommonKey(ui, key);
  }
}

function onPromptKey(
  { store }: UiController,
  { field, accept }: { readonly field: { readonly text: string }; readonly accept: (text: string) => void },
  key: Key,
): void {
  if (key.name === 'enter') {
    store.dispatch({ type: 'prompt-end' });
    accept(field.text);
  } else if (key.name === 'escape' || key.name === 'ctrl+c') {
    store.dispatch({ type: 'prompt-end' });
  } else {
    store.dispatch({ type: 'prompt-key', key });
  }
}

function onHelpKey({ store }: UiController, key: Key, { height, last }: { height: number; last: number }): void {
  const by = movementOf(key.name, height);
  store.dispatch(by === undefined ? { type: 'help', isShown: false } : { type: 'help-scroll', by, last });
}

function onCommonKey(ui: UiController, key: Key): void {
  const command = commandOf(COMMON_KEYS, key.name);
  switch (command) {
    case 'show': {
      const view = VIEWS[Number(key.name) - 1];
      if (view !== undefined) {
        ui.store.dispatch({ type: 'show', view });
        ui.show();
      }
      return;
    }
    case 'next':
    case 'previous':
      ui.store.dispatch({ type: 'turn', by: command === 'next' ? 1 : -1 });
      ui.show();
      return;
    case 'run':
      ui.showRun();
      return;
    case 'help':
      ui.store.dispatch({ type: 'help', isShown: true });
      return;
    case 'quit':
      ui.quit();
      return;
    case undefined:
      // A list takes it where there is something to step back from.
      if (key.name === 'escape') {
        ui.store.dispatch({ type: 'notice', notice: { type: 'said', text: 'q quits' } });
      }
      return;
  }
}
