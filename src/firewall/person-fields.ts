import type { Value } from '../contract/row.js';
import type { FieldRule } from './field-rule.js';
import { isPersonName } from './redactor/person.js';

type RowObject = { readonly [key: string]: Value };

/** A name that certainly is a person's: what is known about it holds for a bare `name` that turns out to be one too. */
const FULL_NAME = 'full name';
const PEOPLE =
  /(?:^|[_. -])(?:customer|user|person|patient|employee|contact|owner|billing|shipping|cardholder|recipient|passenger|guest|student|applicant)s?$/i;
/** Facts that only people have: shops and places have phones. */
const FACTS: ReadonlySet<string> = new Set(['email', 'birth_date', 'ssn']);
const MAX_MEMBERS = 64;

/** Knows which objects of a row are people, so that a bare `name` in them is hidden, and that of a thing is not. */
export function createPersonFields(ruleFor: (name: string) => FieldRule | undefined) {
  const people = new WeakSet<object>();

  const hasFact = (object: RowObject): boolean =>
    Object.keys(object)
      .slice(0, MAX_MEMBERS)
      .some((name) => FACTS.has(ruleFor(name)?.type ?? ''));

  return {
    /** Remembers that what stands under this key is about a person, or a list of them. */
    note: (value: Value): void => {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (typeof each === 'object' && each !== null) {
          people.add(each);
        }
      }
    },
    /** The rule for the bare name in an object. */
    ruleIn: (object: RowObject, value: Value): FieldRule | undefined =>
      isFullName(value) && (people.has(object) || hasFact(object)) ? ruleFor(FULL_NAME) : undefined,
  };
}

/** Whether what stands under a key of this name is about a person. */
export function isPersonKey(name: string): boolean {
  return PEOPLE.test(name);
}

export function isNameKey(name: string): boolean {
  return name === 'name' || name === 'Name';
}

function isFullName(value: Value): boolean {
  return typeof value === 'string' && value.includes(' ') && isPersonName(value);
}
