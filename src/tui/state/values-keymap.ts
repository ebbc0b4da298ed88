import type { KeyTable } from './key-table.js';

export type ValuesCommand =
  | 'search'
  | 'next'
  | 'previous'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'only'
  | 'without'
  | 'ranges'
  | 'sum'
  | 'by-sum'
  | 'copy'
  | 'help'
  | 'back'
  | 'close';

export const VALUES_KEYS: KeyTable<ValuesCommand> = [
  { keys: ['up', 'k'], command: 'up', words: 'one value up' },
  { keys: ['down', 'j'], command: 'down', words: 'one value down' },
  { keys: ['pageup', 'b'], command: 'page-up', words: 'one screen up' },
  { keys: ['space', 'pagedown'], command: 'page-down', words: 'one screen down' },
  { keys: ['g', 'home'], command: 'first', words: 'the first value' },
  { keys: ['G', 'end'], command: 'last', words: 'the last value' },
  { keys: ['/'], command: 'search', words: 'look for a text among the values', short: 'search' },
  { keys: ['n'], command: 'next', words: 'the next value that holds it' },
  { keys: ['N', 'p'], command: 'previous', words: 'the value before' },
  { keys: ['enter', ','], command: 'only', words: 'only rows with this value', short: 'only these' },
  { keys: ['!'], command: 'without', words: 'only rows without it', short: 'without' },
  {
    keys: ['+'],
    command: 'sum',
    words:
      'sum and mean of another column in the rows of each value; nothing typed: of this column, or without them again',
    short: 'sum',
  },
  { keys: ['s'], command: 'by-sum', words: 'the greatest sum first, or the most frequent value again' },
  { keys: ['r'], command: 'ranges', words: 'numbers and times by ranges, or each value again', short: 'ranges' },
  { keys: ['y'], command: 'copy', words: 'copy the value', short: 'copy' },
  { keys: ['escape', 'backspace'], command: 'back', words: 'stop counting; else back to the rows', short: 'back' },
  { keys: ['q', 'F', 'ctrl+c'], command: 'close', words: 'back to the rows' },
  { keys: ['?'], command: 'help', words: 'this help', short: 'help' },
];
