import type { ActorRun } from '../../contract/actor.js';
import { footLine } from '../components/key-lines.js';
import { Lines } from '../components/lines.js';
import { cutSpans, type SpanLine } from '../components/span-lines.js';
import { createToldLines } from '../components/told-lines.js';
import { createStopping, followConversation, type RunControls } from '../run-conversation.js';
import type { Screen, ViewContext } from '../screen.js';
import type { ConversationEntry } from '../state/conversation.js';
import type { KeyTable } from '../state/key-table.js';
import { movementOf } from '../state/window-of.js';
import type { Terminal } from '../terminal/terminal.js';
import { createConversationScreen } from './conversation-screen.js';
import type { InnerScreenPorts } from './live-screen.js';

export interface ConversationOpening {
  readonly message: string;
  readonly start: (controls: RunControls) => ActorRun;
  readonly inside: InnerScreenPorts;
  /** What was said before, to be shown above. */
  readonly earlier: readonly ConversationEntry[];
  /** The person wants to say more. */
  readonly onNext: () => void;
}

export interface OpenedConversation {
  readonly screen: Screen;
  readonly run: ActorRun;
  readonly entries: () => readonly ConversationEntry[];
}

const MOVES = { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'move', words: 'scroll' } as const;
const SCROLL = { ...MOVES, short: 'scroll' };
const STOP = { keys: ['ctrl+c'], command: 'stop', words: 'stop the run after its step, twice now', short: 'stop' };
const RUNNING: KeyTable = [
  STOP,
  SCROLL,
  { keys: ['q', 'escape'], command: 'back', words: 'back; the run goes on', short: 'back, it goes on' },
];
const ASKING: KeyTable = [SCROLL, STOP];
const ENDED: KeyTable = [
  { keys: ['enter', 's'], command: 'next', words: 'the next message', short: 'next message' },
  SCROLL,
  { keys: ['q', 'escape'], command: 'back', words: 'back', short: 'back' },
];

/** A run of an agent as a screen of the browser: what was said can be scrolled, and one can come back while it goes on. */
export function openConversationIn(
  terminal: Pick<Terminal, 'now' | 'after'>,
  { message, start, inside, earlier, onNext }: ConversationOpening,
): OpenedConversation {
  const told = createToldLines(earlier);
  /** How far the end is below the window. */
  let back = 0;
  let count = 0;
  let hasEnded = false;
  let height = 1;
  const stopping = createStopping(
    {},
    {
      now: () => run.cancel('cancelled by a person'),
      tell: (how) => talk.dispatch({ type: 'stopping', how }),
      last: () => undefined,
    },
  );
  const talk = createConversationScreen({
    now: () => terminal.now(),
    refresh: inside.refresh,
    progress: () => run.usage,
    limits: {},
    onInterrupt: () => (hasEnded ? inside.onClose() : stopping.next()),
  });
  const run = start({ approve: talk.approve, stopSignal: stopping.signal });
  talk.dispatch({ type: 'begin', message, at: terminal.now() });
  void followConversation(run, talk, terminal, inside.refresh).finally(() => {
    hasEnded = true;
    inside.refresh();
  });

  /** Who has scrolled up reads on where they are while more comes. */
  function scrolled(lines: readonly SpanLine[]): void {
    back = back === 0 ? 0 : Math.max(0, back + lines.length - count);
    count = lines.length;
    back = Math.min(back, Math.max(0, count - height));
  }

  function keys(): KeyTable {
    return hasEnded ? ENDED : talk.state().ask === undefined ? RUNNING : ASKING;
  }

  function shown(context: ViewContext): readonly SpanLine[] {
    const { size, theme } = context;
    const { columns, rows } = size;
    told.add(talk.take(columns));
    const lines = told.lines(columns, theme);
    const open = talk.lines(context);
    height = Math.max(1, rows - open.length - 1);
    scrolled(lines);
    const end = count - back;
    const seen = [...lines.slice(Math.max(0, end - height), end), ...open];
    const blank = Array.from({ length: Math.max(0, rows - 1 - seen.length) }, (): SpanLine => []);
    return [...seen, ...blank, footLine(keys(), columns, theme)].map((line) => cutSpans(line, columns, theme.glyphs));
  }

  const screen: Screen = {
    place: () => 'alternate',
    view: (context) => <Lines of={shown(context)} theme={context.theme} />,
    onKey(key) {
      const by = movementOf(key.name, height);
      if (by !== undefined) {
        back = Math.max(0, Math.min(count - height, back - by));
      } else if (talk.state().ask === undefined && (key.name === 'q' || key.name === 'escape')) {
        inside.onClose();
      } else if (hasEnded && (key.name === 'enter' || key.name === 's')) {
        inside.onClose();
        onNext();
      } else {
        talk.onKey(key);
      }
      inside.refresh();
    },
  };
  return { screen, run, entries: told.entries };
}
