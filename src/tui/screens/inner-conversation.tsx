import type { ActorRun } from '../../contract/actor.js';
import { Lines } from '../components/lines.js';
import { cutSpans, type SpanLine } from '../components/span-lines.js';
import { createStopping, followConversation, type RunControls } from '../run-conversation.js';
import type { Screen, ViewContext } from '../screen.js';
import { moved, movementOf } from '../state/window-of.js';
import type { Terminal } from '../terminal/terminal.js';
import { createConversationScreen } from './conversation-screen.js';
import type { InnerScreenPorts } from './live-screen.js';

interface ConversationOpening {
  readonly terminal: Pick<Terminal, 'now' | 'after'>;
  readonly message: string;
  readonly start: (controls: RunControls) => ActorRun;
  readonly inside: InnerScreenPorts;
}

const MOST_LINES = 5000;

/** A run of an agent as a screen of the browser: what was said can be scrolled, and one can come back while it goes on. */
export function openConversationIn(opening: ConversationOpening): { readonly screen: Screen; readonly run: ActorRun } {
  const { terminal, message, start, inside } = opening;
  const lines: SpanLine[] = [];
  /** How far the end is below the window. */
  let back = 0;
  let hasEnded = false;
  let height = 1;
  const stopping = createStopping(
    { stop: NEVER, cancel: NEVER },
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

  function shown(context: ViewContext): readonly SpanLine[] {
    const { columns, rows } = context.size;
    lines.push(...(talk.takeAbove?.(context) ?? []));
    lines.splice(0, lines.length - MOST_LINES);
    const open = talk.lines(context);
    height = Math.max(1, rows - open.length - 1);
    back = Math.min(back, Math.max(0, lines.length - height));
    const end = lines.length - back;
    const foot = hasEnded ? 'q back   up, down scroll' : 'q back, it goes on   up, down scroll   ctrl+c stop';
    const seen = [...lines.slice(Math.max(0, end - height), end), ...open, [{ text: foot, role: 'faint' } as const]];
    return seen.map((line) => cutSpans(line, columns, context.theme.glyphs));
  }

  const screen: Screen = {
    place: () => 'alternate',
    view: (context) => <Lines of={shown(context)} theme={context.theme} />,
    onKey(key) {
      const by = movementOf(key.name, height);
      if (by !== undefined) {
        back = moved(back, -by, lines.length);
      } else if (talk.state().ask === undefined && (key.name === 'q' || key.name === 'escape')) {
        inside.onClose();
      } else {
        talk.onKey(key);
      }
      inside.refresh();
    },
  };
  return { screen, run };
}

const NEVER = new AbortController().signal;
