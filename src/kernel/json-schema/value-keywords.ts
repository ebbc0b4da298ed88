import { compilePattern } from '../../contract/pattern.js';
import { isJsonObject, type JsonObject, jsonEquals } from '../json-values.js';
import { describeChoices, shorten } from './describe.js';
import { type Check, invalidSchema, type KeywordCompiler, report } from './visit.js';

const TYPE_TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: isJsonObject,
  null: (value) => value === null,
};

/** The test for `type`; without one any JSON value passes. */
export function checkType(schema: JsonObject, where: string): (value: unknown) => boolean {
  const { type } = schema;
  const names: readonly unknown[] = Array.isArray(type) ? type : [type];
  const tests = type === undefined ? Object.values(TYPE_TESTS) : names.map((name) => typeTest(name, where));
  return (value) => tests.some((test) => test(value));
}

function typeTest(name: unknown, where: string): (value: unknown) => boolean {
  const test = typeof name === 'string' && Object.hasOwn(TYPE_TESTS, name) ? TYPE_TESTS[name] : undefined;
  if (test === undefined) {
    throw invalidSchema(`${where}.type`, `one of ${Object.keys(TYPE_TESTS).join(', ')}`);
  }
  return test;
}

const choice: KeywordCompiler = (schema, _compiling, where) => {
  if (schema['enum'] === undefined && !('const' in schema)) {
    return undefined;
  }
  const choices: unknown = schema['enum'] ?? [schema['const']];
  if (!Array.isArray(choices)) {
    throw invalidSchema(`${where}.enum`, 'a list');
  }
  const isConst = (value: unknown) => !('const' in schema) || jsonEquals(schema['const'], value);
  const expected = describeChoices(choices);
  return (visit) => {
    if (!choices.some((item) => jsonEquals(item, visit.value)) || !isConst(visit.value)) {
      report(visit, expected);
    }
  };
};

/** A keyword that is a number and limits values of one kind. */
function limit<Kind>(
  keyword: string,
  isKind: (value: unknown) => value is Kind,
  rule: { readonly fits: (value: Kind, bound: number) => boolean; readonly expected: (bound: number) => string },
): KeywordCompiler {
  return (schema, _compiling, where) => {
    const bound = schema[keyword];
    if (bound === undefined || typeof bound === 'boolean') {
      return undefined;
    }
    if (typeof bound !== 'number' || !Number.isFinite(bound)) {
      throw invalidSchema(`${where}.${keyword}`, 'a number');
    }
    return (visit) => {
      if (isKind(visit.value) && !rule.fits(visit.value, bound)) {
        report(visit, rule.expected(bound));
      }
    };
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
const isText = (value: unknown): value is string => typeof value === 'string';
const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** In code points, and no further than needed. */
function isLonger(text: string, bound: number): boolean {
  return text.length > bound * 2 || (text.length > bound && [...text].length > bound);
}

const above = (value: number, bound: number) => value > bound;
const below = (value: number, bound: number) => value < bound;

/** Draft 4 made a limit exclusive with a boolean beside it. */
const booleanExclusive: KeywordCompiler = (schema, compiling, where) => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const strict = {
    ...(exclusiveMinimum === true && { exclusiveMinimum: minimum }),
    ...(exclusiveMaximum === true && { exclusiveMaximum: maximum }),
  };
  return Object.keys(strict).length === 0 ? undefined : compiling.sub(strict, where);
};

/** Floating-point division leaves a trace of its own error, so the quotient may be off by that much. */
function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON;
}

const pattern: KeywordCompiler = (schema, _compiling, where): Check | undefined => {
  if (schema['pattern'] === undefined) {
    return undefined;
  }
  const test = checkedPattern(schema['pattern'], `${where}.pattern`);
  const expected = shorten(`a text that fits the pattern ${String(schema['pattern'])}`);
  return (visit) => {
    if (typeof visit.value === 'string' && !test(visit.value)) {
      report(visit, expected);
    }
  };
};

export function checkedPattern(source: unknown, where: string): (text: string) => boolean {
  const test = typeof source === 'string' ? compilePattern(source) : undefined;
  if (test === undefined) {
    throw invalidSchema(where, 'a pattern without references, look-ahead or look-behind');
  }
  return test;
}

export const valueKeywords: readonly KeywordCompiler[] = [
  choice,
  limit('minimum', isNumber, { fits: (value, bound) => value >= bound, expected: (bound) => `${bound} or more` }),
  limit('maximum', isNumber, { fits: (value, bound) => value <= bound, expected: (bound) => `${bound} or less` }),
  limit('exclusiveMinimum', isNumber, { fits: above, expected: (bound) => `more than ${bound}` }),
  limit('exclusiveMaximum', isNumber, { fits: below, expected: (bound) => `less than ${bound}` }),
  booleanExclusive,
  limit('multipleOf', isNumber, { fits: isMultiple, expected: (bound) => `a multiple of ${bound}` }),
  limit('minLength', isText, {
    fits: (text, bound) => isLonger(text, bound - 1),
    expected: (bound) => `a text of at least ${bound} characters`,
  }),
  limit('maxLength', isText, {
    fits: (text, bound) => !isLonger(text, bound),
    expected: (bound) => `a text of at most ${bound} characters`,
  }),
  limit('minItems', isArray, {
    fits: (list, bound) => list.length >= bound,
    expected: (bound) => `a list of at least ${bound} items`,
  }),
  limit('maxItems', isArray, {
    fits: (list, bound) => list.length <= bound,
    expected: (bound) => `a list of at most ${bound} items`,
  }),
  limit('minProperties', isJsonObject, {
    fits: (object, bound) => Object.keys(object).length >= bound,
    expected: (bound) => `an object of at least ${bound} members`,
  }),
  limit('maxProperties', isJsonObject, {
    fits: (object, bound) => Object.keys(object).length <= bound,
    expected: (bound) => `an object of at most ${bound} members`,
  }),
  pattern,
];
