import type { Row, Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import { coversField, isList } from './field-paths.js';

/** Deeper values than this are left out rather than walked. */
const DEEPEST = 64;

/**
 * Keeps only the members named by the dotted paths, in the row's own order. A member's name is the keys that lead to it
 * joined by dots, so `a.b` shows both a key `a.b` and the member b of a; lists are walked through. A row without such
 * members becomes `{}`; a row that is not an object is hidden (undefined), as are list items that are not objects.
 */
export function compileProjection(paths: readonly string[]): (row: Row) => Value | undefined {
  const list = [...new Set(paths)];
  const keeps = list.every((path) => !path.includes('.')) ? memberTest(list) : undefined;
  return (row) => {
    if (typeof row !== 'object' || row === null || isList(row)) {
      return undefined;
    }
    return keeps === undefined ? keepMembers(row, list, 0) : pickMembers(row, keeps);
  };
}

/** Whether anything of a member of this name is kept by a projection of these paths. */
export function memberTest(paths: readonly string[]): (name: string) => boolean {
  const plain = new Set(paths.filter((path) => !path.includes('.')));
  const dotted = paths.filter((path) => path.includes('.'));
  return (name) =>
    plain.has(name) ||
    (name.includes('.') && plain.has(name.slice(0, name.indexOf('.')))) ||
    dotted.some((path) => coversField(path, name) || path.startsWith(`${name}.`));
}

type ObjectValue = { readonly [key: string]: Value };

/** The usual case: plain names, looked up once a member. */
function pickMembers(row: ObjectValue, keeps: (name: string) => boolean): Value {
  const kept: Record<string, Value> = {};
  for (const [key, member] of Object.entries(row)) {
    if (keeps(key)) {
      setMember(kept, key, member);
    }
  }
  return kept;
}

function keepMembers(row: ObjectValue, wanted: readonly string[], depth: number): Value {
  const kept: Record<string, Value> = {};
  for (const [key, member] of Object.entries(row)) {
    const shown = wanted.some((path) => coversField(path, key)) ? member : keepBelow(key, member, wanted, depth);
    if (shown !== undefined) {
      setMember(kept, key, shown);
    }
  }
  return kept;
}

function keepBelow(key: string, member: Value, wanted: readonly string[], depth: number): Value | undefined {
  const start = `${key}.`;
  const below = wanted.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length));
  return below.length === 0 ? undefined : keep(member, below, depth + 1);
}

function keep(value: Value, wanted: readonly string[], depth: number): Value | undefined {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) {
    return undefined;
  }
  if (isList(value)) {
    return value.map((item) => keep(item, wanted, depth + 1)).filter((item) => item !== undefined);
  }
  return keepMembers(value, wanted, depth);
}
