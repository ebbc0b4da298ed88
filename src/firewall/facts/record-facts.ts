import type { Field } from './field.js';
import { describeField, fieldTypes } from './field-fact.js';
import { estimateText, fitting, plural, type Redact } from './format.js';
import { countFurther } from './group.js';
import { fieldsInside, inOrder, isToldInside, pathOf, type Seat, saysMuch } from './paths.js';
import type { Records } from './walk.js';

const MAX_FIELDS_CHARS = 240;
/** So many sentences are all that is ever shown. */
const MOST_TOLD = 20;
/** Of those inside of rows; the others are counted. */
const MOST_INSIDE = 24;

interface NamedField {
  readonly label: string;
  readonly seats: readonly Seat[];
}

/** Facts about rows: how many and their fields with types, then field by field, the most frequent first. */
export function recordFacts(records: Records, heading: boolean): string[] {
  if (records.rows === 0) {
    return [];
  }
  const { judgement, values } = records;
  const { redact } = judgement;
  const { objects } = records.members;
  const own = records.members.fields.map((field) => ({ field, objects }));
  const plain = own.filter((seat) => !isToldInside(seat));
  const inside = fieldsInside(records).filter((seat) => !isToldInside(seat));
  const told = chosen(records, plain, inside);
  const named = namedFields(told, redact);
  const facts = named.map(({ label, seats }) => `${label}: ${describeSeats(seats, records)}`);
  const left = plain.length + inside.length - told.length;
  facts.push(...leftInside(records, left));
  if (values.present > values.nulls) {
    const telling = { judgement, redact, isOnly: records.place <= 1 };
    facts.push(`rows that are no objects: ${describeField(values, { missing: 0, ...telling })}`);
  }
  if (!heading) {
    return facts;
  }
  const list = fieldList(namedFields(own, redact), records);
  const fieldsFact = list === '' ? [] : [`fields: ${list}`];
  return [`rows: ${rowTypes(records)}`, ...fieldsFact, ...facts];
}

/** Where not all can be shown, those that say little come last. */
function chosen({ rows }: Records, own: readonly Seat[], inside: readonly Seat[]): readonly Seat[] {
  const isMany = own.length + inside.length > MOST_TOLD;
  const sorted = inOrder([...own, ...inside], rows, (seat) => !isMany || saysMuch(seat));
  let room = MOST_INSIDE;
  return sorted.filter(({ field }) => {
    room -= field.above === undefined ? 0 : 1;
    return field.above === undefined || room >= 0;
  });
}

function leftInside({ room }: Records, left: number): readonly string[] {
  const { count, isEstimate } = countFurther(room.furtherInside);
  const all = left + count;
  return all === 0
    ? []
    : [`inside the rows: ${isEstimate ? estimateText(all) : all} more ${all === 1 ? 'field' : 'fields'}`];
}

function rowTypes({ rows, members: { objects }, values }: Records): string {
  if (objects === rows) {
    return String(rows);
  }
  const types = fieldTypes(values).map(({ type, count }) => plural(count, type));
  const all = [
    ...(objects > 0 ? [plural(objects, 'object')] : []),
    ...types,
    ...(values.nulls > 0 ? [`${values.nulls} null`] : []),
    ...(values.empties > 0 ? [`${values.empties} empty`] : []),
  ];
  return `${rows} (${all.join(', ')})`;
}

/** Names that are equal once they are redacted are one entry. */
function namedFields(seats: readonly Seat[], redact: Redact): NamedField[] {
  const byLabel = new Map<string, Seat[]>();
  for (const seat of seats) {
    const label = pathOf(seat.field, redact);
    byLabel.set(label, [...(byLabel.get(label) ?? []), seat]);
  }
  return [...byLabel].map(([label, same]) => ({ label, seats: same }));
}

function fieldList(named: readonly NamedField[], records: Records): string {
  const parts = named.map(({ label, seats }) => `${label} ${typeNames(seats)}`);
  const { text, left } = fitting(parts, { separator: ', ', limit: MAX_FIELDS_CHARS });
  const { count, isEstimate } = countFurther(records.room.further);
  if (left + count === 0) {
    return text;
  }
  const more = `${isEstimate ? estimateText(left + count) : left + count} more`;
  return text === '' ? more : `${text} and ${more}`;
}

function describeSeats(seats: readonly Seat[], { judgement, place }: Records): string {
  const [seat] = seats;
  if (seats.length > 1 || seat === undefined) {
    return `${seats.length} fields, ${typeNames(seats)}`;
  }
  const { field, objects } = seat;
  const name = nameOf(field);
  return describeField(field, {
    missing: objects - field.present,
    judgement,
    redact: (text) => judgement.redact(text, name),
    isOnly: place <= 1,
  });
}

/** Whatever its neighbours hide is hidden already: alone it would be judged as if it had none. An item has no name. */
function nameOf({ judgement, name, step }: Field): string | undefined {
  return judgement?.isBeside === true || step !== 'member' ? undefined : name;
}

function typeNames(seats: readonly Seat[]): string {
  const names = new Set(seats.flatMap(({ field }) => fieldTypes(field).map(({ type }) => type)));
  if (names.size > 0) {
    return [...names].join('/');
  }
  return seats.some(({ field }) => field.empties > 0) ? 'string' : 'null';
}
