import { KernelError } from '../../contract/errors.js';
import { isJsonObject, MAX_VALUE_DEPTH } from '../json-values.js';

/** Which part of a stored result an argument stands for. */
export type ReferencePath =
  | { readonly part: 'text' }
  /** From row `from` up to row `to`, itself excluded; of each row the field, where there is one. */
  | { readonly part: 'rows'; readonly from: number; readonly to: number | undefined; readonly field?: string }
  | { readonly part: 'row'; readonly row: number; readonly field?: string };

/** A stored result in the place of a value: `{"$handle":"h_…","path":"rows[*].id"}`. */
export interface Reference {
  /** Where it stands in the arguments; the first step is the argument's name. */
  readonly steps: readonly string[];
  readonly handleId: string;
  /** The whole result when absent. */
  readonly path: ReferencePath | undefined;
  /** The path as it is written. */
  readonly text: string | undefined;
}

const MOST_REFERENCES = 16;

/** All references in the arguments of a call. Throws USAGE for one that is not well formed. */
export function findReferences(args: Readonly<Record<string, unknown>>): readonly Reference[] {
  const found: Reference[] = [];
  collect(args, [], found);
  if (found.length > MOST_REFERENCES) {
    throw new KernelError('USAGE', `at most ${MOST_REFERENCES} arguments can stand for stored results`);
  }
  return found;
}

/** The references in the arguments of a call as a trace names them, `h_…#path`; none where one is not well formed. */
export function referencesIn(args: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    return [
      ...new Set(
        findReferences(args).map(({ handleId, text }) => (text === undefined ? handleId : `${handleId}#${text}`)),
      ),
    ];
  } catch {
    return [];
  }
}

function collect(value: unknown, steps: readonly string[], found: Reference[]): void {
  if (typeof value !== 'object' || value === null || steps.length > MAX_VALUE_DEPTH) {
    return;
  }
  if (isJsonObject(value) && Object.hasOwn(value, '$handle')) {
    found.push(readReference(value, steps));
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    collect(member, [...steps, name], found);
  }
}

const HANDLE_ID = /^h_[0-9a-z]{1,40}$/;
const HINT = 'write {"$handle":"h_…","path":"rows[*].id"}, or --args-from NAME=h_…#rows[*].id';

function readReference(members: Readonly<Record<string, unknown>>, steps: readonly string[]): Reference {
  const { $handle: handleId, path, ...others } = members;
  if (steps.length === 0 || typeof handleId !== 'string' || !HANDLE_ID.test(handleId)) {
    throw new KernelError('USAGE', 'an argument that stands for a stored result names no handle', { hint: HINT });
  }
  if (Object.keys(others).length > 0 || (path !== undefined && typeof path !== 'string')) {
    throw new KernelError('USAGE', 'an argument that stands for a stored result has $handle and path alone', {
      hint: HINT,
    });
  }
  return { steps, handleId, path: path === undefined ? undefined : parsePath(path), text: path };
}

/** `text`, `rows`, `rows[*]`, `rows[17]`, `rows[0:100]`; of rows also a field, behind a dot. */
const PATH = /^rows(?:\[(?:(\*)|(\d{1,15})|(\d{1,15})?:(\d{1,15})?)\])?(?:\.([^[\]]{1,500}))?$/;

function parsePath(text: string): ReferencePath {
  if (text === 'text') {
    return { part: 'text' };
  }
  const match = PATH.exec(text);
  if (match === null) {
    throw new KernelError('USAGE', 'the path into a stored result is not understood', {
      hint: 'use rows, rows[*].field, rows[17].field, rows[0:100].field or text',
    });
  }
  const [, , row, from, to, name] = match;
  const field = name === undefined ? {} : { field: name };
  return row === undefined
    ? { part: 'rows', from: Number(from ?? 0), to: to === undefined ? undefined : Number(to), ...field }
    : { part: 'row', row: Number(row), ...field };
}
