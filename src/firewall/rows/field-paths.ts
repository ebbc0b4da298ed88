import type { Row, Value } from '../../contract/row.js';
import { headerRules, pairRule } from '../judge/field-pairs.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isCommand } from './redact-arguments.js';

const BARE_NAME = /^[^\s"\\]{1,80}$/u;

/** Whether everything that `inner` names is also named by `outer`. A name is the keys joined by dots. */
export function coversField(outer: string, inner: string): boolean {
  return inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === '.');
}

/** The fields that both lists allow: of two paths where one leads on from the other, the longer. */
export function intersectFields(left: readonly string[], right: readonly string[]): readonly string[] {
  const both = new Set<string>();
  for (const a of left) {
    for (const b of right) {
      if (coversField(a, b)) {
        both.add(b);
      } else if (coversField(b, a)) {
        both.add(a);
      }
    }
  }
  return [...both];
}

/**
 * The value at a dotted path, or undefined when it is missing. Only own members count; a list is entered by index. A
 * key that contains dots itself is taken before the same name as a path.
 */
export function readField(row: Row, path: string): Value | undefined {
  if (isList(row)) {
    return readItem(row, path);
  }
  if (typeof row !== 'object' || row === null) {
    return undefined;
  }
  if (Object.hasOwn(row, path)) {
    return row[path];
  }
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const key = path.slice(0, dot);
    const member = Object.hasOwn(row, key) ? row[key] : undefined;
    const found = member === undefined ? undefined : readField(member, path.slice(dot + 1));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

const INDEX = /^(?:0|[1-9]\d{0,8})$/;

function readItem(items: readonly Value[], path: string): Value | undefined {
  const dot = path.indexOf('.');
  const index = dot < 0 ? path : path.slice(0, dot);
  const item = INDEX.test(index) ? items[Number(index)] : undefined;
  return dot < 0 || item === undefined ? item : readField(item, path.slice(dot + 1));
}

/** Array.isArray does not narrow readonly lists out of a union. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** The path of a member, in the form that `expand --value` and filters take. */
export function memberPath(path: string, name: string): string {
  const written = BARE_NAME.test(name) ? name : JSON.stringify(name);
  return path === '' ? written : `${path}.${written}`;
}

/** Whether each item of a list is judged by itself: none names another one, as the names of headers and columns do. */
export function isOfItems(list: readonly Value[], ruleFor: (name: string) => FieldRule | undefined): boolean {
  const [first] = list;
  if (first === undefined || (typeof first === 'object' && first !== null)) {
    return first !== undefined && !isList(first);
  }
  return pairRule(list, ruleFor) === undefined && headerRules(list, ruleFor) === undefined && !isCommand(list);
}
