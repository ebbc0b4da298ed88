import type { Field, Group } from './field.js';
import { fieldTypes } from './field-fact.js';
import { cut, type Redact, valueText } from './format.js';
import { mostFrequent } from './frequent.js';
import type { Records } from './walk.js';

/** A field that is told of, with how many records could have it. */
export interface Seat {
  readonly field: Field;
  readonly objects: number;
}

const MAX_NAME_CHARS = 64;
const MAX_PATH_CHARS = 160;
/** A list is what a result is about when it has so many times as many items as there are rows. */
const MANY_TIMES = 4;

/** All fields inside of the rows, the outer ones first. */
export function fieldsInside({ members, values }: Records): readonly Seat[] {
  const seen = new Set<Field>();
  const seats: Seat[] = [];
  let level: readonly Field[] = [...members.fields, values];
  while (level.length > 0) {
    const inner = level.flatMap((field) => [
      ...seatsIn(field.members),
      ...seatsOf(field.items),
      ...seatsOf(field.entries),
    ]);
    const found = inner.filter(({ field }) => !seen.has(field));
    for (const seat of found) {
      seen.add(seat.field);
    }
    seats.push(...found);
    level = found.map(({ field }) => field);
  }
  return seats;
}

function seatsIn(group: Group | undefined): readonly Seat[] {
  return group === undefined ? [] : group.fields.map((field) => ({ field, objects: group.objects }));
}

/** Nothing is missing among items. */
function seatsOf(field: Field | undefined): readonly Seat[] {
  return field === undefined ? [] : [{ field, objects: field.present }];
}

/** The most frequent first: in one row that is the lists in it, of many rows their own fields come first. */
export function inOrder(seats: readonly Seat[], rows: number, isInformative: (seat: Seat) => boolean): readonly Seat[] {
  const weighed = seats.map((seat) => ({
    seat,
    weight: weightOf(seat.field, rows),
    says: isInformative(seat) ? 0 : 1,
  }));
  weighed.sort((a, b) => b.weight - a.weight || a.says - b.says || a.seat.field.depth - b.seat.field.depth);
  return weighed.map(({ seat }) => seat);
}

function weightOf({ present, above, isListed }: Field, rows: number): number {
  if (above === undefined) {
    return present;
  }
  return isListed && present >= MANY_TIMES * rows ? present : Math.min(present, rows);
}

/** Whether its values say more than that they differ. */
export function saysMuch({ field }: Seat): boolean {
  const { strings } = field;
  const types = fieldTypes(field);
  const { values, frequent } = strings;
  const isRepeated =
    (values !== undefined && values.size < strings.count) ||
    (frequent !== undefined && mostFrequent(frequent, strings.count).length > 0);
  return types.some(({ type }) => (type === 'string' ? isRepeated : type !== 'object' && type !== 'list'));
}

/** Objects and lists of objects are told by what is in them. */
export function isToldInside({ field, objects }: Seat): boolean {
  const { members, entries, nulls, present } = field;
  const holds = entries !== undefined || (members !== undefined && members.fields.length > 0);
  const isWhole = nulls === 0 && (field.step !== 'member' || present === objects);
  return entries?.isNested === true || (holds && isWhole && field.nested.objects === present);
}

/** `items[].price`, `packages.*.license`; each name as it may be seen. */
export function labelOf(field: Field, redact: Redact): string {
  const { above, step, name } = field;
  const outer = above === undefined ? '' : labelOf(above, redact);
  switch (step) {
    case 'item':
      return `${outer}[]`;
    case 'entry':
      return `${outer}${outer === '' ? '' : '.'}${field.isNested ? '**' : '*'}`;
    default: {
      const own = above === undefined && name === '' ? '' : valueText(cut(redact(name), MAX_NAME_CHARS));
      return outer === '' ? own : `${outer}.${own}`;
    }
  }
}

/** What a path as a whole hides is hidden too. */
export function pathOf(field: Field, redact: Redact): string {
  const label = labelOf(field, redact);
  return field.above === undefined ? label : cut(redact(label), MAX_PATH_CHARS);
}
