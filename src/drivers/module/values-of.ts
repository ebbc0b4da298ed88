/**
 * What a function returned, as an iterator of values. Strings, bytes and objects are single values; nothing at all is
 * no value. What is yielded may be pieces of a text; a list without bytes in it is rows, its strings too.
 */
export function valuesOf(result: unknown): AsyncIterator<unknown> | Iterator<unknown> {
  if (isAsyncIterable(result)) {
    return result[Symbol.asyncIterator]();
  }
  const items: readonly unknown[] = Array.isArray(result) ? result : [];
  if (items.length > 0 && !items.some(isBytes)) {
    return items.map(asRow).values();
  }
  if (isIterable(result)) {
    return result[Symbol.iterator]();
  }
  return (result === undefined ? [] : [result]).values();
}

function asRow(item: unknown): unknown {
  return typeof item === 'string' ? { value: item } : item;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !isBytes(value);
}

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array;
}
