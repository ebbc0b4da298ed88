/** Sets an own member whatever its name is: `__proto__` is data too. */
export function setMember<T>(object: Record<string, T>, name: string, value: T): void {
  if (name === '__proto__') {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}

/** Whether a value is an object with members: neither null nor a list. */
export function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
