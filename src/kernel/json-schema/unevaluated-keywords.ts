import { isJsonObject } from '../json-values.js';
import { addProblem, type KeywordCompiler, memberPath, visitChild } from './visit.js';

const unevaluatedProperties: KeywordCompiler = (schema, compiling, where) => {
  const { unevaluatedProperties: others } = schema;
  if (others === undefined) {
    return undefined;
  }
  const check = compiling.sub(others, `${where}.unevaluatedProperties`);
  return (visit) => {
    const { value, seen } = visit;
    for (const [key, member] of isJsonObject(value) ? Object.entries(value) : []) {
      const path = memberPath(visit.path, key);
      if (!seen.keys.has(key) && others === false) {
        addProblem(visit, { path, kind: 'unknown', expected: 'no such member' });
      } else if (!seen.keys.has(key)) {
        seen.keys.add(key);
        visitChild(visit, check, { value: member, path });
      }
    }
  };
};

const unevaluatedItems: KeywordCompiler = (schema, compiling, where) => {
  if (schema['unevaluatedItems'] === undefined) {
    return undefined;
  }
  const check = compiling.sub(schema['unevaluatedItems'], `${where}.unevaluatedItems`);
  return (visit) => {
    const { value, seen } = visit;
    for (const [i, item] of Array.isArray(value) ? value.entries() : []) {
      if (!seen.items.has(i)) {
        seen.items.add(i);
        visitChild(visit, check, { value: item, path: `${visit.path}[${i}]` });
      }
    }
  };
};

export const unevaluatedKeywords: readonly KeywordCompiler[] = [unevaluatedProperties, unevaluatedItems];
