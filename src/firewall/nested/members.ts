import type { Value } from '../../contract/row.js';

export interface Members {
  readonly members: readonly (readonly [name: string, value: Value])[];
  /** Its names are keys of a table rather than names of fields: nearly all values are records. */
  readonly isDictionary: boolean;
}

/** Tells the members of objects; `name` is what the object is called. */
export type ReadMembers = (value: { readonly [key: string]: Value } | readonly Value[], name: string) => Members;

const FEWEST_ENTRIES = 6;
const RECORDS_PERCENT = 80;
const MOST_NAMES = 1024;

/** Where one object of a name is a dictionary, later ones are too, however small they are. */
export function createMemberReader(): ReadMembers {
  const dictionaries = new Set<string>();
  return (value, name) => {
    const members: readonly (readonly [string, Value])[] = Object.entries(value);
    const records = members.filter(([, member]) => isRecord(member)).length;
    const isKnown = dictionaries.has(name) && records === members.length;
    const isNew = members.length >= FEWEST_ENTRIES && records * 100 >= members.length * RECORDS_PERCENT;
    if (isNew && dictionaries.size < MOST_NAMES) {
      dictionaries.add(name);
    }
    return { members, isDictionary: members.length > 0 && (isKnown || isNew) };
  };
}

/** Array.isArray does not narrow readonly lists out of a union. */
export function itemsOf(value: Value): readonly Value[] {
  return isItems(value) ? value : [];
}

function isRecord(value: Value): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function isItems(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
