import type { KeyTable } from './key-table.js';
import type { MoveCommand } from './pager-moves.js';

export type TableCommand =
  | MoveCommand
  | 'open'
  | 'goto'
  | 'filter'
  | 'search'
  | 'next'
  | 'previous'
  | 'next-error'
  | 'previous-error'
  | 'columns'
  | 'wrap'
  | 'hide'
  | 'pin'
  | 'wider'
  | 'narrower'
  | 'formula'
  | 'sort-up'
  | 'sort-down'
  | 'then-up'
  | 'then-down'
  | 'values'
  | 'only'
  | 'without'
  | 'mark'
  | 'marked-only'
  | 'next-mark'
  | 'previous-mark'
  | 'follow'
  | 'copy'
  | 'copy-row'
  | 'copy-id'
  | 'command'
  | 'again'
  | 'help'
  | 'stop'
  | 'interrupt'
  | 'quit';

export const TABLE_KEYS: KeyTable<TableCommand> = [
  { keys: ['up', 'k'], command: 'up', words: 'one row up' },
  { keys: ['down', 'j'], command: 'down', words: 'one row down' },
  { keys: ['pageup', 'b'], command: 'page-up', words: 'one screen up' },
  { keys: ['space', 'pagedown'], command: 'page-down', words: 'one screen down' },
  { keys: ['ctrl+u'], command: 'half-up', words: 'half a screen up' },
  { keys: ['ctrl+d'], command: 'half-down', words: 'half a screen down' },
  { keys: ['g', 'home'], command: 'first', words: 'the first row' },
  { keys: ['G', 'end'], command: 'last', words: 'the last row' },
  {
    keys: [':'],
    command: 'goto',
    words:
      'go to a row by its number, 50% to the middle, 2026-01-31T10 or 10:30 to a time, status to a column; of text, to a line',
  },
  { keys: ['left', 'h'], command: 'left', words: 'one column, or half a screen of text, to the left' },
  { keys: ['right', 'l'], command: 'right', words: 'one column, or half a screen of text, to the right' },
  { keys: ['0', '^'], command: 'first-column', words: 'the first column' },
  { keys: ['$'], command: 'last-column', words: 'the last column' },
  { keys: ['enter'], command: 'open', words: 'open the row: all its fields', short: 'open' },
  {
    keys: ['/'],
    command: 'search',
    words: 'search a text in all rows; capitals matter only when you type some',
    short: 'search',
  },
  { keys: ['n'], command: 'next', words: 'the next match' },
  { keys: ['N', 'p'], command: 'previous', words: 'the match before' },
  { keys: ['e'], command: 'next-error', words: 'the next row whose level, status or text tells of an error' },
  { keys: ['E'], command: 'previous-error', words: 'the one before' },
  {
    keys: ['f', '&'],
    command: 'filter',
    words:
      'only rows such as amount >= 100 and status = "open" or note ~ late, city = Oslo: the comma binds last; ~ finds a text as the search does',
    short: 'filter',
  },
  { keys: [','], command: 'only', words: 'only rows with the value of this cell' },
  { keys: ['!'], command: 'without', words: 'only rows without it' },
  {
    keys: ['F'],
    command: 'values',
    words:
      'count the values of the column: a list, in which enter filters; of text, its lines; of nested values a field of theirs',
    short: 'count',
  },
  {
    keys: ['[', 's'],
    command: 'sort-up',
    words: 'sort by the column, ascending; again: as the rows came',
    short: 'sort',
  },
  { keys: [']', 'S'], command: 'sort-down', words: 'sort by the column, descending' },
  { keys: ['{'], command: 'then-up', words: 'rows that are equal so far by this column, ascending' },
  { keys: ['}'], command: 'then-down', words: 'rows that are equal so far by this column, descending' },
  { keys: ['c'], command: 'columns', words: 'choose and order the columns', short: 'columns' },
  { keys: ['-'], command: 'hide', words: 'hide the column' },
  { keys: ['|'], command: 'pin', words: 'keep the column in sight beside those further right, or let it go' },
  { keys: ['>'], command: 'wider', words: 'make the column wider' },
  { keys: ['<'], command: 'narrower', words: 'make the column narrower' },
  {
    keys: ['+'],
    command: 'formula',
    words: 'add a column such as total = price * quantity or day = left(at, 10)',
  },
  { keys: ['w'], command: 'wrap', words: 'wrap long values, or cut them again' },
  { keys: ['m'], command: 'mark', words: 'mark the row, or take its mark away' },
  { keys: ['M'], command: 'marked-only', words: 'only the rows that are marked; again: all' },
  { keys: ['u'], command: 'next-mark', words: 'the next row that is marked' },
  { keys: ['U'], command: 'previous-mark', words: 'the marked row before' },
  { keys: ['t'], command: 'follow', words: 'follow new rows while the handle is open' },
  { keys: ['y'], command: 'copy', words: 'copy the cell, or the line of text' },
  { keys: ['Y'], command: 'copy-row', words: 'copy the row as JSON' },
  { keys: ['I'], command: 'copy-id', words: 'copy the id of the handle' },
  { keys: ['='], command: 'command', words: 'the command line that shows the same' },
  { keys: ['r'], command: 'again', words: 'read again' },
  {
    keys: ['escape'],
    command: 'stop',
    words: 'stop what goes on; else leave the sorting, then the filter; from another view, the pager',
  },
  { keys: ['ctrl+c'], command: 'interrupt', words: 'stop what goes on, or close' },
  { keys: ['q'], command: 'quit', words: 'close', short: 'close' },
  { keys: ['?'], command: 'help', words: 'this help', short: 'help' },
];

