/** Deeper values than this are refused rather than walked. */
export const MAX_VALUE_DEPTH = 64;

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Equal as JSON: types are strict, order of members does not matter. Recursion ends with the shallower value. */
export function jsonEquals(left: unknown, right: unknown): boolean {
  if (left === right) {
    return true;
  }
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, i) => jsonEquals(item, right[i]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) {
    return false;
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEquals(left[key], right[key]))
  );
}

/** One text for one JSON value: members sorted by code unit, undefined ones left out, no spaces. Undefined for what is not JSON or too deep. */
export function canonicalJson(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_VALUE_DEPTH) {
    return undefined;
  }
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? JSON.stringify(value) : undefined;
  }
  if (Array.isArray(value)) {
    return joinParts(
      value.map((item: unknown) => canonicalJson(item, depth + 1)),
      '[',
      ']',
    );
  }
  return isJsonObject(value) ? joinParts(canonicalMembers(value, depth), '{', '}') : undefined;
}

function canonicalMembers(value: JsonObject, depth: number): (string | undefined)[] {
  return Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => {
      const member = canonicalJson(value[key], depth + 1);
      return member === undefined ? undefined : `${JSON.stringify(key)}:${member}`;
    });
}

function joinParts(parts: readonly (string | undefined)[], open: string, close: string): string | undefined {
  return parts.includes(undefined) ? undefined : `${open}${parts.join(',')}${close}`;
}
