import type { Value } from '../../contract/row.js';

/** Whether the names of an object are keys of a table rather than names of fields; `name` is what the object is called. */
export type IsDictionary = (object: { readonly [key: string]: Value }, name: string) => boolean;

const FEWEST_ENTRIES = 6;
const RECORDS_PERCENT = 80;
const MOST_NAMES = 1024;

/** Nearly all values of a dictionary are records. Where one object of a name is one, later ones are too, however small. */
export function createDictionaryTest(): IsDictionary {
  const dictionaries = new Set<string>();
  return (object, name) => {
    let members = 0;
    let records = 0;
    for (const key in object) {
      members += 1;
      records += isRecord(object[key]) ? 1 : 0;
    }
    if (members >= FEWEST_ENTRIES && records * 100 >= members * RECORDS_PERCENT) {
      if (dictionaries.size < MOST_NAMES) {
        dictionaries.add(name);
      }
      return true;
    }
    return members > 0 && records === members && dictionaries.has(name);
  };
}

export function isRecord(value: Value | undefined): value is { readonly [key: string]: Value } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
