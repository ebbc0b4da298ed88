import type { LiveDrawing } from '../components/live-drawing.js';
import { commandOf } from '../state/key-table.js';
import { type AnswerCommand, ENDED_KEYS, type LiveCommand, QUESTIONS, RUNNING_KEYS } from '../state/live-keys.js';
import type { LiveModel } from '../state/live-model.js';
import { lastTop, type Scroll, scrolled } from '../state/live-window.js';

interface LiveKeyboardPorts {
  readonly cancel: () => void;
  readonly leave: () => void;
  readonly interrupt: () => void;
  /** false: there is none to open. */
  readonly openPager: (handleId: string) => boolean;
}

const HELP_MOVES: Readonly<Record<string, number>> = { up: -1, down: 1, k: -1, j: 1, pageup: -5, pagedown: 5 };

/** What keys do in the live view: changes of its state, or something outside. */
export function createLiveKeyboard(
  model: LiveModel,
  drawing: LiveDrawing,
  ports: LiveKeyboardPorts,
): (key: string) => void {
  const { dispatch } = model;

  const commands: Readonly<Record<Exclude<LiveCommand, Scroll>, () => void>> = {
    freeze() {
      if (model.state().held !== undefined) {
        dispatch({ type: 'follow' });
        return;
      }
      const { entries, pushed, room, heightOf } = drawing.scrollView();
      const top = model.state().tab === 'facts' ? 0 : lastTop(entries, room, heightOf);
      dispatch({ type: 'hold', held: { by: 'space', entries, top, pushed } });
    },
    'next-tab': () => dispatch({ type: 'tab', by: 1 }),
    'previous-tab': () => dispatch({ type: 'tab', by: -1 }),
    pager() {
      const { handleId, hasFrames } = model.state();
      if (handleId === undefined || !ports.openPager(handleId)) {
        const text = hasFrames ? 'nothing is kept: there is no handle to page through' : 'there is no handle yet';
        dispatch({ type: 'notice', text });
      }
    },
    cancel: () => dispatch({ type: 'ask', what: 'cancel' }),
    leave() {
      if (model.state().status === undefined) {
        dispatch({ type: 'ask', what: 'leave' });
      } else {
        ports.leave();
      }
    },
    help() {
      drawing.scrollHelp('top');
      dispatch({ type: 'help' });
    },
    interrupt() {
      dispatch({ type: 'cancelling' });
      ports.interrupt();
    },
    dismiss,
    left: () => drawing.sideways(-1),
    right: () => drawing.sideways(1),
  };

  /** At the top there is nothing to step back from: it says which key does leave. */
  function dismiss(): void {
    const { held, status } = model.state();
    if (held !== undefined) {
      dispatch({ type: 'follow' });
    } else {
      const text = status === undefined ? 'the run goes on: c cancels it, q leaves it' : 'q closes the view';
      dispatch({ type: 'notice', text });
    }
  }

  const answers: Readonly<Record<AnswerCommand, () => void>> = {
    cancel() {
      dispatch({ type: 'cancelling' });
      ports.cancel();
    },
    background: ports.leave,
    dismiss: () => undefined,
  };

  function scroll(by: Scroll): void {
    const next = scrolled(model.state(), by, drawing.scrollView());
    if (next === 'follow') {
      dispatch({ type: 'follow' });
    } else if (next !== undefined) {
      dispatch({ type: 'hold', held: next });
    }
  }

  function answer(asked: 'cancel' | 'leave', key: string): void {
    const command = commandOf(QUESTIONS[asked].keys, key);
    if (command !== undefined) {
      dispatch({ type: 'dismiss' });
      answers[command]();
    }
  }

  function onHelpKey(key: string): void {
    const move = HELP_MOVES[key];
    if (move === undefined) {
      dispatch({ type: 'help' });
    } else {
      drawing.scrollHelp(move);
    }
  }

  function obey(key: string): void {
    dispatch({ type: 'dismiss' });
    const command = commandOf(model.state().status === undefined ? RUNNING_KEYS : ENDED_KEYS, key);
    if (command === undefined) {
      return;
    }
    if (isScroll(command)) {
      scroll(command);
    } else {
      commands[command]();
    }
  }

  return (key) => {
    const { isHelp, ask } = model.state();
    if (key === 'ctrl+c') {
      commands.interrupt();
    } else if (isHelp) {
      onHelpKey(key);
    } else if (ask !== undefined) {
      answer(ask, key);
    } else {
      obey(key);
    }
  };
}

const SCROLLS: ReadonlySet<string> = new Set<Scroll>(['up', 'down', 'page-up', 'page-down', 'top', 'bottom']);

function isScroll(command: LiveCommand): command is Scroll {
  return SCROLLS.has(command);
}
