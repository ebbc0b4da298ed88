import { isRecord } from '../trees.js';

type Members = Readonly<Record<string, unknown>>;

const LONGEST_CHAIN = 20;
const LONGEST_POINTER = 2000;

/** The object itself, or the one its local `$ref` leads to. Nothing outside the document is ever looked at. */
export function resolveObject(document: Members, value: unknown): Members | undefined {
  let at: unknown = value;
  for (let step = 0; step < LONGEST_CHAIN; step += 1) {
    if (!isRecord(at)) {
      return undefined;
    }
    const { $ref } = at;
    if (typeof $ref !== 'string') {
      return at;
    }
    at = followPointer(document, $ref);
  }
  return undefined;
}

/** What a local reference such as `#/components/schemas/User` points to. */
export function followPointer(document: Members, reference: string): unknown {
  if (!reference.startsWith('#/') || reference.length > LONGEST_POINTER) {
    return undefined;
  }
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => {
      const name = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
      return typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined;
    }, document);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
