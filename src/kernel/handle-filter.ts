import { KernelError } from '../contract/errors.js';
import type { Filter, FilterCondition, FilterOperator } from '../contract/expansion.js';
import type { Row, Value } from '../contract/row.js';
import { isList, readField } from '../firewall/rows/field-paths.js';
import { FILTER_OPERATORS } from './filter-parser.js';
import { conditionsOf } from './filter-terms.js';
import { canonicalJson, jsonEquals } from './json-values.js';
import { equalsInSmartCase, holdsInSmartCase } from './smart-case.js';

export { parseFilter } from './filter-parser.js';

type Test = (actual: Value | undefined) => boolean;

const MAX_CONDITIONS = 64;
const MAX_LIST = 10_000;

/**
 * A filter as one test of a row. JSON types are strict: 1, "1" and true differ, and so do null and missing. `!=`
 * is the opposite of `=`, so a row without the field passes it. `<` and its kin hold between two numbers or two strings
 * only; `~` finds a text in a text or a value in a list, where capitals of texts matter only if some are given. Throws USAGE for a condition that makes no sense.
 */
export function compileFilter(filter: Filter): (row: Row) => boolean {
  if (conditionsOf(filter).length > MAX_CONDITIONS) {
    throw usage(`a filter has at most ${MAX_CONDITIONS} conditions`, 'use in with a list of values');
  }
  const tests = filter.map((term) => ('any' in term ? anyOf(term.any) : compileCondition(term)));
  return (row) => tests.every((test) => test(row));
}

function anyOf(alternatives: readonly (readonly FilterCondition[])[]): (row: Row) => boolean {
  const compiled = alternatives.map((conditions) => conditions.map(compileCondition));
  return (row) => compiled.some((tests) => tests.every((test) => test(row)));
}

function compileCondition({ field, operator, value }: FilterCondition): (row: Row) => boolean {
  if (typeof field !== 'string' || field === '') {
    throw usage('a condition of the filter names no field', 'give field, operator and value');
  }
  const compile = FILTER_OPERATORS.includes(operator) ? COMPILERS[operator] : undefined;
  if (compile === undefined) {
    throw usage('the filter has an unknown operator', `the operators are ${FILTER_OPERATORS.join(' ')}`);
  }
  const test = compile(value);
  return (row) => test(readField(row, field));
}

const COMPILERS: Readonly<Record<FilterOperator, (value: unknown) => Test>> = {
  '=': (value) => equals(checkedValue(value)),
  '!=': (value) => {
    const test = equals(checkedValue(value));
    return (actual) => !test(actual);
  },
  '<': (value) => compares('<', value, (sign) => sign < 0),
  '<=': (value) => compares('<=', value, (sign) => sign <= 0),
  '>': (value) => compares('>', value, (sign) => sign > 0),
  '>=': (value) => compares('>=', value, (sign) => sign >= 0),
  '~': (value) => contains(checkedValue(value)),
  in: isOneOf,
  exists: (value) => {
    if (typeof value !== 'boolean') {
      throw usage('the operator exists needs true or false', 'write notes exists, or notes exists false');
    }
    return (actual) => (actual !== undefined) === value;
  },
};

function equals(wanted: unknown): Test {
  return (actual) => actual !== undefined && jsonEquals(wanted, actual);
}

function compares(operator: string, wanted: unknown, holds: (sign: number) => boolean): Test {
  if (typeof wanted === 'string') {
    return (actual) => typeof actual === 'string' && holds(compare(actual, wanted));
  }
  if (typeof wanted !== 'number' || !Number.isFinite(wanted)) {
    throw usage(`the operator ${operator} needs a number or a text`, 'for example amount >= 10');
  }
  return (actual) => typeof actual === 'number' && holds(compare(actual, wanted));
}

function compare<Kind extends number | string>(left: Kind, right: Kind): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}

function contains(wanted: unknown): Test {
  if (typeof wanted !== 'string') {
    return (actual) => actual !== undefined && isList(actual) && actual.some((item) => jsonEquals(wanted, item));
  }
  const holds = holdsInSmartCase(wanted);
  const equal = equalsInSmartCase(wanted);
  return (actual) =>
    typeof actual === 'string'
      ? holds(actual)
      : actual !== undefined && isList(actual) && actual.some((item) => typeof item === 'string' && equal(item));
}

function isOneOf(value: unknown): Test {
  if (!Array.isArray(value) || value.length > MAX_LIST) {
    throw usage(`the operator in needs a list of at most ${MAX_LIST} values`, 'for example id in [1,2]');
  }
  // Simple values are looked up, so that a long list costs no more than a short one.
  const simple = new Set<unknown>(value.filter((item) => typeof item !== 'object' || item === null));
  const others = value.filter((item) => typeof item === 'object' && item !== null).map(checkedValue);
  for (const item of simple) {
    checkedValue(item);
  }
  return (actual) => actual !== undefined && (simple.has(actual) || others.some((item) => jsonEquals(item, actual)));
}

function checkedValue(value: unknown): unknown {
  if (canonicalJson(value) === undefined) {
    throw usage('a value of the filter is not JSON', 'use numbers, texts, true, false, null and lists of them');
  }
  return value;
}

function usage(message: string, hint: string): KernelError {
  return new KernelError('USAGE', message, { hint });
}