export type RecordCommand =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'next'
  | 'previous'
  | 'next-row'
  | 'previous-row'
  | 'toggle'
  | 'toggle-or-back'
  | 'open-all'
  | 'close-all'
  | 'search'
  | 'column'
  | 'values'
  | 'only'
  | 'without'
  | 'copy'
  | 'copy-row'
  | 'help'
  | 'back'
  | 'quit';

export const RECORD_KEYS: KeyTable<RecordCommand> = [
  { keys: ['up', 'k'], command: 'up', words: 'one line up' },
  { keys: ['down', 'j'], command: 'down', words: 'one line down', short: 'scroll' },
  { keys: ['pageup', 'b'], command: 'page-up', words: 'one screen up' },
  { keys: ['pagedown'], command: 'page-down', words: 'one screen down' },
  {
    keys: ['space'],
    command: 'toggle',
    words: 'open or close a nested value; elsewhere one screen down',
    short: 'fold',
  },
  { keys: ['-'], command: 'close-all', words: 'close all nested values' },
  { keys: ['+'], command: 'open-all', words: 'open all nested values' },
  { keys: ['g', 'home'], command: 'first', words: 'the first field' },
  { keys: ['G', 'end'], command: 'last', words: 'the last field' },
  { keys: ['right', 'l'], command: 'next-row', words: 'the next row', short: 'next' },
  { keys: ['left', 'h'], command: 'previous-row', words: 'the row before', short: 'previous' },
  { keys: ['/'], command: 'search', words: 'look for a text in the names and values of this row', short: 'search' },
  { keys: ['n'], command: 'next', words: 'the next field that holds it; without a search the next row' },
  { keys: ['N', 'p'], command: 'previous', words: 'the field before; without a search the row before' },
  { keys: [','], command: 'only', words: 'only rows with the value of this field' },
  { keys: ['!'], command: 'without', words: 'only rows without it' },
  { keys: ['F'], command: 'values', words: 'count the values of this field' },
  { keys: ['c'], command: 'column', words: 'show this field as a column, also one inside of another' },
  { keys: ['y'], command: 'copy', words: 'copy the value of the field', short: 'copy' },
  { keys: ['Y'], command: 'copy-row', words: 'copy the row as JSON' },
  { keys: ['enter'], command: 'toggle-or-back', words: 'open or close a nested value; elsewhere back to the rows' },
  { keys: ['escape', 'backspace'], command: 'back', words: 'back to the rows', short: 'back' },
  { keys: ['q', 'ctrl+c'], command: 'quit', words: 'close the pager' },
  { keys: ['?'], command: 'help', words: 'this help', short: 'help' },
];

export type PickerCommand =
  | 'search'
  | 'next'
  | 'previous'
  | 'help'
  | 'up'
  | 'down'
  | 'first'
  | 'last'
  | 'toggle'
  | 'all'
  | 'raise'
  | 'lower'
  | 'apply'
  | 'cancel';

export const PICKER_KEYS: KeyTable<PickerCommand> = [
  { keys: ['up', 'k'], command: 'up', words: 'one column up' },
  { keys: ['down', 'j'], command: 'down', words: 'one column down' },
  { keys: ['home', 'g'], command: 'first', words: 'the first column' },
  { keys: ['end', 'G'], command: 'last', words: 'the last column' },
  { keys: ['space', 'x'], command: 'toggle', words: 'show or hide it', short: 'show/hide' },
  { keys: ['a'], command: 'all', words: 'show all, or none', short: 'all' },
  { keys: ['J', '+'], command: 'lower', words: 'move it down', short: 'move down' },
  { keys: ['K', '-'], command: 'raise', words: 'move it up', short: 'move up' },
  { keys: ['/'], command: 'search', words: 'look for a column by its name', short: 'search' },
  { keys: ['n'], command: 'next', words: 'the next one that was looked for' },
  { keys: ['N', 'p'], command: 'previous', words: 'the one before' },
  { keys: ['enter', 'c'], command: 'apply', words: 'show them so', short: 'ok' },
  { keys: ['escape', 'q', 'ctrl+c'], command: 'cancel', words: 'leave them as they were', short: 'cancel' },
  { keys: ['?'], command: 'help', words: 'this help', short: 'help' },
];
