import type { Value } from '../../contract/row.js';
import { addDate, createDateStats, type DateStats, isDate } from './dates.js';
import { createExtremes, type Extremes } from './extremes.js';
import { addFew, createFewNumbers, type FewNumbers } from './few-numbers.js';
import { addHidden, type HiddenCounts, type MemberJudgement } from './judgement.js';
import { addList, addObject, createNestedStats, type NestedStats } from './nested.js';
import { addNumber, createNumberStats, type NumberStats, numberFigures } from './numbers.js';
import { addSize, createSizes, type Sizes } from './quantiles.js';
import { addHiddenString, addString, createStringStats, isSketch, type StringStats } from './strings.js';
import { writtenNumber } from './written-number.js';

/** Running facts about the values of one field. `present` counts every value, null included. */
export interface Field {
  readonly name: string;
  readonly index: number;
  /** Absent when nothing but what a value looks like can hide it. */
  readonly judgement: MemberJudgement | undefined;
  /** Where the row stands whose value comes next. */
  row: number;
  present: number;
  nulls: number;
  trues: number;
  falses: number;
  readonly numbers: NumberStats;
  /** Of the numbers, and of those that are written as texts. */
  readonly sizes: { readonly own: Sizes; readonly written: Sizes };
  readonly extremes: Extremes;
  readonly few: FewNumbers;
  readonly strings: StringStats;
  /** Texts that are numbers written with more zeros than JSON would, as `18.30` in a table. */
  readonly written: NumberStats;
  /** Texts that stand for numbers JSON has no form for. */
  readonly notFinite: Map<string, number>;
  readonly dates: DateStats;
  readonly nested: NestedStats;
  /** Of those that are hidden where they stand, how many there are of each type; no text is among them. */
  readonly hidden: Readonly<Record<HiddenKind, HiddenCounts>>;
}

const HIDDEN_KINDS = ['number', 'date', 'boolean', 'object', 'list'] as const;
type HiddenKind = (typeof HIDDEN_KINDS)[number];

interface Place {
  readonly name: string;
  readonly index: number;
  readonly judgement: MemberJudgement | undefined;
}

export function createField({ name, index, judgement }: Place): Field {
  return {
    name,
    index,
    judgement,
    row: 0,
    present: 0,
    nulls: 0,
    trues: 0,
    falses: 0,
    numbers: createNumberStats(),
    sizes: { own: createSizes(), written: createSizes() },
    extremes: createExtremes(),
    few: createFewNumbers(),
    strings: createStringStats(),
    written: createNumberStats(),
    notFinite: new Map(),
    dates: createDateStats(),
    nested: createNestedStats(),
    hidden: { number: new Map(), date: new Map(), boolean: new Map(), object: new Map(), list: new Map() },
  };
}

/**
 * Whether a value has to be judged before it is accounted for. Texts can wait until they are told, and are told only
 * while few are known; but not when their neighbours judge them, as those are gone by then.
 */
export function needsJudgement({ judgement, strings }: Field, value: Value | undefined, beside?: Field): boolean {
  if (judgement === undefined || value === undefined || value === null) {
    return false;
  }
  if (typeof value !== 'string' || mayBeDate(value)) {
    return true;
  }
  return judgement.isBeside && !(isSketch(strings) && (beside === undefined || isSketch(beside.strings)));
}

/** Accounts for a value that is hidden, as of a type, where it stands. */
export function addHiddenValue(field: Field, value: Exclude<Value, null>, type: string): void {
  field.present += 1;
  if (typeof value !== 'string') {
    addHidden(field.hidden[kindOf(value)], type);
  } else if (isDate(value)) {
    addHidden(field.hidden.date, type);
  } else {
    standAt(field);
    addHiddenString(field.strings, value, type);
  }
}

function kindOf(value: Exclude<Value, null | string>): HiddenKind {
  if (typeof value === 'number') {
    return 'number';
  }
  if (typeof value === 'boolean') {
    return 'boolean';
  }
  return isList(value) ? 'list' : 'object';
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
  if (mayBeDate(value) && addDate(field.dates, value, field.row, beside?.dates)) {
    return;
  }
  if (isNotFinite(value)) {
    addNotFinite(field, value);
    addNotFinite(beside, value);
  } else {
    standAt(field);
    standAt(beside);
    addString(field.strings, value, beside?.strings);
    addWritten(field, value);
    addWritten(beside, value);
  }
}

function standAt(field: Field | undefined): void {
  if (field !== undefined) {
    field.strings.row = field.row;
  }
}

function addWritten(field: Field | undefined, value: string): void {
  const number = field === undefined ? undefined : writtenNumber(value);
  if (field !== undefined && number !== undefined) {
    addNumber(field.written, number);
    addSize(field.sizes.written, number);
  }
}

function isNotFinite(text: string): boolean {
  switch (text.length) {
    case 3:
      return text === 'NaN';
    case 8:
      return text === 'Infinity';
    case 9:
      return text === '-Infinity';
    default:
      return false;
  }
}

function addNotFinite(field: Field | undefined, value: string): void {
  field?.notFinite.set(value, (field.notFinite.get(value) ?? 0) + 1);
}

/** How many texts are numbers like all others of the field: none when there is a text that is no number. */
export function countWritten({ numbers, strings, written }: Field): number {
  const { count } = numberFigures(written);
  return count === strings.count && numberFigures(numbers).count > 0 ? count : 0;
}

/** How many numbers without a form in JSON there are: among texts that are no numbers, such a word is a word. */
export function countNotFinite({ numbers, strings, notFinite }: Field): number {
  const { count, notFinite: infinite } = numberFigures(numbers);
  const isNumeric = count + infinite > 0 || strings.count === 0;
  return isNumeric ? infinite + total(notFinite) : 0;
}

/** The same words where they are words. */
export function wordsNotFinite(field: Field): ReadonlyMap<string, number> {
  return countNotFinite(field) > 0 ? new Map() : field.notFinite;
}

export function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function mayBeDate(text: string): boolean {
  return text.length >= 10 && text.charCodeAt(4) === 0x2d;
}

function addPlain(field: Field, value: Exclude<Value, string>): void {
  field.present += 1;
  if (typeof value === 'number') {
    addNumber(field.numbers, value);
    addSize(field.sizes.own, value);
    addFew(field.few, value);
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
