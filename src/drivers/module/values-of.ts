/**
 * What a function returned, as an iterator of values. Strings, bytes and objects are single values; nothing at all is
 * no value.
 */
export function valuesOf(result: unknown): AsyncIterator<unknown> | Iterator<unknown> {
  if (isAsyncIterable(result)) {
    return result[Symbol.asyncIterator]();
  }
  if (isIterable(result)) {
    return result[Symbol.iterator]();
  }
  return (result === undefined ? [] : [result]).values();
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && !(value instanceof Uint8Array);
}
