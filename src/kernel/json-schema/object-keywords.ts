import { isJsonObject, type JsonObject } from '../json-values.js';
import { checkedPattern } from './value-keywords.js';
import {
  addProblem,
  type Check,
  type Compiling,
  invalidSchema,
  type KeywordCompiler,
  memberPath,
  type Visit,
  visitAside,
  visitChild,
} from './visit.js';

type Named = ReadonlyMap<string, unknown>;

/** The members of a keyword that is an object; empty when it is absent. */
function membersOf(schema: JsonObject, keyword: string, where: string): Named {
  const value = schema[keyword];
  if (value !== undefined && !isJsonObject(value)) {
    throw invalidSchema(`${where}.${keyword}`, 'an object');
  }
  return new Map(Object.entries(value ?? {}));
}

function namesOf(value: unknown, where: string): readonly string[] {
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
    throw invalidSchema(where, 'a list of names');
  }
  return value;
}

const required: KeywordCompiler = (schema, compiling, where) => {
  if (schema['required'] === undefined) {
    return undefined;
  }
  const properties = membersOf(schema, 'properties', where);
  const wanted = namesOf(schema['required'], `${where}.required`).map((name) => ({
    name,
    expected: compiling.describe(properties.get(name) ?? true),
  }));
  return (visit) => {
    const { value } = visit;
    for (const { name, expected } of isJsonObject(value)
      ? wanted.filter((one) => !Object.hasOwn(value, one.name))
      : []) {
      addProblem(visit, { path: memberPath(visit.path, name), kind: 'missing', expected });
    }
  };
};

interface MemberRules {
  readonly named: ReadonlyMap<string, Check>;
  readonly patterns: readonly { readonly test: (key: string) => boolean; readonly check: Check }[];
  /** For members that neither a name nor a pattern covers. */
  readonly others: Check | 'refuse' | undefined;
}

const members: KeywordCompiler = (schema, compiling, where) => {
  const rules = compileMembers(schema, compiling, where);
  if (rules.named.size === 0 && rules.patterns.length === 0 && rules.others === undefined) {
    return undefined;
  }
  return (visit) => {
    for (const [key, value] of isJsonObject(visit.value) ? Object.entries(visit.value) : []) {
      checkMember(visit, { key, value }, rules);
    }
  };
};

function checkMember(
  visit: Visit,
  { key, value }: { readonly key: string; readonly value: unknown },
  rules: MemberRules,
) {
  const path = memberPath(visit.path, key);
  const checks = checksFor(key, rules);
  if (checks === 'refuse') {
    addProblem(visit, { path, kind: 'unknown', expected: 'no such member', known: [...rules.named.keys()] });
    return;
  }
  if (checks.length > 0) {
    visit.seen.keys.add(key);
  }
  for (const check of checks) {
    visitChild(visit, check, { value, path });
  }
}

function compileMembers(schema: JsonObject, compiling: Compiling, where: string): MemberRules {
  const named = [...membersOf(schema, 'properties', where)].map(
    ([name, part]) => [name, compiling.sub(part, `${where}.properties.${name}`)] as const,
  );
  const patterns = [...membersOf(schema, 'patternProperties', where)].map(([source, part]) => ({
    test: checkedPattern(source, `${where}.patternProperties`),
    check: compiling.sub(part, `${where}.patternProperties`),
  }));
  const { additionalProperties: others } = schema;
  const isRefused = others === false;
  const check = others === undefined || isRefused ? undefined : compiling.sub(others, `${where}.additionalProperties`);
  return { named: new Map(named), patterns, others: isRefused ? 'refuse' : check };
}

function checksFor(key: string, { named, patterns, others }: MemberRules): readonly Check[] | 'refuse' {
  const own = named.get(key);
  const checks = [
    ...(own === undefined ? [] : [own]),
    ...patterns.filter(({ test }) => test(key)).map(({ check }) => check),
  ];
  if (checks.length > 0 || others === undefined) {
    return checks;
  }
  return others === 'refuse' ? 'refuse' : [others];
}

const propertyNames: KeywordCompiler = (schema, compiling, where) => {
  if (schema['propertyNames'] === undefined) {
    return undefined;
  }
  const check = compiling.sub(schema['propertyNames'], `${where}.propertyNames`);
  return (visit) => {
    for (const key of isJsonObject(visit.value) ? Object.keys(visit.value) : []) {
      visitChild(visit, check, { value: key, path: memberPath(visit.path, key) });
    }
  };
};

/** `dependentRequired`, `dependentSchemas` and draft 7's `dependencies`, which is both. */
const dependents: KeywordCompiler = (schema, compiling, where) => {
  const rules = ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) =>
    [...membersOf(schema, keyword, where)].map(([name, part]) => ({
      name,
      check: compiling.sub(Array.isArray(part) ? { required: part } : part, `${where}.${keyword}.${name}`),
    })),
  );
  if (rules.length === 0) {
    return undefined;
  }
  return (visit) => {
    for (const { name, check } of rules) {
      if (isJsonObject(visit.value) && Object.hasOwn(visit.value, name)) {
        visit.problems.push(...visitAside(visit, check));
      }
    }
  };
};

export const objectKeywords: readonly KeywordCompiler[] = [required, members, propertyNames, dependents];
