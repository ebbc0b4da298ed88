import { KernelError } from '../../contract/errors.js';
import type { JsonObject } from '../json-values.js';

/** One way in which a value does not fit. It says what was expected, never what was there. */
export interface Problem {
  /** Names the place by its keys, for example `filter.status` or `ids[3]`; empty for the whole value. */
  readonly path: string;
  /** `type` is an `invalid` at the root of a schema: the value is of another kind altogether. */
  readonly kind: 'missing' | 'unknown' | 'type' | 'invalid';
  readonly expected: string;
  /** Of an unknown member: the names that are known in its place. */
  readonly known?: readonly string[];
}

/** One value being checked against one schema. */
export interface Visit {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  readonly problems: Problem[];
  /** The members and items that some keyword has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
  readonly seen: Seen;
  /** Shared by the whole run. */
  readonly work: { steps: number };
}

export interface Seen {
  readonly keys: Set<string>;
  readonly items: Set<number>;
}

export type Check = (visit: Visit) => void;

/** What the keywords of a schema are compiled with. */
export interface Compiling {
  /** Compiles a part of the schema. */
  readonly sub: (schema: unknown, where: string) => Check;
  /** Compiles what a reference leads to. */
  readonly refer: (reference: string, where: string) => Check;
  readonly describe: (schema: unknown) => string;
}

/** Undefined when the schema does not use the keyword. */
export type KeywordCompiler = (schema: JsonObject, compiling: Compiling, where: string) => Check | undefined;

const MAX_DEPTH = 256;
const MAX_STEPS = 2_000_000;
const MAX_PROBLEMS = 50;

export function startVisit(value: unknown): Visit {
  return { value, path: '', depth: 0, problems: [], seen: newSeen(), work: { steps: 0 } };
}

function newSeen(): Seen {
  return { keys: new Set(), items: new Set() };
}

/** Counts one step; a value or schema that leads too deep or takes too many is given up with LIMIT_REACHED. */
export function step(visit: Visit): void {
  visit.work.steps += 1;
  if (visit.depth > MAX_DEPTH || visit.work.steps > MAX_STEPS) {
    throw new KernelError('LIMIT_REACHED', 'the arguments are nested too deeply or too large to be checked');
  }
}

export function report(visit: Visit, expected: string, kind: Problem['kind'] = 'invalid'): void {
  addProblem(visit, { path: visit.path, kind, expected });
}

/** Enough is enough, but the first ones are always told. */
export function addProblem(visit: Visit, problem: Problem): void {
  if (visit.problems.length < MAX_PROBLEMS) {
    visit.problems.push(problem);
  }
}

/** Checks a member or item; its problems are the visit's own. */
export function visitChild(
  visit: Visit,
  check: Check,
  child: { readonly value: unknown; readonly path: string },
): void {
  check({ ...visit, ...child, depth: visit.depth + 1, seen: newSeen() });
}

/** Checks the same value against another schema, aside. What it saw counts only if the value fits. */
export function visitAside(visit: Visit, check: Check): readonly Problem[] {
  const aside: Visit = { ...visit, depth: visit.depth + 1, problems: [], seen: newSeen() };
  check(aside);
  if (aside.problems.length === 0) {
    for (const key of aside.seen.keys) {
      visit.seen.keys.add(key);
    }
    for (const item of aside.seen.items) {
      visit.seen.items.add(item);
    }
  }
  return aside.problems;
}

export function invalidSchema(where: string, expected: string): KernelError {
  return new KernelError(
    'CONFIG_INVALID',
    `the schema of the arguments is not valid at ${where}: expected ${expected}`,
    {
      hint: 'correct the params of the capability',
    },
  );
}

const PLAIN_NAME = /^[\w$-]{1,64}$/;

/** A name that cannot be shown safely is not shown. */
export function memberPath(path: string, key: string): string {
  const name = PLAIN_NAME.test(key) ? key : '…';
  return path === '' ? name : `${path}.${name}`;
}
