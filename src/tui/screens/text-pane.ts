import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import { cutSpans } from '../components/span-lines.js';
import { commandOf, type KeyTable } from '../state/key-table.js';
import { movementOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import type { Pane, Room, TextPage } from './pane.js';

type Command = 'close' | 'open' | 'move';

const KEYS: KeyTable<Command> = [
  { keys: ['escape', 'q', 'backspace'], command: 'close', words: 'back', short: 'back' },
  { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'move', words: 'scroll' },
];
const OPEN: KeyTable<Command> = [
  { keys: ['enter', 'o'], command: 'open', words: 'open its handle', short: 'open handle' },
];

interface TextPaneActions {
  readonly close: () => void;
  readonly openHandle: (handleId: string) => void;
  readonly refresh: () => void;
}

/** A page of text that scrolls. */
export function createTextPane(page: TextPage, actions: TextPaneActions): Pane {
  const { handleId } = page;
  const table = handleId === undefined ? KEYS : [...OPEN, ...KEYS];
  let top = 0;
  let height = 1;
  let count = 0;

  function onKey(key: Key): boolean {
    const by = movementOf(key.name, height);
    if (by !== undefined) {
      top = Math.max(0, Math.min(count - height, top + by));
      actions.refresh();
      return true;
    }
    switch (commandOf(table, key.name)) {
      case 'close':
        actions.close();
        return true;
      case 'open':
        if (handleId !== undefined) {
          actions.openHandle(handleId);
        }
        return true;
      default:
        return false;
    }
  }

  function lines({ columns, rows, theme }: Room): readonly SpanLine[] {
    const body = page.lines(columns, theme);
    height = Math.max(1, rows - 2);
    count = body.length;
    top = Math.max(0, Math.min(top, count - height));
    const more = count - top - height;
    const title: SpanLine = [
      { text: terminalSafeLine(page.title), role: 'strong' },
      { text: more > 0 ? `  ${more} more below` : '', role: 'faint' },
    ];
    return [title, [], ...body.slice(top, top + height)].map((line) => cutSpans(line, columns, theme.glyphs));
  }

  return { lines, onKey, keys: () => table, isTyping: () => false, onShow: actions.refresh };
}
