import { MOST_FORMULAS } from '../../kernel/formulas/formulas.js';
import { type Formula, parseFormula } from '../../kernel/formulas/parse-formula.js';
import { formatCell } from '../text/cells.js';
import { fieldsOfFilter, unknownNameText } from './filter-fields.js';
import { type Column, chosenColumns, leftFor, shownColumns } from './pager-columns.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { currentColumn, isText, type PagerState } from './pager-state.js';
import { fieldOf } from './text-field.js';
import { problemOf, thrownError } from './thrown-error.js';

/** Adds a column that is made of others, behind the one under the cursor; of one that was added before, it makes another. */
export function addColumn(ports: KeyPorts, text: string): void {
  const state = ports.pager.store.get();
  if (isText(state)) {
    set(ports, { notice: 'text has no columns to make others of' });
  } else if (text.trim() !== '') {
    const formula = read(text);
    const problem = typeof formula === 'string' ? formula : whyNot(state, formula);
    if (problem !== undefined || typeof formula === 'string') {
      set(ports, { prompt: { kind: 'formula', field: fieldOf(text), ...(problem === undefined ? {} : { problem }) } });
    } else {
      show(ports, text, formula);
    }
  }
}

function read(text: string): Formula | string {
  try {
    return parseFormula(text);
  } catch (error) {
    return problemOf(thrownError(error));
  }
}

function whyNot({ columns, formulas, order, filter }: PagerState, { name }: Formula): string | undefined {
  const isMade = namesOf(formulas).includes(name);
  if (!isMade) {
    const isThere = columns.some((column) => column.name === name);
    const isFull = formulas.length >= MOST_FORMULAS;
    return isThere ? `${name} is a column already` : isFull ? `at most ${MOST_FORMULAS} columns are added` : undefined;
  }
  const isUsed =
    order?.keys.some(({ field }) => field === name) === true ||
    (filter !== undefined && fieldsOfFilter(filter.text).includes(name));
  return isUsed ? `rows are sorted or filtered by ${name}: esc leaves that first` : undefined;
}

function namesOf(formulas: readonly string[]): readonly string[] {
  return formulas.map((text) => parseFormula(text).name);
}

function show(ports: KeyPorts, text: string, { name, fields }: Formula): void {
  const { pager } = ports;
  const state = pager.store.get();
  const names = namesOf(state.formulas);
  const at = names.indexOf(name);
  const formulas = at === -1 ? [...state.formulas, text] : state.formulas.with(at, text);
  const columns = withColumn(state, name);
  const column = shownColumns(columns).findIndex((each) => each.name === name);
  const doubt = unknownNameText(fields, seen(ports));
  const left = leftFor(columns, { left: state.left, index: column, width: pager.room().width });
  set(ports, { formulas, columns, column, left, notice: doubt ?? `${formatCell(name)} is made of each row` });
  pager.reread();
}

/** Its width is learned anew. */
function withColumn(state: PagerState, name: string): readonly Column[] {
  const current = currentColumn(state)?.name;
  const made = chosenColumns([name]);
  if (state.columns.some((column) => column.name === name)) {
    return state.columns.flatMap((column) => (column.name === name ? made : [column]));
  }
  return state.columns.length === 0
    ? made
    : state.columns.flatMap((column) => (column.name === current ? [column, ...made] : [column]));
}

/** What stands on the screen. */
function seen({ pager }: KeyPorts): Parameters<typeof unknownNameText>[1] {
  const { columns, top } = pager.store.get();
  const rows = Array.from({ length: pager.room().height }, (_, index) => pager.reader.row(top + index));
  return {
    columns: columns.map(({ name }) => name),
    rows: rows.flatMap((row) => (row === undefined || row === 'hidden' ? [] : [row.value])),
  };
}
