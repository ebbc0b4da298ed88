import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';

/** A copy of an object under keys that may be seen. */
export interface Copy {
  readonly target: { [key: string]: Value };
  /** How many keys look alike when redacted: the later ones get a number. */
  readonly repeats: Map<string, number>;
}

export function copyOf(object: { readonly [key: string]: Value }, names: readonly string[]): Copy {
  const copy: Copy = { target: {}, repeats: new Map() };
  for (const name of names) {
    define(copy, name, object[name] ?? null);
  }
  return copy;
}

/** Sets an own property, whatever its name. */
export function define({ target, repeats }: Copy, name: string, value: Value): void {
  let free = name;
  while (Object.hasOwn(target, free)) {
    const number = (repeats.get(name) ?? 1) + 1;
    repeats.set(name, number);
    free = `${name} ${number}`;
  }
  setMember(target, free, value);
}
