import type { Value } from '../contract/row.js';

/** Sets an own member whatever its name: `__proto__` is data. */
export function setMember(object: Record<string, Value>, name: string, value: Value): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[name] = value;
  }
}
