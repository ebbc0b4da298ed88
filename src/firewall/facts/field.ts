import type { Value } from '../../contract/row.js';
import { addDate, createDateStats, type DateStats } from './dates.js';
import { addList, addObject, createNestedStats, type NestedStats } from './nested.js';
import { addNumber, createNumberStats, type NumberStats } from './numbers.js';
import { addString, createStringStats, type StringStats } from './strings.js';

/** Running facts about the values of one field. `present` counts every value, null included. */
export interface Field {
  readonly name: string;
  readonly index: number;
  present: number;
  nulls: number;
  trues: number;
  falses: number;
  readonly numbers: NumberStats;
  readonly strings: StringStats;
  readonly dates: DateStats;
  readonly nested: NestedStats;
}

export function createField(name: string, index: number): Field {
  return {
    name,
    index,
    present: 0,
    nulls: 0,
    trues: 0,
    falses: 0,
    numbers: createNumberStats(),
    strings: createStringStats(),
    dates: createDateStats(),
    nested: createNestedStats(),
  };
}

/** Accounts for one value, in a second field too if there is one. What JSON cannot hold counts as missing. */
export function addValue(field: Field, value: Value | undefined, beside?: Field): void {
  if (value === undefined) {
    return;
  }
  if (typeof value === 'string') {
    addText(field, value, beside);
    return;
  }
  addPlain(field, value);
  if (beside !== undefined) {
    addPlain(beside, value);
  }
}

function addText(field: Field, value: string, beside: Field | undefined): void {
  field.present += 1;
  if (beside !== undefined) {
    beside.present += 1;
  }
  const mayBeDate = value.length >= 10 && value.charCodeAt(4) === 0x2d;
  if (!(mayBeDate && addDate(field.dates, value, beside?.dates))) {
    addString(field.strings, value, beside?.strings);
  }
}

function addPlain(field: Field, value: Exclude<Value, string>): void {
  field.present += 1;
  if (typeof value === 'number') {
    addNumber(field.numbers, value);
  } else if (value === true) {
    field.trues += 1;
  } else if (value === false) {
    field.falses += 1;
  } else if (value === null) {
    field.nulls += 1;
  } else if (isList(value)) {
    addList(field.nested, value);
  } else {
    addObject(field.nested, value);
  }
}

function isList(value: readonly Value[] | { readonly [key: string]: Value }): value is readonly Value[] {
  return Array.isArray(value);
}
