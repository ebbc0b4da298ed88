import type { Value } from '../contract/row.js';
import { type ColumnRedactor, createColumnMemory } from './column-memory.js';
import { fieldRule } from './field-names.js';
import { isListedSecret, isListOfSecrets, pairRule } from './field-pairs.js';
import type { FieldRule } from './field-rule.js';
import { isHidden, isTownMember, isValueMember, jwkRule, namesIn, neighbourRule, townRule } from './field-value.js';
import { copyOf, define } from './object-copy.js';
import { createPersonFields, isNameKey, isPersonKey } from './person-fields.js';
import { redactArguments } from './redact-arguments.js';
import { createLabeller, PLACEHOLDER_START } from './redactor/placeholder.js';
import { createTextRedactor, type RedactedText, type RedactionOptions } from './redactor.js';
import { createTally } from './tally.js';

/** A redacted value, and how often each type was replaced in it. Without replacements it is the value itself. */
export interface RedactedValue {
  readonly value: Value;
  readonly counts: ReadonlyMap<string, number>;
}

/** Containers below this depth are replaced by a marker. */
const MAX_DEPTH = 64;
const MAX_REMEMBERED_KEYS = 4096;
/** The smallest number with as many digits as a card number. */
const SMALLEST_CARD = 1e12;

type RowObject = { readonly [key: string]: Value };

interface Key {
  readonly rule: FieldRule | undefined;
  /** What it holds can be named by another member. */
  readonly isValue: boolean;
  /** What it holds is personal beside an address. */
  readonly isTown: boolean;
  readonly isName: boolean;
  readonly isPerson: boolean;
  /** The key as it may be seen, and what was replaced in it. */
  readonly shown: string;
  readonly types: readonly string[];
  /** For the texts under this key. */
  readonly redactText: ColumnRedactor;
}

/**
 * Redacts rows: strings by the same detectors as text, numbers that are card numbers, object keys, and whatever
 * stands under a sensitive name. Nulls and empty strings stay as they are.
 */
