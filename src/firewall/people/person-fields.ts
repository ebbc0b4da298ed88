import type { Value } from '../../contract/row.js';
import { isEasternName } from '../judge/east.js';
import { fieldRule } from '../judge/field-names.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isHidden } from '../judge/field-value.js';
import { isGivenPerson, isLikelyPerson, isOfThings, isPersonDetail, isPhoneBegun } from '../judge/given-person.js';
import { isPersonName } from '../judge/person.js';
import { createColumnMemory } from './column-memory.js';

type RowObject = { readonly [key: string]: Value };

/** A name that certainly is a person's: what is known about it holds for a bare `name` that turns out to be one too. */
const FULL_NAME = 'full name';
const NAME_KEY =
  /^(?:[Nn]ame|[Dd]isplay_?[Nn]ame|[Nn]ombre|[Nn]ome|[Nn]amn|[Nn]aam|[Nn]avn|[\u0418\u0438]\u043c\u044f|\uc774\ub984|\u540d\u524d)$/;
const PEOPLE = new Set(
  (
    'customer user person patient employee contact owner billing shipping cardholder recipient passenger guest student ' +
    'applicant cliente usuario paciente empleado kunde patiente klant'
  ).split(' '),
);
const DETAILS = /_?details?$/;
/** Before the last word of a name. */
const SIGNS = '_. -';

/** Knows which objects of a row are people, so that a bare `name` in them is hidden, and that of a thing is not. */
export function createPersonFields(
  ruleFor: (name: string) => FieldRule | undefined,
  shapeOf: (object: RowObject) => RowShape,
) {
  const people = new WeakSet<object>();
  const isFullName = createColumnMemory((text) => isWholeName(text) || undefined)();

  const isGiven = createColumnMemory((text) => isGivenPerson(text) || undefined)();
  const personRule = ruleFor(FULL_NAME);

  const isOfPerson = (object: RowObject, name: string): boolean => {
    const shape = shapeOf(object);
    return (
      shape.isPerson ||
      people.has(object) ||
      (hasDetail(object, shape) && isLikelyPerson(name)) ||
      (!shape.isThing && isGiven(name) === true)
    );
  };

  return {
    /** Remembers that what stands under this key is about a person, or a list of them. */
    note: (value: Value): void => {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (typeof each === 'object' && each !== null) {
          people.add(each);
        }
      }
    },
    /** The rule for the bare name in an object, or for a part of a name in one that has both parts. */
    ruleIn: (name: string, object: RowObject, value: Value): FieldRule | undefined => {
      if (isNamePart(name)) {
        return isHumanName(object) && isTextOrList(value) ? personRule : undefined;
      }
      return typeof value === 'string' && isFullName(value) === true && isOfPerson(object, value)
        ? personRule
        : undefined;
    },
  };
}

/** With both parts of a name, of which each alone is a word for many things. */
function isHumanName({ family, given }: RowObject): boolean {
  return typeof family === 'string' && family !== '' && given !== '' && isTextOrList(given);
}

function isTextOrList(value: Value | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every(isText) : isText(value);
}

function isText(value: Value | undefined): boolean {
  return typeof value === 'string';
}

/** Of a phone, and of an address, which a machine has as well, it is the value that tells. */
function hasDetail(object: RowObject, { hasDetail: isNamed, addresses, phones }: RowShape): boolean {
  return (
    isNamed ||
    phones.some((name) => isPhoneBegun(String(object[name]))) ||
    addresses.some(([name, rule]) => rule.value === 'postal' && isHidden(rule, object[name] ?? null))
  );
}

function isWholeName(text: string): boolean {
  return (text.includes(' ') && isPersonName(text)) || isEasternName(text);
}

/** Whether what stands under a key of this name is about a person. */
export function isPersonKey(name: string): boolean {
  const whole = name.toLowerCase();
  const plain = whole.includes('detail') ? whole.replace(DETAILS, '') : whole;
  let start = plain.length;
  while (start > 0 && !SIGNS.includes(plain.charAt(start - 1))) {
    start -= 1;
  }
  const last = plain.slice(start);
  return PEOPLE.has(last) || (last.endsWith('s') && PEOPLE.has(last.slice(0, -1)));
}

export function isNameKey(name: string): boolean {
  return NAME_KEY.test(name);
}

/** Whether what stands under a key of this name can be a part of a name, or all of it beside its parts. */
export function isNamePart(name: string): boolean {
  return name === 'family' || name === 'given' || name === 'text';
}

/** Facts that only people have: shops and places have phones. */
const FACTS: ReadonlySet<string> = new Set(['email', 'birth_date', 'ssn']);

/** Whether a bare name beside a finding of this type is a person's. */
export function isFactOfPeople(type: string | undefined): boolean {
  return type !== undefined && FACTS.has(type);
}

/** The same of the name of a field. */
export function namesFactOfPeople(field: string): boolean {
  return isFactOfPeople(fieldRule(field)?.type);
}

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
