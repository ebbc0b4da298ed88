import { isJsonObject, type JsonObject, MAX_VALUE_DEPTH } from '../json-values.js';
import { arrayKeywords } from './array-keywords.js';
import { describeSchema } from './describe.js';
import { logicKeywords } from './logic-keywords.js';
import { objectKeywords } from './object-keywords.js';
import { createReferences } from './references.js';
import { unevaluatedKeywords } from './unevaluated-keywords.js';
import { checkType, valueKeywords } from './value-keywords.js';
import {
  type Check,
  type Compiling,
  invalidSchema,
  type KeywordCompiler,
  type Problem,
  report,
  startVisit,
  step,
} from './visit.js';

/** The last ones look at what the others have seen. */
const KEYWORDS: readonly KeywordCompiler[] = [
  ...valueKeywords,
  ...objectKeywords,
  ...arrayKeywords,
  ...logicKeywords,
  ...unevaluatedKeywords,
];

/**
 * Compiles a JSON Schema (2020-12, and the forms of draft 7 that are still about) into closures; no code is generated
 * and no regular expression backtracks. `format` is not checked. Throws CONFIG_INVALID for a schema that is not valid
 * or that cannot be checked here, so that nothing passes unchecked.
 */
export function compileSchema(root: JsonObject): (value: unknown) => readonly Problem[] {
  const references = createReferences(root);
  const compiled = new Map<JsonObject, Check>();

  const compileAt = (schema: unknown, where: string, place: Place): Check => {
    if (typeof schema === 'boolean') {
      return schema ? step : rejectAll;
    }
    if (!isJsonObject(schema)) {
      throw invalidSchema(where, 'a schema');
    }
    if (place.depth > MAX_VALUE_DEPTH) {
      throw invalidSchema(where, `at most ${MAX_VALUE_DEPTH} levels`);
    }
    const isEmbedded = place.isEmbedded || (schema !== root && typeof schema['$id'] === 'string');
    const below = { depth: place.depth + 1, isEmbedded };
    const known = compiled.get(schema) ?? compileObject(schema, where, compilingAt(below));
    compiled.set(schema, known);
    return known;
  };

  const compilingAt = (place: Place): Compiling => ({
    sub: (schema, where) => compileAt(schema, where, place),
    // A reference may lead round to its own schema, so it is compiled when it is first followed.
    refer: (reference, where) => {
      const target = references(reference);
      if (target === undefined || (place.isEmbedded && reference.startsWith('#'))) {
        throw invalidSchema(where, 'a reference within the same schema');
      }
      let check: Check | undefined;
      return (visit) => {
        check ??= compileAt(target, where, TOP);
        check(visit);
      };
    },
    describe: (schema) => {
      const reference = isJsonObject(schema) ? schema['$ref'] : undefined;
      return describeSchema(typeof reference === 'string' ? references(reference) : schema);
    },
  });

  const check = compileAt(root, 'the root', TOP);
  return (value) => {
    const visit = startVisit(value);
    check(visit);
    return visit.problems;
  };
}

interface Place {
  readonly depth: number;
  /** Within a part that has its own `$id`, `#` would mean that part; such a reference is refused, not followed astray. */
  readonly isEmbedded: boolean;
}

const TOP: Place = { depth: 0, isEmbedded: false };

const rejectAll: Check = (visit) => {
  step(visit);
  report(visit, 'nothing', 'type');
};

function compileObject(schema: JsonObject, where: string, compiling: Compiling): Check {
  const isRightType = checkType(schema, where);
  const checks = KEYWORDS.map((compile) => compile(schema, compiling, where)).filter((check) => check !== undefined);
  const expected = describeSchema(schema);
  return (visit) => {
    step(visit);
    // A value of another type fails every other keyword too; one sentence says it.
    if (!isRightType(visit.value)) {
      report(visit, expected, 'type');
      return;
    }
    for (const check of checks) {
      check(visit);
    }
  };
}
