import type { Value } from '../../contract/row.js';
import { EXPIRY, type FieldRule, SECRET } from '../judge/field-rule.js';
import { isNamingMember, jwkRule, namesIn, neighbourRule, townRule } from '../judge/field-value.js';
import { remembered } from '../lex/when-needed.js';
import { createPersonFields, createRowShapes, type RowShape } from '../people/person-fields.js';
import type { RowKey } from './row-keys.js';

type RowObject = { readonly [key: string]: Value };

/** What hides a member of an object: its own name, or what stands beside it. */
export interface MemberRules {
  /** Asked with the whole object: of a part of it the answer would be another. */
  readonly ruleOf: (key: RowKey, object: RowObject, value: Value) => FieldRule | undefined;
  /** Told what stands under a key that names people. */
  readonly note: (value: Value) => void;
}

export function createMemberRules(ruleFor: (name: string) => FieldRule | undefined): MemberRules {
  const shapeOf = createRowShapes(ruleFor);
  const people = createPersonFields(ruleFor, shapeOf);
  const names = new WeakMap<RowObject, readonly string[]>();
  const isNaming = remembered(isNamingMember);

  /** Looked for once in an object: it may have any number of members, and each may ask. */
  const namesOf = (object: RowObject): readonly string[] => {
    const known = names.get(object) ?? namesIn(object, isNaming);
    names.set(object, known);
    return known;
  };

  /** What a test is called is no name of a person. */
  const testRule = (rule: FieldRule, object: RowObject): FieldRule | undefined =>
    shapeOf(object).isTest ? undefined : rule;

  return {
    note: people.note,
    ruleOf: (key, object, value) => {
      if (key.rule !== undefined) {
        return key.isTestName ? testRule(key.rule, object) : ruleOfName(key.rule, object, value);
      }
      if (key.isName) {
        return people.ruleIn(key.name, object, value);
      }
      if (key.isContent) {
        return contentRule(key, object, shapeOf);
      }
      if (key.isTown && typeof value === 'string') {
        return townRule(object, shapeOf(object).addresses);
      }
      return key.isValue && typeof value === 'string' ? neighbourRule(namesOf(object), value, ruleFor) : undefined;
    },
  };
}

function ruleOfName(rule: FieldRule, object: RowObject, value: Value): FieldRule | undefined {
  return rule.value === 'jwk' ? jwkRule(rule, object, value) : rule;
}

/** The rule for what an object holds that says what it is: a secret, or a card with the date until which it is valid. */
function contentRule(
  { isExpiry }: RowKey,
  object: RowObject,
  shapeOf: (object: RowObject) => RowShape,
): FieldRule | undefined {
  if (isExpiry) {
    return shapeOf(object).isCard ? EXPIRY : undefined;
  }
  return object['kind'] === 'Secret' ? SECRET : undefined;
}
