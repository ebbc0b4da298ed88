import type { Row, Value } from '../../contract/row.js';
import { addHash, createRegisters, estimateDistinct, hashText, type Registers } from './distinct.js';
import { isExtreme, type Naming, noteExtreme } from './extremes.js';
import { addHiddenValue, addValue, createField, type Field, needsJudgement } from './field.js';
import type { Judgement } from './judgement.js';
import { writtenNumber } from './written-number.js';

type RowObject = { readonly [key: string]: Value };

const MAX_FIELDS = 200;
const MAX_NAME_CHARS = 256;
const MAX_EXACT_NAMES = 1000;

/** Running facts about rows. At most 200 fields are tracked, the first ones seen; further names are only counted. */
export interface Records {
  readonly judgement: Judgement;
  rows: number;
  /** Where the next row stands in the stored result. */
  place: number;
  objects: number;
  readonly fields: Field[];
  readonly byName: Map<string, Field>;
  readonly furtherHashes: Set<number>;
  furtherRegisters: Registers | undefined;
  /** Rows that are not objects, told like the values of a field. */
  readonly values: Field;
}

export function createRecords(judgement: Judgement): Records {
  return {
    judgement,
    rows: 0,
    place: 0,
    objects: 0,
    fields: [],
    byName: new Map(),
    furtherHashes: new Set(),
    furtherRegisters: undefined,
    values: createField({ name: '', index: 0, judgement: undefined }),
  };
}

/** `beside` is told the same in the same walk, which takes little more than the half of two. */
export function addRows(records: Records, rows: readonly Row[], beside?: Records): void {
  for (const row of rows) {
    records.rows += 1;
    if (beside !== undefined) {
      beside.rows += 1;
    }
    if (isRecord(row)) {
      addRecord(records, row, beside);
    } else {
      records.values.row = records.place;
      addValue(records.values, row, beside?.values);
    }
    records.place += 1;
    if (beside !== undefined) {
      beside.place += 1;
    }
  }
}

/** How many field names were seen beyond the tracked ones, and whether that is an estimate. */
export function furtherNames(records: Records): { readonly count: number; readonly isEstimate: boolean } {
  return records.furtherRegisters === undefined
    ? { count: records.furtherHashes.size, isEstimate: false }
    : { count: estimateDistinct(records.furtherRegisters), isEstimate: true };
}

/** What is hidden is told by the whole row, what is accounted for by the part of it that may be seen. */
function addRecord(records: Records, row: RowObject, beside: Records | undefined): void {
  records.objects += 1;
  if (beside !== undefined) {
    beside.objects += 1;
  }
  const seen = records.judgement.project?.(row) ?? row;
  if (!isRecord(seen)) {
    return;
  }
  let position = 0;
  let besidePosition = 0;
  let naming: Naming | undefined;
  for (const name in seen) {
    const field = fieldAt(records, position, name);
    const other = beside === undefined ? undefined : fieldAt(beside, besidePosition, name);
    position = field === undefined ? position : field.index + 1;
    besidePosition = other === undefined ? besidePosition : other.index + 1;
    const value = seen[name];
    naming ??= namingOf(field, value);
    const number = typeof value === 'string' ? writtenNumber(value) : value;
    if (typeof number === 'number') {
      noteNumber(field, number, { records, naming });
      noteNumber(other, number, { records: beside, naming });
    }
    standAt(field, records.place);
    standAt(other, records.place);
    addTo({ field, other }, row, value);
  }
}

function standAt(field: Field | undefined, place: number): void {
  if (field !== undefined) {
    field.row = place;
  }
}

function namingOf(field: Field | undefined, value: Value | undefined): Naming | undefined {
  const isName = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isName && field !== undefined && field.judgement === undefined ? { field: field.name, value } : undefined;
}

/** A number that may be hidden where it stands tells of no row. */
function noteNumber(
  field: Field | undefined,
  value: number,
  { records, naming }: { readonly records: Records | undefined; readonly naming: Naming | undefined },
): void {
  const isTold = field !== undefined && records !== undefined && field.judgement === undefined;
  if (isTold && isExtreme(field.extremes, value)) {
    noteExtreme(field, value, { row: records.place, naming });
  }
}

interface Both {
  readonly field: Field | undefined;
  readonly other: Field | undefined;
}

function addTo(fields: Both, row: RowObject, value?: Value): void {
  const { field, other } = fields;
  if (field === undefined) {
    addMember({ field: other, other: undefined }, row, value);
  } else if (needsJudgement(field, value, other)) {
    addMember(fields, row, value);
  } else {
    addValue(field, value, other);
  }
}

function addMember({ field, other }: Both, row: RowObject, value: Value | undefined): void {
  if (field === undefined || value === undefined) {
    return;
  }
  const type = value === null ? undefined : field.judgement?.hiddenAs(row);
  if (type === undefined || value === null) {
    addValue(field, value, other);
    return;
  }
  addHiddenValue(field, value, type);
  if (other !== undefined) {
    addHiddenValue(other, value, type);
  }
}

/** Rows of one source share the order of their keys, so the next field is found by its position. */
function fieldAt(records: Records, position: number, name: string): Field | undefined {
  const field = records.fields[position];
  return field !== undefined && field.name === name ? field : fieldNamed(records, name);
}

function fieldNamed(records: Records, name: string): Field | undefined {
  const known = records.byName.get(name);
  if (known !== undefined) {
    return known;
  }
  if (records.fields.length >= MAX_FIELDS || name.length > MAX_NAME_CHARS) {
    addFurtherName(records, hashText(name));
    return undefined;
  }
  const judgement = records.judgement.member(name);
  const field = createField({ name, index: records.fields.length, judgement });
  records.fields.push(field);
  records.byName.set(name, field);
  return field;
}

function addFurtherName(records: Records, hash: number): void {
  if (records.furtherRegisters !== undefined) {
    addHash(records.furtherRegisters, hash);
    return;
  }
  records.furtherHashes.add(hash);
  if (records.furtherHashes.size > MAX_EXACT_NAMES) {
    records.furtherRegisters = createRegisters();
    for (const known of records.furtherHashes) {
      addHash(records.furtherRegisters, known);
    }
    records.furtherHashes.clear();
  }
}

function isRecord(row: Row): row is RowObject {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}
