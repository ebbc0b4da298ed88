import { formatCount } from '../../contract/quantities.js';
import { DEFAULT_SESSION_TOTAL, type SessionRecord } from '../../contract/session.js';
import type { SpanLine } from '../components/span-lines.js';
import { joinSplit, splitBelow } from '../components/split-pane.js';
import { emptyLines, tableLines } from '../components/table-lines.js';
import { commandOf, type KeyTable } from '../state/key-table.js';
import { sessionSpending } from '../state/session-spending.js';
import { moved, movementOf, windowOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import { inBackground, type Pane, type PanePorts, type Room } from './pane.js';
import { sessionDetail } from './session-detail.js';
import { sessionColumns } from './sessions-lines.js';
import { transcriptPage } from './transcript-page.js';

const KEYS: KeyTable<'choose' | 'read' | 'create' | 'remove' | 'refresh' | 'move'> = [
  {
    keys: ['enter', 'space'],
    command: 'choose',
    words: 'charge runs to the selected session, or to none',
    short: 'choose',
  },
  { keys: ['o', 'i'], command: 'read', words: 'read the conversation of the selected session', short: 'read' },
  { keys: ['n'], command: 'create', words: 'make a new session', short: 'new' },
  { keys: ['x'], command: 'remove', words: 'remove the selected session', short: 'remove' },
  { keys: ['r'], command: 'refresh', words: 'read the ledgers again' },
  { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'move', words: 'move through the list' },
];

interface Choice {
  readonly get: () => string | undefined;
  readonly set: (sessionId: string | undefined) => void;
  /** The list was read: sessions can have come and gone. */
  readonly onList: (sessions: readonly SessionRecord[]) => void;
}

/** The sessions of the principal with their ledgers. */
export function createSessionsPane(ports: PanePorts, choice: Choice): Pane {
  const { sessions: store } = ports.kernel;
  const { principal } = ports;
  let sessions: readonly SessionRecord[] = [];
  let words = 'reading';
  let selected = 0;
  let top = 0;
  let height = 1;

  async function reload(): Promise<void> {
    words = 'could not be read: r tries again';
    sessions = await store.list(principal);
    ports.recent.forget();
    words = 'no sessions yet: n makes one';
    selected = moved(selected, 0, sessions.length);
    choice.onList(sessions);
  }

  function create(text: string): void {
    inBackground(ports, async () => {
      const total = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
      const made = await store.create(principal, total);
      choice.set(made.session_id);
      await reload();
      selected = Math.max(
        0,
        sessions.findIndex(({ session_id: id }) => id === made.session_id),
      );
      ports.say(`made ${made.session_id} with ${formatCount(made.total)} model tokens; runs are charged to it`);
    });
  }

  function remove({ session_id: sessionId }: SessionRecord): void {
    inBackground(ports, async () => {
      await store.remove(sessionId, principal);
      if (choice.get() === sessionId) {
        choice.set(undefined);
      }
      await reload();
      ports.say(`removed ${sessionId}`);
    });
  }

  function read(session: SessionRecord): void {
    inBackground(ports, async () => {
      ports.openText(
        await transcriptPage(session, (newest) => store.history(session.session_id, principal, { newest })),
      );
    });
  }

  function onSelected(act: (session: SessionRecord) => void): void {
    const session = sessions[selected];
    if (session !== undefined) {
      act(session);
    }
  }

  const commands = {
    choose: () => onSelected(({ session_id: id }) => choice.set(choice.get() === id ? undefined : id)),
    read: () => onSelected(read),
    create: () =>
      ports.prompt({ label: 'Model tokens for the new session', text: String(DEFAULT_SESSION_TOTAL), accept: create }),
    remove: () =>
      onSelected((session) =>
        ports.ask({
          text: `Remove ${session.session_id}?`,
          choices: [{ key: 'y', words: 'remove', act: () => remove(session) }],
        }),
      ),
    refresh: () => inBackground(ports, reload),
    move: () => undefined,
  };

  function onKey(key: Key): boolean {
    const by = movementOf(key.name, height);
    if (by !== undefined) {
      selected = moved(selected, by, sessions.length);
      ports.refresh();
      return true;
    }
    const command = commandOf(KEYS, key.name);
    if (command !== undefined) {
      commands[command]();
    }
    return command !== undefined;
  }

  function lines({ columns, rows, theme, now }: Room): readonly SpanLine[] {
    if (sessions.length === 0) {
      return emptyLines(words, columns);
    }
    const split = splitBelow({ columns, rows }, sessions.length + 1);
    height = Math.max(1, split.list.rows - 1);
    top = windowOf(selected, sessions.length, height, top);
    const seen = sessions.slice(top, top + height).map((session) => ({
      session,
      isChosen: session.session_id === choice.get(),
    }));
    const table = tableLines(sessionColumns(now, theme.glyphs), seen, {
      width: columns,
      theme,
      selected: selected - top,
    });
    return joinSplit(split, table, split.detail.rows === 0 ? [] : spent(columns, theme), theme);
  }

  /** What the selected session's ledger was spent on. */
  function spent(width: number, theme: Room['theme']): readonly SpanLine[] {
    const session = sessions[selected];
    if (session === undefined) {
      return [];
    }
    const { recent } = ports;
    recent.want();
    const actions = sessionSpending(session, sessions, recent.seen());
    return sessionDetail({ session, actions, isRead: recent.isRead(), isCut: recent.isCut() }, width, theme);
  }

  return { lines, onKey, keys: () => KEYS, isTyping: () => false, onShow: commands.refresh };
}
