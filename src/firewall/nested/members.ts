import type { Value } from '../../contract/row.js';
import { createDictionaryTest } from '../facts/dictionaries.js';

export interface Members {
  readonly members: readonly (readonly [name: string, value: Value])[];
  /** Its names are keys of a table rather than names of fields. */
  readonly isDictionary: boolean;
}

/** Tells the members of objects; `name` is what the object is called. */
export type ReadMembers = (value: { readonly [key: string]: Value }, name: string) => Members;

export function createMemberReader(): ReadMembers {
  const isDictionary = createDictionaryTest();
  return (value, name) => ({ members: Object.entries(value), isDictionary: isDictionary(value, name) });
}
