import { addHash, createRegisters, estimateDistinct, hashText, type Registers } from './distinct.js';
import { createField, type Field, type Group, type Step } from './field.js';
import type { Judgement } from './judgement.js';

const MAX_FIELDS = 200;
/** Of those inside of rows, all together. */
const MOST_INSIDE = 200;
/** Of one object inside of rows: where names are keys, they must not take the room of all others. */
const MOST_IN_OBJECT = 50;
const MAX_NAME_CHARS = 256;
const MAX_EXACT_NAMES = 1000;
const DEEPEST = 8;

/** Names that were seen beyond the fields that are told, each counted once. */
export interface Further {
  readonly hashes: Set<number>;
  registers: Registers | undefined;
}

/** How many fields there may be still, and what was seen of others. */
export interface Room {
  readonly judgement: Judgement;
  /** Fields inside of rows. */
  inside: number;
  readonly further: Further;
  readonly furtherInside: Further;
}

export function createRoom(judgement: Judgement): Room {
  return { judgement, inside: 0, further: createFurther(), furtherInside: createFurther() };
}

export function createGroup(above?: Field): Group {
  return { above, objects: 0, next: 0, fields: [], byName: new Map() };
}

export function fieldAt(group: Group, name: string, room: Room): Field | undefined {
  const expected = group.fields[group.next];
  const field =
    expected !== undefined && expected.name === name
      ? expected
      : (group.byName.get(name) ?? newMember(group, name, room));
  if (field !== undefined) {
    group.next = field.index + 1;
  }
  return field;
}

/** The members of the objects in a field; undefined where no more can be told. */
export function membersOf(field: Field): Group | undefined {
  if (field.members === undefined && field.depth < DEEPEST) {
    field.members = createGroup(field);
  }
  return field.members;
}

/** What the items of lists, or the records of dictionaries, in a field have in common. */
export function innerOf(field: Field, step: Exclude<Step, 'member'>, room: Room): Field | undefined {
  const known = step === 'item' ? field.items : field.entries;
  if (known !== undefined) {
    return known;
  }
  const made = (step === 'entry' ? sameAbove(field) : undefined) ?? newInner(field, step, room);
  if (step === 'item') {
    field.items = made;
  } else {
    field.entries = made;
  }
  return made;
}

/** How many names there are, and whether that is an estimate. */
export function countFurther({ hashes, registers }: Further): { readonly count: number; readonly isEstimate: boolean } {
  return registers === undefined
    ? { count: hashes.size, isEstimate: false }
    : { count: estimateDistinct(registers), isEstimate: true };
}

/** A dictionary in one of its own name, as of dependencies: all are told as one. */
function sameAbove(field: Field): Field | undefined {
  for (let above = field.above; above !== undefined; above = above.above) {
    if (above.name === field.name && above.entries !== undefined) {
      above.entries.isNested = true;
      return above.entries;
    }
  }
  return undefined;
}

function newInner(field: Field, step: Step, room: Room): Field | undefined {
  if (room.inside >= MOST_INSIDE || field.depth >= DEEPEST) {
    addFurther(room.furtherInside, furtherHash(field, step));
    return undefined;
  }
  room.inside += 1;
  return createField({ name: field.name, index: 0, judgement: undefined, above: field, step });
}

function newMember(group: Group, name: string, room: Room): Field | undefined {
  const { above } = group;
  const isFull =
    above === undefined
      ? group.fields.length >= MAX_FIELDS
      : room.inside >= MOST_INSIDE || group.fields.length >= MOST_IN_OBJECT;
  if (isFull || name.length > MAX_NAME_CHARS) {
    addFurther(above === undefined ? room.further : room.furtherInside, furtherHash(above, name));
    return undefined;
  }
  room.inside += above === undefined ? 0 : 1;
  const judgement = room.judgement.member(name);
  const field = createField({ name, index: group.fields.length, judgement, above, step: 'member' });
  group.fields.push(field);
  group.byName.set(name, field);
  return field;
}

function furtherHash(above: Field | undefined, name: string): number {
  const hash = hashText(name);
  return above === undefined ? hash : (hash ^ Math.imul(above.hash, 0x9e3779b1)) >>> 0;
}

function createFurther(): Further {
  return { hashes: new Set(), registers: undefined };
}

function addFurther(further: Further, hash: number): void {
  if (further.registers !== undefined) {
    addHash(further.registers, hash);
    return;
  }
  further.hashes.add(hash);
  if (further.hashes.size > MAX_EXACT_NAMES) {
    further.registers = createRegisters();
    for (const known of further.hashes) {
      addHash(further.registers, known);
    }
    further.hashes.clear();
  }
}
