import type { Capability } from '../contract/capability.js';
import { didYouMean, nearestNames } from '../contract/did-you-mean.js';
import { isKernelError } from '../contract/errors.js';
import { compileSchema } from './json-schema/compile.js';
import type { Problem } from './json-schema/visit.js';
import { isJsonObject } from './json-values.js';

export { coerceArguments } from './argument-coercion.js';

type Described = Pick<Capability, 'params'>;

export interface ArgumentValidator {
  /**
   * One sentence for each argument that is missing, unknown or not as the capability's `params` want it; empty when all
   * is well. Sentences name the argument and what was expected, never its value, and of values in the places `unseen`
   * not their members either. Throws CONFIG_INVALID when the schema itself cannot be used.
   */
  readonly validate: (capability: Described, args: unknown, unseen?: readonly string[]) => readonly string[];
}

const MAX_SENTENCES = 20;

/** Schemas are compiled when first needed and kept as long as their capability. */
export function createArgumentValidator(): ArgumentValidator {
  const compiled = new WeakMap<object, (value: unknown) => readonly Problem[]>();
  return Object.freeze({
    validate: ({ params }: Described, args: unknown, unseen: readonly string[] = []) => {
      if (!isJsonObject(args)) {
        return ['the arguments must be an object'];
      }
      const check = compiled.get(params) ?? compileSchema(params);
      compiled.set(params, check);
      return describeProblems((value) => check(value).map((problem) => outside(unseen, problem)), args);
    },
  });
}

function describeProblems(check: (value: unknown) => readonly Problem[], args: unknown): readonly string[] {
  try {
    const problems = check(args);
    // What is missing was most often written under a name that is not known, so that comes first.
    const ordered = [...problems.filter(isUnknown), ...problems.filter((problem) => !isUnknown(problem))];
    return [...new Set(ordered.map(sentenceFor))].slice(0, MAX_SENTENCES);
  } catch (error) {
    if (isKernelError(error) && error.code === 'LIMIT_REACHED') {
      return [error.message];
    }
    throw error;
  }
}

function isUnknown({ kind }: Problem): boolean {
  return kind === 'unknown';
}

const INDEXES = /^(?:\[\d+\])*$/;

/** Names of members of an unseen value are a part of it; where an item stands in a list is not. */
function outside(unseen: readonly string[], problem: Problem): Problem {
  const place = unseen.find((each) => problem.path.startsWith(each) && /^[.[]/.test(problem.path.slice(each.length)));
  return place === undefined || INDEXES.test(problem.path.slice(place.length))
    ? problem
    : { path: place, kind: 'invalid', expected: 'in all its parts what the capability describes' };
}

function sentenceFor({ path, kind, expected, known = [] }: Problem): string {
  if (path === '') {
    return `the arguments must be ${expected}`;
  }
  switch (kind) {
    case 'missing':
      return `the argument "${path}" is missing: it must be ${expected}`;
    case 'unknown': {
      const suggestion = didYouMean(nearestNames(path.slice(path.lastIndexOf('.') + 1), known));
      return [`there is no argument "${path}"`, suggestion].filter((part) => part !== undefined).join('; ');
    }
    case 'type':
    case 'invalid':
      return `the argument "${path}" must be ${expected}`;
  }
}
