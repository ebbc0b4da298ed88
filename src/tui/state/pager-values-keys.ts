import { formatCell } from '../text/cells.js';
import { foundAt } from '../text/found-text.js';
import { conditionText, holdsText, joinedFilter, rangeText } from './filter-text.js';
import { obey } from './key-table.js';
import { copy, textOf } from './pager-copy.js';
import { type KeyPorts, set } from './pager-key-ports.js';
import { openPrompt } from './pager-prompt.js';
import type { PagerMode, PagerState, ValuesState } from './pager-state.js';
import { type ValueLine, valueLines } from './value-lines.js';
import { VALUES_KEYS, type ValuesCommand } from './values-keymap.js';
import { askForSum, sortBySum } from './values-sum-keys.js';
import { moved, windowOf } from './window-of.js';

/** What a key does while values are counted or shown. */
export function onValuesKey(ports: KeyPorts, name: string): void {
  const { values } = ports.pager.store.get();
  if (values !== undefined) {
    obey(VALUES_KEYS, actionsOf(ports, values), name);
  }
}

function actionsOf(ports: KeyPorts, values: ValuesState): Readonly<Record<ValuesCommand, () => void>> {
  const page = Math.max(1, ports.pager.room().height - 2);
  const go = (by: number) => (): void => move(ports, values, by);
  return {
    up: go(-1),
    down: go(1),
    'page-up': go(-page),
    'page-down': go(page),
    first: go(Number.NEGATIVE_INFINITY),
    last: go(Number.POSITIVE_INFINITY),
    only: () => filterBy(ports, values, '='),
    without: () => filterBy(ports, values, '!='),
    search: () => set(ports, openPrompt(ports.pager.store.get(), 'find')),
    next: () => findNext(ports, values, 1),
    previous: () => findNext(ports, values, -1),
    ranges: () => changeList(ports, values),
    sum: () => askForSum(ports),
    'by-sum': () => sortBySum(ports, values),
    copy: () => copy(ports, 'the value', textOf(valueLines(values)[values.cursor]?.value)),
    help: () => set(ports, { mode: 'help', helpOver: 'values', lineTop: 0 }),
    back() {
      if (values.status === 'running') {
        ports.pager.gathering.stopCount();
      } else {
        leave(ports, values.from);
      }
    },
    close() {
      ports.pager.gathering.stopCount();
      leave(ports, values.from);
    },
  };
}

/** Goes to the value after the one under the cursor that holds the text; nothing typed: the last text again. */
export function findValue(ports: KeyPorts, text: string): void {
  const { values } = ports.pager.store.get();
  if (values !== undefined && text !== '') {
    findNext(ports, { ...values, found: text }, 1);
  } else if (values !== undefined) {
    findNext(ports, values, 1);
  }
}

function findNext(ports: KeyPorts, values: ValuesState, step: 1 | -1): void {
  const { found, cursor } = values;
  const lines = valueLines(values);
  const order = lines.map((_, index) => (cursor + (index + 1) * step + lines.length * 2) % lines.length);
  const next = order.find((index) => found !== undefined && foundAt(formatCell(lines[index]?.value), found) !== -1);
  if (next === undefined) {
    set(ports, { values, notice: found === undefined ? undefined : 'no value in this list holds it' });
  } else {
    move(ports, values, next - cursor);
  }
}

/** Values by ranges, or each of them; of others there are no ranges. */
function changeList(ports: KeyPorts, values: ValuesState): void {
  if (values.counted?.ranges === undefined) {
    set(ports, { notice: 'only more than 20 different numbers or times are counted by ranges' });
  } else {
    set(ports, { values: { ...values, areRanges: !values.areRanges, cursor: 0, top: 0 } });
  }
}

function leave(ports: KeyPorts, mode: PagerMode = 'table'): void {
  set(ports, { mode, values: undefined });
}

function move(ports: KeyPorts, values: ValuesState, by: number): void {
  const count = valueLines(values).length;
  const cursor = moved(values.cursor, by, count);
  // One line is the heading.
  const top = windowOf(cursor, count, ports.pager.room().height - 1, values.top);
  set(ports, { values: { ...values, cursor, top } });
}

function filterBy(ports: KeyPorts, values: ValuesState, operator: '=' | '!='): void {
  const line = valueLines(values)[values.cursor];
  const condition = line === undefined ? undefined : conditionOf(values.field, line, operator);
  if (condition === undefined) {
    set(ports, { notice: line === undefined ? undefined : unnamedText(line) });
    return;
  }
  ports.pager.gathering.stopCount();
  leave(ports);
  filterToo(ports, ports.pager.store.get(), condition);
}

function unnamedText({ range }: ValueLine): string {
  return range === undefined
    ? 'no filter can name a list, an object, part of a text, or all other values'
    : 'a filter can ask for a range, and not for all but one';
}

/** A longer text is found by its beginning. */
function conditionOf(
  field: string,
  { value, form, range, isRest }: ValueLine,
  operator: '=' | '!=',
): string | undefined {
  if (range !== undefined || isRest === true) {
    return range !== undefined && operator === '=' ? rangeText(field, range) : undefined;
  }
  if (form === 'beginning') {
    return operator === '=' ? holdsText(field, String(value)) : undefined;
  }
  return form === 'json' ? undefined : conditionText(field, value, operator);
}

/** The filter so far, and this condition. */
export function filterToo({ pager }: KeyPorts, { filter }: PagerState, condition: string): void {
  pager.filter(joinedFilter(filter?.text, condition));
  pager.store.dispatch({ type: 'set', change: { notice: `only rows with ${formatCell(condition)}` } });
}
