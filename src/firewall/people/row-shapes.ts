import type { Value } from '../../contract/row.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isOfThings, isPersonDetail } from '../judge/given-person.js';
import { isFactOfPeople } from './person-facts.js';

type RowObject = { readonly [key: string]: Value };

/** What the names of an object's members say together. */
export interface RowShape {
  /** Those that name a part of an address, with their rules. */
  readonly addresses: readonly (readonly [string, FieldRule])[];
  /** One of them names what only people have. */
  readonly isPerson: boolean;
  /** One of them names what people have, and shops too. */
  readonly hasDetail: boolean;
  /** One of them names what things have, and people have not. */
  readonly isThing: boolean;
  /** One of them names what only the record of a test has, as test runners report it. */
  readonly isTest: boolean;
  /** Those that name a phone. */
  readonly phones: readonly string[];
  /** One of them names the number of a card, or its code. */
  readonly isCard: boolean;
}

const CARD_FACTS: ReadonlySet<string> = new Set(['card', 'cvv']);
/** Of jest and vitest, and of Jasmine and Karma. */
const OF_TESTS: ReadonlySet<string> = new Set(['ancestorTitles', 'failureMessages', 'failedExpectations']);
const MOST_PERSON_MEMBERS = 64;
const MOST_SHAPES = 8;
/** Objects with more members are rare, and their names would be much to keep. */
const MOST_KEPT_NAMES = 256;

interface KnownShape extends RowShape {
  readonly names: readonly string[];
}

/** Tells shapes. The rows of one source share theirs, so the last few are remembered. */
export function createRowShapes(ruleFor: (name: string) => FieldRule | undefined): (object: RowObject) => RowShape {
  const known: KnownShape[] = [];
  let oldest = 0;

  return (object) => {
    for (const shape of known) {
      if (hasNames(object, shape.names)) {
        return shape;
      }
    }
    const names = Object.keys(object);
    const shape = { ...shapeOf(names, ruleFor), names };
    if (names.length <= MOST_KEPT_NAMES) {
      known[oldest] = shape;
      oldest = (oldest + 1) % MOST_SHAPES;
    }
    return shape;
  };
}

function hasNames(object: RowObject, names: readonly string[]): boolean {
  let position = 0;
  for (const name in object) {
    if (names[position] !== name) {
      return false;
    }
    position += 1;
  }
  return position === names.length;
}

function shapeOf(names: readonly string[], ruleFor: (name: string) => FieldRule | undefined): RowShape {
  const rules = names.map((name) => ruleFor(name));
  const ruled = names.flatMap((name, index): (readonly [string, FieldRule])[] => {
    const rule = rules[index];
    return rule === undefined ? [] : [[name, rule]];
  });
  const first = names.slice(0, MOST_PERSON_MEMBERS);
  const facts = new Set(first);
  return {
    addresses: ruled.filter(([, rule]) => rule.type === 'address'),
    isCard: ruled.some(([, rule]) => CARD_FACTS.has(rule.type)),
    hasDetail: first.some((name, index) => isNamedDetail(name, rules[index])),
    isThing: first.some(isOfThings),
    isTest: first.some((name) => OF_TESTS.has(name)),
    phones: ruled.filter(([, rule]) => rule.type === 'phone' && rule.value === 'pattern').map(([name]) => name),
    isPerson: ruled.some(([name, rule]) => isFactOfPeople(rule.type) && facts.has(name)),
  };
}

function isNamedDetail(name: string, rule: FieldRule | undefined): boolean {
  return rule?.type !== 'phone' && isPersonDetail(name, rule);
}
