import { formatCount } from '../../../contract/quantities.js';
import { terminalSafeLine } from '../../../contract/terminal-safe.js';
import { make, marked } from './dom.js';
import { type Members, wordOf } from './members.js';

export interface ChosenCell {
  /** From 0 on, within the page. */
  readonly row: number;
  readonly name: string;
  readonly value: unknown;
}

const LONGEST_CELL = 200;
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** A table in which the arrows go from cell to cell, and Enter or a click opens one. */
export function createCellGrid(
  rows: readonly Members[],
  first: number,
  hasNumbers: boolean,
  onOpen: (cell: ChosenCell) => void,
): HTMLElement {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])));
  const table = make(
    'table',
    {
      ...(names.length <= 3 ? { class: 'few' } : {}),
      role: 'grid',
      'aria-label': 'rows; arrows move, Enter opens a value',
    },
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        make('th', { scope: 'col' }, '#'),
        ...names.map((name) => make('th', { scope: 'col' }, terminalSafeLine(name))),
      ),
    ),
    make(
      'tbody',
      {},
      ...cells.map((line, row) =>
        make('tr', {}, make('th', { scope: 'row' }, hasNumbers ? formatCount(first + row) : '·'), ...line),
      ),
    ),
  );
  let at: readonly [number, number] = [0, 0];

  function go(row: number, column: number): void {
    const target = cells[row]?.[column];
    if (target !== undefined) {
      cells[at[0]]?.[at[1]]?.setAttribute('tabindex', '-1');
      at = [row, column];
      target.setAttribute('tabindex', '0');
      target.focus();
    }
  }

  function open(row: number, column: number): void {
    const name = names[column];
    if (name !== undefined && rows[row]?.[name] !== undefined) {
      onOpen({ row, name, value: rows[row][name] });
    }
  }

  table.addEventListener('keydown', (event) => {
    const move = MOVES[event.key];
    if (move !== undefined) {
      event.preventDefault();
      go(at[0] + move[0], at[1] + move[1]);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(...at);
    }
  });
  for (const [row, line] of cells.entries()) {
    for (const [column, each] of line.entries()) {
      each.addEventListener('click', () => {
        go(row, column);
        open(row, column);
      });
    }
  }
  cells[0]?.[0]?.setAttribute('tabindex', '0');
  return table;
}

function cellOf(value: unknown): HTMLElement {
  // The end of a line of text is no part of what is read.
  const text = value === undefined ? '' : terminalSafeLine(wordOf(value).replace(/\r?\n$/, ''));
  const shown = text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text;
  return make(
    'td',
    { role: 'gridcell', tabindex: '-1', class: typeof value === 'number' ? 'number' : 'cell' },
    ...marked(shown),
  );
}
