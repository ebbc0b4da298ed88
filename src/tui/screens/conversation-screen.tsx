import type { ActorProgress } from '../../contract/actor.js';
import {
  entryLinesBelow,
  isApart,
  openLines,
  type ShownLimits,
  statusLine,
  textLines,
} from '../components/conversation-lines.js';
import { Lines } from '../components/lines.js';
import type { SpanLine } from '../components/span-lines.js';
import type { Screen, ViewContext } from '../screen.js';
import {
  type Approval,
  type ConversationEntry,
  type ConversationEvent,
  type ConversationState,
  NO_CONVERSATION,
  reduceConversation,
} from '../state/conversation.js';
import { takePrintable } from '../state/conversation-printing.js';
import { createDeliberateKeys } from '../state/deliberate-keys.js';
import type { Key } from '../terminal/keys.js';
import type { Urgency } from '../terminal/render-clock.js';

/** What a person types below a conversation. */
export interface ConversationPrompt {
  readonly lines: (
    context: ViewContext,
    room: { readonly rows: number; readonly isActive: boolean },
  ) => readonly SpanLine[];
  readonly onKey: (key: Key, isActive: boolean) => void;
}

export interface ConversationPorts {
  readonly refresh: (urgency?: Urgency) => void;
  readonly progress: () => ActorProgress | undefined;
  /** Milliseconds. */
  readonly now: () => number;
  readonly limits: ShownLimits;
  readonly onInterrupt: () => void;
  readonly prompt?: ConversationPrompt;
}

export interface ConversationScreen extends Screen {
  readonly dispatch: (event: ConversationEvent) => void;
  readonly state: () => ConversationState;
  /** What is done with, each given once. */
  readonly take: (width: number) => readonly ConversationEntry[];
  /** What is not above: as many lines as there are rows at most. */
  readonly lines: (context: ViewContext) => readonly SpanLine[];
  /** Asks the person; false when the signal is aborted before there is an answer. */
  readonly approve: (approval: Approval, signal: AbortSignal) => Promise<boolean>;
}

/**
 * A conversation with an agent: what is done with goes above the screen and stays there, so the screen has only what is
 * being written, the calls that are open, a question, and how far it is.
 */
export function createConversationScreen(ports: ConversationPorts): ConversationScreen {
  let state = NO_CONVERSATION;
  let answer: ((isAllowed: boolean) => void) | undefined;
  let printed: ConversationEntry['type'] | undefined;
  const deliberate = createDeliberateKeys(ports.now);

  function dispatch(event: ConversationEvent): void {
    const before = state;
    state = reduceConversation(state, event);
    if (state !== before) {
      const isFirst = event.type === 'part' && event.part.type === 'text-delta' && before.text === '';
      ports.refresh(isFirst ? 'first' : 'answer');
    }
  }

  function take(width: number): readonly ConversationEntry[] {
    const taken = takePrintable(state, (text) => textLines(text, width).map(plain));
    state = taken.state;
    printed = taken.entries.at(-1)?.type ?? printed;
    return taken.entries;
  }

  function lines(context: ViewContext): readonly SpanLine[] {
    const { size, theme, now } = context;
    const { prompt, limits } = ports;
    const room = { width: size.columns, theme, now };
    const progress = state.startedAt === undefined ? undefined : ports.progress();
    const status = progress === undefined ? [] : [statusLine(state, { ...room, progress, limits })];
    const rows = size.rows - 1 - status.length;
    const promptRows = Math.max(1, Math.floor(rows / 2));
    const isActive = state.startedAt === undefined;
    const typed = prompt === undefined ? [] : prompt.lines(context, { rows: promptRows, isActive });
    return [
      ...belowPrinted(openLines(state, { ...room, rows: rows - typed.length }), rows - typed.length),
      ...status,
      ...typed,
    ];
  }

  /** Where it is to stay, so that it does not move when it is done with. */
  function belowPrinted(open: readonly SpanLine[], rows: number): readonly SpanLine[] {
    const next = state.text === '' ? 'call' : 'text';
    return open.length > 0 && open.length < rows && isApart(printed, next) ? [[], ...open] : open;
  }

  function onAnswer(name: string): void {
    if (['y', 'Y', 'n', 'N', 'escape', 'enter'].includes(name)) {
      answer?.(name === 'y' || name === 'Y');
    }
  }

  return {
    place: () => 'inline',
    view: (context) => <Lines of={lines(context)} theme={context.theme} />,
    onKey(key) {
      const isDeliberate = deliberate.take(key);
      if (key.name === 'ctrl+c') {
        // Whoever stops a run allows nothing more in it.
        answer?.(false);
        ports.onInterrupt();
      } else if (answer !== undefined && isDeliberate) {
        onAnswer(key.name);
      } else {
        ports.prompt?.onKey(key, state.startedAt === undefined);
      }
    },
    takeAbove({ size, theme }) {
      const room = { width: size.columns, theme };
      const before = printed;
      const entries = take(size.columns);
      return entries.flatMap((entry, index) =>
        entryLinesBelow(index === 0 ? before : entries[index - 1]?.type, entry, room),
      );
    },
    take,
    dispatch,
    lines,
    state: () => state,
    approve: (approval, signal) =>
      new Promise<boolean>((resolve) => {
        const settle = (isAllowed: boolean): void => {
          signal.removeEventListener('abort', onAbort);
          answer = undefined;
          dispatch({ type: 'answered' });
          resolve(isAllowed);
        };
        const onAbort = (): void => settle(false);
        answer = settle;
        deliberate.ask();
        signal.addEventListener('abort', onAbort, { once: true });
        dispatch({ type: 'ask', approval });
        if (signal.aborted) {
          settle(false);
        }
      }),
  };
}

function plain(line: SpanLine): string {
  return line.map(({ text }) => text).join('');
}
