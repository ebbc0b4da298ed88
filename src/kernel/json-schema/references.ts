import { isJsonObject, type JsonObject } from '../json-values.js';

const MAX_PARTS = 100_000;

/** Finds schemas by pointer (`#/$defs/a`), anchor (`#a`) or id, within one document. Nothing is ever fetched. */
export function createReferences(root: JsonObject): (reference: string) => unknown {
  let names: ReadonlyMap<string, unknown> | undefined;
  const named = (name: string): unknown => {
    names ??= collectNames(root);
    return names.get(name);
  };
  return (reference) => {
    const [document = '', ...rest] = reference.split('#');
    const fragment = decodeFragment(rest.join('#'));
    const base = document === '' ? root : named(document);
    if (fragment === '' || fragment.startsWith('/')) {
      return followPointer(base, fragment);
    }
    return base === root ? named(`#${fragment}`) : undefined;
  };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** `$id` and `$anchor` of the whole document. A name given twice leads nowhere. */
function collectNames(root: JsonObject): ReadonlyMap<string, unknown> {
  const names = new Map<string, unknown>();
  const waiting: unknown[] = [root];
  for (let i = 0; i < waiting.length && i < MAX_PARTS; i += 1) {
    const part = waiting[i];
    for (const name of namesOf(part)) {
      names.set(name, names.has(name) ? undefined : part);
    }
    for (const below of membersOf(part)) {
      waiting.push(below);
    }
  }
  return names;
}

function namesOf(part: unknown): readonly string[] {
  if (!isJsonObject(part)) {
    return [];
  }
  const { $id, $anchor } = part;
  return [...(typeof $id === 'string' ? [$id] : []), ...(typeof $anchor === 'string' ? [`#${$anchor}`] : [])];
}

function membersOf(part: unknown): readonly unknown[] {
  return typeof part === 'object' && part !== null ? Object.values(part) : [];
}

function followPointer(base: unknown, pointer: string): unknown {
  const keys = pointer.split('/').slice(1);
  return keys.reduce<unknown>((part, escaped) => {
    const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof part === 'object' && part !== null && Object.hasOwn(part, key) ? Reflect.get(part, key) : undefined;
  }, base);
}
