import type { KeyTable } from './key-table.js';

export type LiveCommand =
  | 'freeze'
  | 'next-tab'
  | 'previous-tab'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'top'
  | 'bottom'
  | 'left'
  | 'right'
  | 'pager'
  | 'cancel'
  | 'leave'
  | 'help'
  | 'interrupt'
  | 'dismiss';

const SCROLL: KeyTable<LiveCommand> = [
  { keys: ['up', 'k'], command: 'up', words: 'back one row; the view stands still while it is scrolled back' },
  { keys: ['down', 'j'], command: 'down', words: 'forward one row; below the last one the view follows again' },
  { keys: ['pageup', 'b'], command: 'page-up', words: 'back one page' },
  { keys: ['pagedown'], command: 'page-down', words: 'forward one page' },
  { keys: ['home', 'g'], command: 'top', words: 'to the oldest row that is still here (the pager has them all)' },
  { keys: ['end', 'G'], command: 'bottom', words: 'to the newest row, and follow' },
  { keys: ['left', 'h'], command: 'left', words: 'one column to the left; long facts move too' },
  {
    keys: ['right', 'l'],
    command: 'right',
    words: 'one column to the right, if more are there; long facts move too',
  },
];

const INTERRUPT: KeyTable<LiveCommand> = [
  { keys: ['ctrl+c'], command: 'interrupt', words: 'cancel at once; a second time ends the program' },
];

const BACK: KeyTable<LiveCommand> = [
  {
    keys: ['escape'],
    command: 'dismiss',
    words: 'close what is asked or shown; follow again; at last, say what leaves',
  },
];

const PAGER: KeyTable<LiveCommand> = [
  { keys: ['e'], command: 'pager', words: 'page through all that is kept, while the stream goes on', short: 'pager' },
];

const TABS: KeyTable<LiveCommand> = [
  { keys: ['tab'], command: 'next-tab', words: 'rows, facts, log', short: 'view' },
  { keys: ['backtab'], command: 'previous-tab', words: 'the other way round' },
];

const HELP: KeyTable<LiveCommand> = [{ keys: ['?'], command: 'help', words: 'this help', short: 'help' }];

/** While the run goes on. */
export const RUNNING_KEYS: KeyTable<LiveCommand> = [
  { keys: ['space'], command: 'freeze', words: 'the view stands still; the stream goes on', short: 'freeze' },
  ...TABS,
  ...SCROLL,
  ...PAGER,
  { keys: ['c'], command: 'cancel', words: 'cancel the run (asks)', short: 'cancel' },
  { keys: ['q'], command: 'leave', words: 'leave: cancel the run, or let it finish (asks)', short: 'leave' },
  ...INTERRUPT,
  ...BACK,
  ...HELP,
];

/** After its end. */
export const ENDED_KEYS: KeyTable<LiveCommand> = [
  { keys: ['q'], command: 'leave', words: 'close the view', short: 'close' },
  ...TABS,
  ...SCROLL,
  ...PAGER,
  ...INTERRUPT,
  ...BACK,
  ...HELP,
];

export type AnswerCommand = 'cancel' | 'background' | 'dismiss';

/** What is asked, and the keys that answer. */
export interface Question {
  readonly text: string;
  /** Where there is little room. */
  readonly short: string;
  readonly keys: KeyTable<AnswerCommand>;
}

const GO_ON: KeyTable<AnswerCommand> = [{ keys: ['escape', 'n'], command: 'dismiss', words: 'go on', short: 'go on' }];

export const QUESTIONS: Readonly<Record<'cancel' | 'leave', Question>> = {
  cancel: {
    text: 'Cancel the run?',
    short: 'Cancel?',
    keys: [{ keys: ['c', 'y'], command: 'cancel', words: 'cancel it', short: 'or y: cancel it' }, ...GO_ON],
  },
  leave: {
    text: 'Leave: cancel the run, or let it finish?',
    short: 'Leave:',
    keys: [
      { keys: ['c'], command: 'cancel', words: 'cancel it', short: 'cancel' },
      { keys: ['f'], command: 'background', words: 'let it finish into the handle', short: 'finish' },
      ...GO_ON,
    ],
  },
};
