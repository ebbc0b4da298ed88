import { formatCell } from '../text/cells.js';
import { columnNamed } from './column-named.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { openPrompt } from './pager-prompt.js';
import { isText, type PagerState, type ValuesState } from './pager-state.js';
import { fieldOf } from './text-field.js';

/** Asks which column is to be summed in the rows of each value. */
export function askForSum(ports: KeyPorts): void {
  const state = ports.pager.store.get();
  set(ports, isText(state) ? { notice: 'text has no columns to sum' } : openPrompt(state, 'sum'));
}

/** Counts again, now with sums of a column; with nothing typed without them, or of a column of numbers with its own. */
export function sumColumn(ports: KeyPorts, text: string): void {
  const state = ports.pager.store.get();
  const { values } = state;
  const asked = text.trim();
  if (values === undefined || (asked === '' && values.summed === undefined && !isOfNumbers(state, values.field))) {
    return;
  }
  const name = asked === '' ? ownName(state, values) : fieldCalled(state, asked);
  if (asked !== '' && name === undefined) {
    set(ports, { prompt: { kind: 'sum', field: fieldOf(text), problem: unknownText(state) } });
  } else {
    ports.pager.gathering.count(values.field, name);
  }
}

function ownName(state: PagerState, { field, summed }: ValuesState): string | undefined {
  return summed === undefined && isOfNumbers(state, field) ? field : undefined;
}

function isOfNumbers({ columns }: PagerState, field: string): boolean {
  return columns.some(({ name, kind }) => name === field && kind === 'num');
}

/** The greatest sum first, or the most frequent value again. */
export function sortBySum(ports: KeyPorts, values: ValuesState): void {
  if (values.summed === undefined || values.areRanges) {
    const notice = values.areRanges
      ? 'ranges stand in their own order: r lists values'
      : 'there are no sums: + asks for them';
    set(ports, { notice });
  } else {
    set(ports, { values: { ...values, areBySum: !values.areBySum, cursor: 0, top: 0 } });
  }
}

/** A column, or with dots what may lie inside of one. */
function fieldCalled({ columns }: PagerState, asked: string): string | undefined {
  const named = columnNamed(columns, asked)?.name;
  const isInside = columns.some(({ name }) => asked.startsWith(`${name}.`));
  return named ?? (isInside ? asked : undefined);
}

const MOST_NAMED = 6;

function unknownText({ columns }: PagerState): string {
  const names = columns.filter(({ kind }) => kind === 'num').map(({ name }) => formatCell(name));
  const named = names.slice(0, MOST_NAMED).join(', ');
  const said = 'no column is called so';
  const more = names.length > MOST_NAMED ? ' and others' : '';
  return names.length === 0 ? said : `${said}; numbers are in ${named}${more}`;
}
