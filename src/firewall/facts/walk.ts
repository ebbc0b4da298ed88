import type { Value } from '../../contract/row.js';
import { isList } from '../rows/field-paths.js';
import { type IsDictionary, isRecord } from './dictionaries.js';
import { addHiddenValue, addValue, type Field, type Group, needsJudgement, type Step } from './field.js';
import { fieldAt, innerOf, membersOf, type Room } from './group.js';
import type { Inner, Judgement } from './judgement.js';
import type { Standing } from './place.js';

type RowObject = { readonly [key: string]: Value };

/** Running facts about rows, and about what is inside of them. */
export interface Records {
  readonly judgement: Judgement;
  readonly room: Room;
  rows: number;
  /** Where the next row stands in the stored result. */
  place: number;
  readonly standing: Standing;
  readonly isDictionary: IsDictionary;
  readonly members: Group;
  /** Rows that are not objects, told like the values of a field, and those that are dictionaries, by what is in them. */
  readonly values: Field;
}

/** Those who are told, the second of them perhaps. */
export interface Told {
  readonly records: Records;
  readonly beside: Records | undefined;
}

/** A group, or a field, of each of those who are told. */
interface Both<T> {
  readonly own: T | undefined;
  readonly beside: T | undefined;
}

/** What is hidden is told by the whole object, what is accounted for by the part of it that may be seen. */
interface Seen<T> {
  readonly whole: T;
  readonly seen: T;
}

/** Deeper values are not told of. */
const DEEPEST = 64;

/** Accounts for the members of an object, and for what is inside of them. */
export function addMembers(told: Told, { own, beside }: Both<Group>, { whole, seen }: Seen<RowObject>): void {
  const { room, standing } = told.records;
  begin(own);
  begin(beside);
  // An object in a record is of that record.
  if (own?.above === undefined || own.above.isListed) {
    standing.namingField = undefined;
  }
  for (const name in seen) {
    const value = seen[name];
    const field = nextField(own, name, room);
    const other = nextField(beside, name, told.beside?.room ?? room);
    if (field !== undefined) {
      if (standing.namingField === undefined && field.judgement === undefined && isNaming(value)) {
        standing.namingField = name;
        standing.namingValue = value;
      }
      addMember(field, other, whole, value, standing);
    } else if (other !== undefined) {
      addMember(other, undefined, whole, value, standing);
    }
    if (typeof value === 'object' && value !== null) {
      goInside(told, { own: field, beside: other }, { object: whole, seen: value }, name);
    }
  }
}

function begin(group: Group | undefined): void {
  if (group !== undefined) {
    group.next = 0;
  }
}

function nextField(group: Group | undefined, name: string, room: Room): Field | undefined {
  return group === undefined ? undefined : fieldAt(group, name, room);
}

function isNaming(value: Value | undefined): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function addMember(
  own: Field,
  beside: Field | undefined,
  object: RowObject,
  value: Value | undefined,
  at: Standing,
): void {
  const isJudged = needsJudgement(own, value, beside);
  const type = isJudged ? own.judgement?.hiddenAs(object) : undefined;
  if (type === undefined || value === undefined || value === null) {
    addValue(own, value, at, beside);
    return;
  }
  addHiddenValue(own, value, type, at);
  if (beside !== undefined) {
    addHiddenValue(beside, value, type, at);
  }
}

/** Tells of what is inside of a member, where it may be told of as if it stood alone. */
function goInside(
  told: Told,
  fields: Both<Field>,
  { object, seen }: { readonly object: RowObject; readonly seen: Inner },
  name: string,
): void {
  const { standing, judgement } = told.records;
  const whole = object[name];
  const isTracked = fields.own !== undefined || fields.beside !== undefined;
  if (!isTracked || !isInner(whole) || judgement.isOpen?.(name, whole, object) !== true) {
    return;
  }
  const { trail, namingField, namingValue } = standing;
  if (trail !== undefined && trail.depth >= DEEPEST) {
    return;
  }
  const inside = { above: trail, name, depth: (trail?.depth ?? 0) + 1 };
  standing.trail = inside;
  if (!isList(seen)) {
    addObject(told, fields, { whole: isList(whole) ? seen : whole, seen }, name);
  } else if (isList(whole) && whole.length === seen.length) {
    addItems(told, fields, { whole, seen }, name);
  }
  standing.trail = trail;
  standing.namingField = namingField;
  standing.namingValue = namingValue;
}

function addItems(told: Told, fields: Both<Field>, { whole, seen }: Seen<readonly Value[]>, name: string): void {
  const items = innerFields(told, fields, 'item');
  const { standing } = told.records;
  const { trail, namingField, namingValue } = standing;
  for (let index = 0; index < seen.length; index += 1) {
    const item = seen[index];
    standing.trail = { above: trail, name: index, depth: (trail?.depth ?? 0) + 1 };
    standing.namingField = namingField;
    standing.namingValue = namingValue;
    addTo(items, item, standing);
    const all = whole[index];
    if (isRecord(item) && isRecord(all)) {
      addObject(told, items, { whole: all, seen: item }, name);
    }
  }
}

/** The members of an object, or the records of a dictionary. */
export function addObject(told: Told, fields: Both<Field>, both: Seen<RowObject>, name: string): void {
  const { records, beside } = told;
  if (records.isDictionary(both.seen, name)) {
    addEntries(told, innerFields(told, fields, 'entry'), both);
    return;
  }
  const own = fields.own && membersOf(fields.own);
  const other = beside && fields.beside && membersOf(fields.beside);
  if (own !== undefined) {
    own.objects += 1;
  }
  if (other !== undefined) {
    other.objects += 1;
  }
  if (own !== undefined || other !== undefined) {
    addMembers(told, { own, beside: other }, both);
  }
}

/** A record that its own name hides is only counted. */
export function addEntries(told: Told, entries: Both<Field>, { whole, seen }: Seen<RowObject>): void {
  const { standing, judgement } = told.records;
  const { trail } = standing;
  for (const key in seen) {
    const entry = seen[key];
    const all = whole[key];
    if (isRecord(entry) && isRecord(all)) {
      const isOpen = judgement.isOpen?.(key, all, whole) === true;
      standing.trail = { above: trail, name: key, depth: (trail?.depth ?? 0) + 1 };
      standing.namingField = undefined;
      addTo(entries, isOpen ? entry : {}, standing);
      if (isOpen) {
        addObject(told, entries, { whole: all, seen: entry }, entries.own?.name ?? '');
      }
    }
  }
  standing.trail = trail;
}

function addTo({ own, beside }: Both<Field>, value: Value | undefined, at: Standing): void {
  if (own !== undefined) {
    addValue(own, value, at, beside);
  } else if (beside !== undefined) {
    addValue(beside, value, at);
  }
}

function innerFields({ records, beside }: Told, fields: Both<Field>, step: Exclude<Step, 'member'>): Both<Field> {
  return {
    own: fields.own && innerOf(fields.own, step, records.room),
    beside: fields.beside && beside && innerOf(fields.beside, step, beside.room),
  };
}

function isInner(value: Value | undefined): value is Inner {
  return typeof value === 'object' && value !== null;
}
