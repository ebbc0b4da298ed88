import type { Value } from '../../contract/row.js';
import { pairRule } from '../judge/field-pairs.js';
import type { FieldRule } from '../judge/field-rule.js';
import { holdsColumnName, holdsColumnNames, isColumnName, saysWhose } from '../tables/table-columns.js';
import { isList } from './field-paths.js';

type RowObject = { readonly [key: string]: Value };
type RuleFor = (name: string) => FieldRule | undefined;

/** The rules for the cells of a row, by their place; `undefined` for those about which nothing is known. */
export type ColumnRules = readonly (FieldRule | undefined)[];

const MOST_COLUMNS = 512;
const MOST_MEMBERS = 64;
const LONGEST_NAME = 80;

/** Gives the rules for the lists in a member of an object, of which another member names the columns. */
export function createColumnsBeside(ruleFor: RuleFor): (object: RowObject) => ColumnRules | undefined {
  // An object may have any number of members with lists.
  const known = new WeakMap<RowObject, { readonly columns: ColumnRules | undefined }>();
  return (object) => {
    const before = known.get(object);
    if (before !== undefined) {
      return before.columns;
    }
    const columns = columnsBeside(object, ruleFor);
    known.set(object, { columns });
    return columns;
  };
}

function columnsBeside(object: RowObject, ruleFor: RuleFor): ColumnRules | undefined {
  for (const member of Object.keys(object).slice(0, MOST_MEMBERS)) {
    const columns = holdsColumnNames(member) ? columnsOf(object[member] ?? null, ruleFor, true) : undefined;
    if (columns !== undefined) {
      return columns;
    }
  }
  return undefined;
}

/** The rules for all lists in a list, when the first of them holds names and no values. */
export function columnsAbove(rows: readonly Value[], ruleFor: RuleFor): ColumnRules | undefined {
  const [first, second] = rows;
  if (first === undefined || second === undefined || !isList(first) || !isList(second) || first.length < 2) {
    return undefined;
  }
  const isHeader = first.length === second.length && first.every(isShortName) && pairRule(first, ruleFor) === undefined;
  const columns = isHeader ? columnsOf(first, ruleFor, false) : undefined;
  // Of pairs the first is a name in each, and the second is none, unless it says whose the first one is.
  return columns?.some(
    (rule, index) => rule !== undefined && (index > 0 || first.length > 2 || saysWhose(first[1])),
  ) === true
    ? columns
    : undefined;
}

/** Whether a value is a list of lists. */
export function isTable(rows: Value): rows is readonly Value[] {
  return isList(rows) && rows[0] !== undefined && isList(rows[0]);
}

function isShortName(value: Value): boolean {
  return typeof value === 'string' && isColumnName(value);
}

function columnsOf(names: Value, ruleFor: RuleFor, canBeWithin: boolean): ColumnRules | undefined {
  if (typeof names !== 'object' || names === null) {
    return undefined;
  }
  if (!isList(names)) {
    const within = Object.keys(names).slice(0, MOST_MEMBERS).find(holdsColumnNames);
    return canBeWithin && within !== undefined ? columnsOf(names[within] ?? null, ruleFor, false) : undefined;
  }
  const rules = names.slice(0, MOST_COLUMNS).map((name) => {
    const text = nameOf(name);
    return text === undefined || text.length > LONGEST_NAME ? undefined : ruleFor(text);
  });
  return rules.some((rule) => rule !== undefined) ? rules : undefined;
}

function nameOf(column: Value): string | undefined {
  if (typeof column === 'string') {
    return column;
  }
  if (typeof column !== 'object' || column === null || isList(column)) {
    return undefined;
  }
  const member = Object.keys(column)
    .slice(0, MOST_MEMBERS)
    .find((name) => holdsColumnName(name) && typeof column[name] === 'string');
  const name = member === undefined ? undefined : column[member];
  return typeof name === 'string' ? name : undefined;
}

/** The list with each item changed; the list itself when none was. */
export function mapItems(list: readonly Value[], change: (item: Value, index: number) => Value): readonly Value[] {
  let copy: Value[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index] ?? null;
    const changed = change(item, index);
    if (changed !== item) {
      copy ??= list.slice();
      copy[index] = changed;
    }
  }
  return copy ?? list;
}
