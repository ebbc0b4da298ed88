import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { footLine } from '../components/key-lines.js';
import type { SpanLine } from '../components/span-lines.js';
import type { KeyTable } from '../state/key-table.js';
import { PICKER_KEYS, RECORD_KEYS, TABLE_KEYS } from '../state/pager-keymap.js';
import type { PagerState } from '../state/pager-state.js';
import { VALUES_KEYS } from '../state/values-keymap.js';
import type { Size } from '../terminal/terminal.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import { promptLines } from './pager-prompt-lines.js';

/** The question, what is to be said, or the keys. What is said is wrapped where it is long. */
export function bottomLines(state: PagerState, { columns, rows }: Size, theme: Theme): readonly SpanLine[] {
  const { prompt, notice } = state;
  if (prompt !== undefined) {
    return promptLines(prompt, columns, Math.max(1, Math.floor(rows / 3)));
  }
  if (notice !== undefined) {
    const lines = wrapText(terminalSafeLine(notice), columns).slice(0, Math.max(1, Math.floor(rows / 4)));
    return lines.map((text): SpanLine => [{ text, role: 'strong' }]);
  }
  return [footLine(keysOf(state), columns, theme)];
}

const HELP_KEYS: KeyTable = [
  { keys: ['down'], command: 'down', words: '', short: 'scroll' },
  { keys: ['escape'], command: 'back', words: '', short: 'back' },
];
const COMMAND_KEYS: KeyTable = [
  { keys: ['y'], command: 'copy', words: '', short: 'copy' },
  { keys: ['Y'], command: 'copy-all', words: '', short: 'copy the second' },
  { keys: ['escape'], command: 'back', words: '', short: 'back' },
];

function keysOf({ mode }: PagerState): KeyTable {
  switch (mode) {
    case 'table':
      return TABLE_KEYS;
    case 'record':
      return RECORD_KEYS;
    case 'columns':
      return PICKER_KEYS;
    case 'values':
      return VALUES_KEYS;
    case 'command':
      return COMMAND_KEYS;
    case 'help':
      return HELP_KEYS;
  }
}
