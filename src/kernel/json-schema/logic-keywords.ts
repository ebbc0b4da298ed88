import type { JsonObject } from '../json-values.js';
import { describeSchema } from './describe.js';
import {
  type Check,
  type Compiling,
  invalidSchema,
  type KeywordCompiler,
  type Problem,
  report,
  type Visit,
  visitAside,
} from './visit.js';

const reference: KeywordCompiler = (schema, compiling, where) => {
  const { $ref } = schema;
  if (schema['$dynamicRef'] !== undefined || schema['$recursiveRef'] !== undefined) {
    throw invalidSchema(where, '$ref in place of a dynamic reference');
  }
  if ($ref === undefined) {
    return undefined;
  }
  if (typeof $ref !== 'string') {
    throw invalidSchema(`${where}.$ref`, 'a text');
  }
  const check = compiling.refer($ref, `${where}.$ref`);
  return (visit) => {
    visit.problems.push(...visitAside(visit, check));
  };
};

function compileList(
  schema: JsonObject,
  keyword: string,
  at: { compiling: Compiling; where: string },
): readonly Check[] {
  const parts = schema[keyword];
  if (!Array.isArray(parts)) {
    throw invalidSchema(`${at.where}.${keyword}`, 'a list of schemas');
  }
  return parts.map((part: unknown, i) => at.compiling.sub(part, `${at.where}.${keyword}[${i}]`));
}

const allOf: KeywordCompiler = (schema, compiling, where) => {
  if (schema['allOf'] === undefined) {
    return undefined;
  }
  const checks = compileList(schema, 'allOf', { compiling, where });
  return (visit) => {
    for (const check of checks) {
      visit.problems.push(...visitAside(visit, check));
    }
  };
};

/** `fits` says how many of the parts a value may fit. */
function choose(keyword: string, fits: (count: number) => boolean): KeywordCompiler {
  return (schema, compiling, where) => {
    if (schema[keyword] === undefined) {
      return undefined;
    }
    const checks = compileList(schema, keyword, { compiling, where });
    const expected = describeSchema({ [keyword]: schema[keyword] });
    return (visit) => {
      const outcomes = checks.map((check) => visitAside(visit, check));
      const count = outcomes.filter((problems) => problems.length === 0).length;
      if (count === 0) {
        reportNearest(visit, outcomes, expected);
      } else if (!fits(count)) {
        report(visit, `${expected}, and only one of these`);
      }
    };
  };
}

/** When only one part is for values of this type, what is wrong by that part is what helps. */
function reportNearest(visit: Visit, outcomes: readonly (readonly Problem[])[], expected: string): void {
  const meant = outcomes.filter((problems) =>
    problems.every((problem) => problem.path !== visit.path || problem.kind !== 'type'),
  );
  const [nearest] = meant;
  if (meant.length === 1 && nearest !== undefined) {
    visit.problems.push(...nearest);
  } else {
    report(visit, expected, meant.length === 0 ? 'type' : 'invalid');
  }
}

const not: KeywordCompiler = (schema, compiling, where) => {
  if (schema['not'] === undefined) {
    return undefined;
  }
  const check = compiling.sub(schema['not'], `${where}.not`);
  const expected = `something other than ${compiling.describe(schema['not'])}`;
  return (visit) => {
    // What is seen under `not` counts for nothing.
    const aside: Visit = { ...visit, seen: { keys: new Set(), items: new Set() } };
    if (visitAside(aside, check).length === 0) {
      report(visit, expected);
    }
  };
};

const condition: KeywordCompiler = (schema, compiling, where) => {
  if (schema['if'] === undefined) {
    return undefined;
  }
  const test = compiling.sub(schema['if'], `${where}.if`);
  const then = compiling.sub(schema['then'] ?? true, `${where}.then`);
  const otherwise = compiling.sub(schema['else'] ?? true, `${where}.else`);
  return (visit) => {
    const check = visitAside(visit, test).length === 0 ? then : otherwise;
    visit.problems.push(...visitAside(visit, check));
  };
};

export const logicKeywords: readonly KeywordCompiler[] = [
  reference,
  allOf,
  choose('anyOf', (count) => count > 0),
  choose('oneOf', (count) => count === 1),
  not,
  condition,
];
