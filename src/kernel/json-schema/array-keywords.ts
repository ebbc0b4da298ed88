import { canonicalJson, type JsonObject } from '../json-values.js';
import {
  type Check,
  type Compiling,
  invalidSchema,
  type KeywordCompiler,
  report,
  type Visit,
  visitChild,
} from './visit.js';

interface ItemRules {
  readonly first: readonly Check[];
  readonly others: Check | undefined;
}

const items: KeywordCompiler = (schema, compiling, where) => {
  const rules = compileItems(schema, compiling, where);
  if (rules.first.length === 0 && rules.others === undefined) {
    return undefined;
  }
  return (visit) => {
    for (const [i, value] of itemsOf(visit).entries()) {
      const check = rules.first[i] ?? rules.others;
      if (check !== undefined) {
        visit.seen.items.add(i);
        visitChild(visit, check, { value, path: `${visit.path}[${i}]` });
      }
    }
  };
};

function itemsOf({ value }: Visit): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Before 2020-12 a list of schemas stood in `items`, and the rest in `additionalItems`. */
function compileItems(schema: JsonObject, compiling: Compiling, where: string): ItemRules {
  const { items: all, prefixItems, additionalItems } = schema;
  const first = prefixItems ?? (Array.isArray(all) ? all : []);
  const others = Array.isArray(all) ? additionalItems : all;
  if (!Array.isArray(first)) {
    throw invalidSchema(`${where}.prefixItems`, 'a list');
  }
  return {
    first: first.map((part: unknown, i) => compiling.sub(part, `${where}.prefixItems[${i}]`)),
    others: others === undefined ? undefined : compiling.sub(others, `${where}.items`),
  };
}

const contains: KeywordCompiler = (schema, compiling, where) => {
  if (schema['contains'] === undefined) {
    return undefined;
  }
  const check = compiling.sub(schema['contains'], `${where}.contains`);
  const least = amountOf(schema, 'minContains', where) ?? 1;
  const most = amountOf(schema, 'maxContains', where) ?? Number.POSITIVE_INFINITY;
  const limit = most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`;
  const expected = `a list with ${limit} items that are ${compiling.describe(schema['contains'])}`;
  return (visit) => {
    if (!Array.isArray(visit.value)) {
      return;
    }
    const fitting = [...itemsOf(visit).keys()].filter((i) => fitsItem(visit, check, i));
    for (const i of fitting) {
      visit.seen.items.add(i);
    }
    if (fitting.length < least || fitting.length > most) {
      report(visit, expected);
    }
  };
};

function amountOf(schema: JsonObject, keyword: string, where: string): number | undefined {
  const value = schema[keyword];
  if (value !== undefined && (typeof value !== 'number' || !(value >= 0))) {
    throw invalidSchema(`${where}.${keyword}`, 'a number of 0 or more');
  }
  return value;
}

function fitsItem(visit: Visit, check: Check, i: number): boolean {
  const aside: Visit = { ...visit, problems: [] };
  visitChild(aside, check, { value: itemsOf(visit)[i], path: visit.path });
  return aside.problems.length === 0;
}

const uniqueItems: KeywordCompiler = (schema) => {
  if (schema['uniqueItems'] !== true) {
    return undefined;
  }
  return (visit) => {
    const texts = itemsOf(visit).map((item) => canonicalJson(item));
    // What is too deep to compare may be a repeat.
    if (texts.includes(undefined) || new Set(texts).size < texts.length) {
      report(visit, 'a list without repeats');
    }
  };
};

export const arrayKeywords: readonly KeywordCompiler[] = [items, contains, uniqueItems];
