import type { Value } from '../../contract/row.js';
import { addDate, createDateStats, type DateStats, isDate } from './dates.js';
import { hashText } from './distinct.js';
import { createExtremes, type Extremes, isExtreme, noteExtreme } from './extremes.js';
import { addFew, createFewNumbers, type FewNumbers } from './few-numbers.js';
import { addHidden, type HiddenCounts, type MemberJudgement } from './judgement.js';
import { addList, addObject, createNestedStats, type NestedStats } from './nested.js';
import { addNumber, createNumberStats, type NumberStats } from './numbers.js';
import type { Standing } from './place.js';
import { addSize, createSizes, type Sizes } from './quantiles.js';
import { addHiddenString, addString, createStringStats, isSketch, type StringStats } from './strings.js';
import { isNotFinite, writtenNumber } from './written-number.js';

/** Running facts about the values of one field. `present` counts every value, null included. */
export interface Field {
  readonly name: string;
  readonly index: number;
  /** Absent when nothing but what a value looks like can hide it. */
  readonly judgement: MemberJudgement | undefined;
  /** Undefined in a row itself. */
  readonly above: Field | undefined;
  readonly step: Step;
  readonly depth: number;
  /** Of the path. */
  readonly hash: number;
  /** It is in a list or a dictionary: one row may have several. */
  readonly isListed: boolean;
  /** Dictionaries in dictionaries of the same name are told as one. */
  isNested: boolean;
  /** What is inside of its objects, lists and dictionaries. */
  members: Group | undefined;
  items: Field | undefined;
  entries: Field | undefined;
  present: number;
  nulls: number;
  /** Texts without a character, as the empty cells of a table. */
  empties: number;
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

/** How a field is reached from the one above it. */
export type Step = 'member' | 'item' | 'entry';

/** The members that records of one place have. */
export interface Group {
  /** Undefined of rows. */
  readonly above: Field | undefined;
  objects: number;
  /** Where the next member is likely to be found: records of one source share the order of their keys. */
  next: number;
  readonly fields: Field[];
  readonly byName: Map<string, Field>;
}

const HIDDEN_KINDS = ['number', 'date', 'boolean', 'object', 'list'] as const;
type HiddenKind = (typeof HIDDEN_KINDS)[number];

type Seat = Pick<Field, 'name' | 'index' | 'judgement' | 'above' | 'step'>;

/** Written out: of copies of others' members V8 makes objects of another shape. */
export function createField({ name, index, judgement, above, step }: Seat): Field {
  return {
    name,
    index,
    judgement,
    above,
    step,
    depth: above === undefined ? 0 : above.depth + 1,
    hash: hashText(`${above?.hash ?? ''}${step}${name}`),
    isListed: step !== 'member' || above?.isListed === true,
    isNested: false,
    members: undefined,
    items: undefined,
    entries: undefined,
    present: 0,
    nulls: 0,
    empties: 0,
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
export function addHiddenValue(field: Field, value: Exclude<Value, null>, type: string, at: Standing): void {
  field.present += 1;
  if (typeof value !== 'string') {
    addHidden(field.hidden[kindOf(value)], type);
  } else if (isDate(value)) {
    addHidden(field.hidden.date, type);
  } else {
    addHiddenString(field.strings, value, { type, at });
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
export function addValue(field: Field, value: Value | undefined, at: Standing, beside?: Field): void {
  if (value === undefined) {
    return;
  }
  if (typeof value === 'string') {
    addText(field, value, at, beside);
    return;
  }
  addPlain(field, value, at);
  if (beside !== undefined) {
    addPlain(beside, value, at);
  }
}

function addText(field: Field, value: string, at: Standing, beside: Field | undefined): void {
  field.present += 1;
  if (beside !== undefined) {
    beside.present += 1;
  }
  if (value === '') {
    addEmpty(field);
    addEmpty(beside);
    return;
  }
  if (mayBeDate(value) && addDate(field.dates, value, rowOf(field, at), beside?.dates)) {
    return;
  }
  if (isNotFinite(value)) {
    addNotFinite(field, value);
    addNotFinite(beside, value);
    return;
  }
  addString(field.strings, value, at, beside?.strings);
  const number = writtenNumber(value);
  if (number !== undefined) {
    addWritten(field, number, at);
    addWritten(beside, number, at);
  }
}

function addEmpty(field: Field | undefined): void {
  if (field !== undefined) {
    field.empties += 1;
  }
}

/** Times in a list are in an order of their own. */
function rowOf(field: Field, at: Standing): number {
  return field.isListed ? field.present - 1 : at.row;
}

function addWritten(field: Field | undefined, number: number, at: Standing): void {
  if (field !== undefined) {
    addNumber(field.written, number);
    addSize(field.sizes.written, number);
    noteNumber(field, number, at);
  }
}

/** A number that may be hidden where it stands tells of no row. */
function noteNumber(field: Field, value: number, at: Standing): void {
  if (field.judgement === undefined && isExtreme(field.extremes, value)) {
    noteExtreme(field, value, at);
  }
}

function addNotFinite(field: Field | undefined, value: string): void {
  field?.notFinite.set(value, (field.notFinite.get(value) ?? 0) + 1);
}

function mayBeDate(text: string): boolean {
  return text.length >= 10 && text.charCodeAt(4) === 0x2d;
}

function addPlain(field: Field, value: Exclude<Value, string>, at: Standing): void {
  field.present += 1;
  if (typeof value === 'number') {
    addNumber(field.numbers, value);
    addSize(field.sizes.own, value);
    addFew(field.few, value);
    noteNumber(field, value, at);
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
