import { isRecord } from '../text/cells.js';

/** The value at a dotted path, as a filter would find it; a list is entered by index. */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  if (Object.hasOwn(value, path)) {
    return Reflect.get(value, path);
  }
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const key = path.slice(0, dot);
    const member = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    const found = member === undefined ? undefined : valueAt(member, path.slice(dot + 1));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

const DEEPEST = 6;
const MOST_PATHS = 500;

/** Names of the members of these rows and of records inside them, as dotted paths. */
export function pathsOf(rows: readonly unknown[]): readonly string[] {
  const paths = new Set<string>();
  for (const row of rows) {
    addPaths(paths, row, '', DEEPEST);
  }
  return [...paths];
}

function addPaths(paths: Set<string>, value: unknown, before: string, depth: number): void {
  if (!isRecord(value) || depth === 0) {
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    if (paths.size >= MOST_PATHS) {
      return;
    }
    const path = before === '' ? name : `${before}.${name}`;
    paths.add(path);
    addPaths(paths, member, path, depth - 1);
  }
}
