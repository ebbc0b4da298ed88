import type { Row, Value } from '../../contract/row.js';
import { isList, readField } from './field-paths.js';

/** All items of a list, or all members of an object, as facts write them: `items[].price`, `packages.*.license`. */
const EACH = /\[\]|(?:^|\.)\*(?=\.|\[\]|$)/;

/**
 * Reads the values at a path: one, or none, of a path as `plan.name`; of `items[].price` that of each item, of
 * `packages.*.license` that of each member. A key that is spelled like the path comes first.
 */
export function fieldReader(path: string): (row: Row) => readonly Value[] {
  if (!EACH.test(path)) {
    return (row) => listOf(readField(row, path));
  }
  return (row) => {
    const own = readField(row, path);
    return own === undefined ? valuesAt(row, path) : [own];
  };
}

function valuesAt(value: Value, path: string): readonly Value[] {
  const each = EACH.exec(path);
  if (path === '' || each === null) {
    return path === '' ? [value] : listOf(readField(value, path));
  }
  const before = path.slice(0, each.index);
  const holder = before === '' ? value : readField(value, before);
  const behind = path.slice(each.index + each[0].length).replace(/^\./, '');
  return inside(holder, each[0] === '[]').flatMap((item) => valuesAt(item, behind));
}

function inside(holder: Value | undefined, isOfItems: boolean): readonly Value[] {
  if (holder === undefined || holder === null || typeof holder !== 'object') {
    return [];
  }
  if (isList(holder)) {
    return isOfItems ? holder : [];
  }
  return isOfItems ? [] : Object.values(holder);
}

function listOf(value: Value | undefined): readonly Value[] {
  return value === undefined ? [] : [value];
}