export function createValueRedactor(options: RedactionOptions = {}): (value: Value) => RedactedValue {
  const redactString = createTextRedactor(options);
  const label = createLabeller(options.pseudonymKey);
  const ruleFor = options.fieldRule ?? fieldRule;
  const columnOf = createColumnMemory(redactString);
  const keys = new Map<string, Key>();
  const personFields = createPersonFields(ruleFor);
  const names = new WeakMap<RowObject, readonly string[]>();
  const tally = createTally();

  const shownText = (text: string, redacted: RedactedText | undefined): string => {
    if (redacted === undefined) {
      return text;
    }
    for (const { type } of redacted.replacements) {
      tally.add(type);
    }
    return redacted.text;
  };

  const redactNode = (value: Value, depth: number): Value => {
    if (typeof value === 'string') {
      return shownText(value, redactString(value));
    }
    if (typeof value === 'number') {
      return Math.abs(value) >= SMALLEST_CARD ? redactNumber(value) : value;
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    if (depth > MAX_DEPTH) {
      tally.add('depth');
      return label('depth', '', 0, 0);
    }
    return isList(value) ? redactList(value, depth) : redactObject(value, depth);
  };

  const redactNumber = (value: number): Value => {
    const digits = String(Math.abs(value));
    const redacted = shownText(digits, redactString(digits));
    return redacted === digits ? value : redacted;
  };

  const ruleOf = (key: Key, object: RowObject, value: Value): FieldRule | undefined => {
    if (key.rule !== undefined) {
      return key.rule.value === 'jwk' ? jwkRule(key.rule, object, value) : key.rule;
    }
    if (key.isName) {
      return personFields.ruleIn(object, value);
    }
    if (key.isTown && typeof value === 'string') {
      return townRule(object, ruleFor);
    }
    return key.isValue && typeof value === 'string' ? neighbourRule(namesOf(object), value, ruleFor) : undefined;
  };

  /** Looked for once in an object: it may have any number of members, and each may ask. */
  const namesOf = (object: RowObject): readonly string[] => {
    const known = names.get(object) ?? namesIn(object);
    names.set(object, known);
    return known;
  };

  /** Of two items the first may name the second; of a command each may tell what the next one is. */
  const redactList = (list: readonly Value[], depth: number): Value => {
    const told = pairRule(list, ruleFor);
    if (told !== undefined) {
      const [name = null, value = null] = list;
      return [redactNode(name, depth + 1), redactField(told, value, depth + 1)];
    }
    return redactItems(redactArguments(list, redactCounted) ?? list, depth);
  };

  const redactCounted = (text: string): RedactedText | undefined => {
    const redacted = redactString(text);
    shownText(text, redacted);
    return redacted;
  };

  /** Under a sensitive name, each item is judged as if it stood there alone. */
  const redactItems = (list: readonly Value[], depth: number, rule?: FieldRule): Value => {
    let copy: Value[] | undefined;
    for (let index = 0; index < list.length; index += 1) {
      const item = list[index] ?? null;
      const redacted = rule === undefined ? redactNode(item, depth + 1) : redactField(rule, item, depth + 1);
      if (redacted !== item) {
        copy ??= list.slice();
        copy[index] = redacted;
      }
    }
    return copy ?? list;
  };

  const redactObject = (object: RowObject, depth: number): Value => {
    let copy: { [key: string]: Value } | undefined;
    // Quicker than a list of the names: the rows of one source share their shape.
    for (const name in object) {
      const key = keyOf(name);
      if (key.shown !== name) {
        return redactWithKeys(object, { shown: copy ?? object, upTo: name }, depth);
      }
      const value = object[name] ?? null;
      const redacted = redactMember(key, ruleOf(key, object, value), value, depth);
      if (redacted !== value) {
        // An own `__proto__` is copied as one, and so it can be assigned to.
        copy ??= { ...object };
        copy[name] = redacted;
      }
    }
    return copy ?? object;
  };

  const redactMember = (key: Key, rule: FieldRule | undefined, value: Value, depth: number): Value => {
    if (rule !== undefined) {
      return redactField(rule, value, depth + 1);
    }
    if (typeof value === 'string') {
      return shownText(value, key.redactText(value));
    }
    if (key.isPerson) {
      personFields.note(value);
    }
    return redactNode(value, depth + 1);
  };

  /** Goes on with an object of which a key has to be replaced; the members before that one are redacted already. */
  const redactWithKeys = (
    object: RowObject,
    done: { readonly shown: RowObject; readonly upTo: string },
    depth: number,
  ): Value => {
    const names = Object.keys(object);
    // A key that the object only inherits is none of its names.
    const from = Math.max(0, names.indexOf(done.upTo));
    const copy = copyOf(done.shown, names.slice(0, from));
    for (const name of names.slice(from)) {
      const key = keyOf(name);
      key.types.forEach(tally.add);
      const value = object[name] ?? null;
      define(copy, key.shown, redactMember(key, ruleOf(key, object, value), value, depth));
    }
    return copy.target;
  };

  const keyOf = (name: string): Key => {
    const known = keys.get(name);
    if (known !== undefined) {
      return known;
    }
    const redacted = redactString(name);
    const key = {
      // A placeholder names a type, not the field.
      rule: name.includes(PLACEHOLDER_START) ? undefined : ruleFor(name),
      isValue: isValueMember(name),
      isTown: isTownMember(name),
      isName: isNameKey(name),
      isPerson: isPersonKey(name),
      shown: redacted?.text ?? name,
      types: redacted?.replacements.map(({ type }) => type) ?? [],
      redactText: columnOf(),
    };
    if (keys.size >= MAX_REMEMBERED_KEYS) {
      keys.clear();
    }
    keys.set(name, key);
    return key;
  };

  const redactField = (rule: FieldRule, value: Value, depth: number): Value => {
    if (!isHidden(rule, value) || options.isAllowed?.(String(value)) === true) {
      return redactUnder(rule, value, depth);
    }
    tally.add(rule.type);
    const text = typeof value === 'object' ? '' : String(value);
    return label(rule.type, text, 0, text.length);
  };

  const redactUnder = (rule: FieldRule, value: Value, depth: number): Value => {
    if (Array.isArray(value) && depth <= MAX_DEPTH) {
      return redactItems(value, depth, rule);
    }
    if (!isListOfSecrets(rule, value)) {
      return redactNode(value, depth);
    }
    const entries = Object.entries(value).map(([name, member]): [string, Value] => [
      name,
      isListedSecret(name, member) ? redactField({ ...rule, value: 'any' }, member, depth + 1) : member,
    ]);
    const hasSecret = entries.some(([name, member]) => member !== value[name]);
    return redactNode(hasSecret ? Object.fromEntries(entries) : value, depth);
  };

  return (value) => {
    tally.begin();
    const redacted = redactNode(value, 0);
    return { value: redacted, counts: tally.counts() };
  };
}

function isList(value: readonly Value[] | RowObject): value is readonly Value[] {
  return Array.isArray(value);
}
