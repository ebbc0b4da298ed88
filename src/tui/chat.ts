import type { ActorResult, ActorRun } from '../contract/actor.js';
import { terminalSafeLine } from '../contract/terminal-safe.js';
import type { ShownLimits } from './components/conversation-lines.js';
import { promptLines } from './components/prompt-lines.js';
import { cutSpans, type SpanLine } from './components/span-lines.js';
import { createStopping, followConversation, type Refresh, type RunControls } from './run-conversation.js';
import type { Screen } from './screen.js';
import { createConversationScreen } from './screens/conversation-screen.js';
import type { OpenPager } from './screens/live-screen.js';
import { EMPTY_PROMPT, reducePrompt } from './state/prompt.js';
import type { Key } from './terminal/keys.js';
import { mount } from './terminal/mount.js';
import type { Terminal } from './terminal/terminal.js';

/** What a line that begins with a slash comes to. */
export type ChatAnswer =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'pager'; readonly handleId: string }
  | { readonly type: 'exit' };

export interface ChatOptions {
  readonly terminal: Terminal;
  /** Told below the prompt. */
  readonly about: string;
  readonly limits: ShownLimits;
  /** Messages that the arrows bring back, the oldest first. */
  readonly history: readonly string[];
  readonly start: (message: string, controls: RunControls) => ActorRun;
  readonly command: (line: string) => Promise<ChatAnswer>;
  readonly openPager: OpenPager;
  /** Aborted: the chat is to end. */
  readonly signal: AbortSignal;
}

/** A conversation with an agent until the person leaves it. Resolves with the result of the last run. */
export async function runChat(options: ChatOptions): Promise<ActorResult | undefined> {
  const { terminal, limits, signal } = options;
  let prompt = { ...EMPTY_PROMPT, history: options.history };
  let refresh: Refresh = () => undefined;
  let leave = (): void => undefined;
  let pager: Screen | undefined;
  let run: ActorRun | undefined;
  let busy: Promise<void> = Promise.resolve();
  let stopping: ReturnType<typeof createStopping> | undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });

  const screen = createConversationScreen({
    now: () => terminal.now(),
    refresh: (urgency) => refresh(urgency),
    progress: () => run?.usage,
    limits,
    onInterrupt: interrupted,
    prompt: {
      lines: ({ size, theme }, room) => [
        ...promptLines(prompt, { ...room, rows: Math.max(1, room.rows - 1), width: size.columns }),
        cutSpans(footLine(options.about), size.columns, theme.glyphs),
      ],
      onKey,
    },
  });

  function onKey(key: Key, isIdle: boolean): void {
    if (key.name === 'ctrl+d' && isIdle && prompt.text === '') {
      leave();
    } else if (isIdle || key.name !== 'enter' || prompt.isEscaped) {
      const { state, sent } = reducePrompt(prompt, key);
      prompt = state;
      if (sent !== undefined) {
        busy = take(sent).catch(failed);
      }
    }
  }

  function failed(error: unknown): void {
    screen.dispatch({ type: 'note', role: 'bad', text: error instanceof Error ? error.message : 'it failed' });
  }

  function interrupted(): void {
    if (stopping !== undefined) {
      stopping.next();
    } else if (prompt.text === '') {
      screen.dispatch({ type: 'note', role: 'faint', text: 'Ctrl-D or /exit leaves' });
    } else {
      prompt = reducePrompt(prompt, { name: 'ctrl+c' }).state;
    }
  }

  async function take(text: string): Promise<void> {
    if (text.startsWith('/')) {
      await obey(text);
    } else {
      await ask(text);
    }
  }

  async function obey(line: string): Promise<void> {
    screen.dispatch({ type: 'note', role: 'faint', text: `> ${line}` });
    const answer = await options.command(line);
    if (answer.type === 'exit') {
      leave();
    } else if (answer.type === 'pager') {
      pager = options.openPager(answer.handleId, {
        refresh: () => refresh(),
        onClose() {
          pager = undefined;
          refresh();
        },
      });
      refresh();
    } else {
      screen.dispatch({ type: 'note', role: 'plain', text: answer.text.trimEnd() });
    }
  }

  async function ask(message: string): Promise<void> {
    const own = createStopping(
      { cancel: signal },
      {
        now: () => run?.cancel('cancelled by a person'),
        tell: (how) => screen.dispatch({ type: 'stopping', how }),
        last: terminal.interrupt,
      },
    );
    stopping = own;
    screen.dispatch({ type: 'begin', message, at: terminal.now() });
    try {
      run = options.start(message, { approve: screen.approve, stopSignal: own.signal });
      const { status } = await followConversation(run, screen, terminal, () => refresh());
      if (status === 'cancelled') {
        screen.dispatch({ type: 'note', role: 'faint', text: 'the answer was stopped' });
      }
    } finally {
      own.close();
      stopping = undefined;
    }
  }

  const mounted = mount(terminal, {
    place: () => pager?.place() ?? screen.place(),
    view: (context) => pager?.view(context) ?? screen.view(context),
    takeAbove: (context) => screen.takeAbove?.(context) ?? [],
    onKey: (key) => (pager ?? screen).onKey(key),
  });
  refresh = mounted.refresh;
  signal.addEventListener('abort', leave, { once: true });
  try {
    if (!signal.aborted) {
      await left;
    }
    const result = await run?.cancel('the chat was left');
    await busy;
    return result;
  } finally {
    signal.removeEventListener('abort', leave);
    mounted.close();
  }
}

function footLine(about: string): SpanLine {
  return [{ text: terminalSafeLine(about), role: 'faint' }];
}
