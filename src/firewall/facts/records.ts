import type { Row, Value } from '../../contract/row.js';
import { createDictionaryTest, isRecord } from './dictionaries.js';
import { addValue, createField } from './field.js';
import { createGroup, createRoom } from './group.js';
import type { Judgement } from './judgement.js';
import { createStanding } from './place.js';
import { addMembers, addObject, type Records, type Told } from './walk.js';

export function createRecords(judgement: Judgement): Records {
  return {
    judgement,
    room: createRoom(judgement),
    rows: 0,
    place: 0,
    standing: createStanding(),
    isDictionary: createDictionaryTest(),
    members: createGroup(),
    values: createField({ name: '', index: 0, judgement: undefined, above: undefined, step: 'member' }),
  };
}

/** `beside` is told the same in the same walk, which takes little more than the half of two. */
export function addRows(records: Records, rows: readonly Row[], beside?: Records): void {
  const told = { records, beside };
  for (const row of rows) {
    records.standing.row = records.place;
    records.rows += 1;
    if (beside !== undefined) {
      beside.rows += 1;
    }
    if (isRecord(row)) {
      addRecord(told, row);
    } else {
      addValue(records.values, row, records.standing, beside?.values);
    }
    records.place += 1;
    if (beside !== undefined) {
      beside.place += 1;
    }
  }
}

/** Where the first row is a dictionary, later ones may be. */
function addRecord(told: Told, row: { readonly [key: string]: Value }): void {
  const { records, beside } = told;
  const seen = records.judgement.project?.(row) ?? row;
  records.members.objects += 1;
  if (beside !== undefined) {
    beside.members.objects += 1;
  }
  if (!isRecord(seen)) {
    return;
  }
  const mayBeDictionary = records.rows === 1 || records.values.entries !== undefined;
  if (mayBeDictionary && records.judgement.isOpen !== undefined && records.isDictionary(seen, '')) {
    addObject(told, { own: records.values, beside: beside?.values }, { whole: row, seen }, '');
  } else {
    addMembers(told, { own: records.members, beside: beside?.members }, { whole: row, seen });
  }
}
