import { isDeepStrictEqual } from 'node:util';
import type { ParseError } from 'jsonc-parser';
import { isRecord } from '../../config/trees.js';
import { refusal } from './refusal.js';

type Members = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** The members of a JSON file with comments and commas too many; nothing but blanks is an empty object. */
export async function parseJsonText(text: string): Promise<Members> {
  const { parse } = await import('../jsonc-library.js');
  const bare = withoutMark(text);
  if (bare.trim() === '') {
    return {};
  }
  const errors: ParseError[] = [];
  const tree = attempt((): unknown => parse(bare, errors, { allowTrailingComma: true }));
  const [error] = errors;
  if (error !== undefined || !isRecord(tree)) {
    const line = error === undefined ? 1 : bare.slice(0, error.offset).split('\n').length;
    throw refusal(error === undefined ? 'is not a JSON object' : `is not valid JSON (line ${line})`);
  }
  return tree;
}

/**
 * The text with another value at a path, without one for `undefined`. Everything else stays as it is written, which is
 * proved by reading it again.
 */
export async function setInJson(text: string, path: Path, value: unknown): Promise<string> {
  const { applyEdits, modify } = await import('../jsonc-library.js');
  const mark = text.slice(0, text.length - withoutMark(text).length);
  const bare = withoutMark(text).trim() === '' ? `{}${lineEnd(text)}` : withoutMark(text);
  const before = await parseJsonText(bare);
  const options = {
    formattingOptions: { ...indentation(bare), eol: lineEnd(bare) },
    isArrayInsertion: isBehindLast(before, path),
  };
  const changed = attempt(() => applyEdits(bare, modify(bare, [...path], value, options)));
  if (changed === undefined || !isDeepStrictEqual(await parseJsonText(changed), withValue(before, path, value))) {
    throw refusal('is written in a way that cannot be changed safely');
  }
  return mark + changed;
}

/** What stands at a path, as it is written. */
export async function jsonTextAt(text: string, path: Path): Promise<string | undefined> {
  const range = await rangeAt(text, path);
  return range === undefined ? undefined : text.slice(range.from, range.to);
}

/** The text with something else at a path, written as it is given. */
export async function putJsonText(text: string, path: Path, written: string): Promise<string> {
  const range = await rangeAt(text, path);
  return range === undefined ? text : text.slice(0, range.from) + written + text.slice(range.to);
}

async function rangeAt(text: string, path: Path): Promise<{ readonly from: number; readonly to: number } | undefined> {
  const { findNodeAtLocation, parseTree } = await import('../jsonc-library.js');
  const bare = withoutMark(text);
  const root = attempt(() => parseTree(bare, [], { allowTrailingComma: true }));
  const node = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  const from = (node?.offset ?? 0) + text.length - bare.length;
  return node === undefined ? undefined : { from, to: from + node.length };
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function lineEnd(text: string): string {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
}

function indentation(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const [, blanks = '  '] = /^([ \t]+)["}\]]/m.exec(text) ?? [];
  return { insertSpaces: !blanks.startsWith('\t'), tabSize: blanks.startsWith('\t') ? 1 : blanks.length };
}

/** A tree that is too deep for the library is none. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function isBehindLast(tree: unknown, path: Path): boolean {
  const list = path.slice(0, -1).reduce<unknown>((at, name) => Reflect.get(Object(at), name), tree);
  return Array.isArray(list) && path.at(-1) === list.length;
}

function withValue(at: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) {
    return value;
  }
  if (Array.isArray(at)) {
    const list = first === at.length ? [...at, undefined] : at;
    return list.flatMap((item, index) => {
      const changed = index === first ? withValue(item, rest, value) : item;
      return changed === undefined ? [] : [changed];
    });
  }
  const members = isRecord(at) ? at : {};
  const below = Object.hasOwn(members, first) ? members[first] : undefined;
  const { [first]: _, ...others } = members;
  const changed = withValue(below, rest, value);
  return changed === undefined ? others : { ...members, [first]: changed };
}
