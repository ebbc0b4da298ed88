import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import { memberPath, readField } from '../rows/field-paths.js';

/** Where a record found inside a row stands, beside its own members. */
export const PATH_NAME = '@path';

const DEEPEST = 64;
/** Of one row. */
const MOST_RECORDS = 100_000;

export interface Filter {
  readonly matches: (row: Value) => boolean;
  /** The fields that it asks about. */
  readonly fields: readonly string[];
}

/**
 * A row that has none of the fields a filter asks about is looked through: the outermost records inside it that match
 * are found instead, each with its path.
 */
export function* matchingRecords(row: Value, filter: Filter): Generator<Value> {
  if (filter.matches(row)) {
    yield row;
    return;
  }
  if (filter.fields.some((field) => readField(row, field) !== undefined)) {
    return;
  }
  let found = 0;
  for (const record of recordsIn(row, { path: '', depth: 0 }, filter)) {
    yield record;
    found += 1;
    if (found >= MOST_RECORDS) {
      return;
    }
  }
}

/** Whether a record inside of the row has the field. */
export function hasRecordWith(row: Value, field: string): boolean {
  const filter = { matches: (record: Value) => readField(record, field) !== undefined, fields: [field] };
  return recordsIn(row, { path: '', depth: 0 }, filter).next().done === false;
}

function* recordsIn(
  value: Value,
  place: { readonly path: string; readonly depth: number },
  filter: Filter,
): Generator<Value> {
  if (value === null || typeof value !== 'object' || place.depth > DEEPEST) {
    return;
  }
  const entries: readonly (readonly [string, Value])[] = Object.entries(value);
  for (const [name, member] of entries) {
    const inner = { path: memberPath(place.path, name), depth: place.depth + 1 };
    if (isRecord(member) && filter.matches(member)) {
      yield withPath(member, inner.path);
    } else {
      yield* recordsIn(member, inner, filter);
    }
  }
}

function isRecord(value: Value): value is { readonly [key: string]: Value } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function withPath(record: { readonly [key: string]: Value }, path: string): Value {
  const found: Record<string, Value> = { [PATH_NAME]: path };
  for (const [name, value] of Object.entries(record)) {
    setMember(found, name, value);
  }
  return found;
}
