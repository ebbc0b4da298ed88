import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import { DETECTORS } from '../find/detectors.js';
import { forgetLast } from '../find/last-match.js';
import { createTextRedactor, type RedactedText, type RedactionOptions, type TextRedactor } from '../find/redactor.js';
import { fieldRule } from '../judge/field-names.js';
import { headerRules, isListedSecret, isListOfSecrets, pairRule } from '../judge/field-pairs.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isHidden } from '../judge/field-value.js';
import { isOfPackage } from '../judge/package-version.js';
import { createLabeller } from '../lex/placeholder.js';
import { programOf } from '../scan/scanner.js';
import { isList } from './field-paths.js';
import { createMemberRules } from './member-rules.js';
import { redactArguments } from './redact-arguments.js';
import { createRowKeys, type RowKey, underShownKeys } from './row-keys.js';
import { type ColumnRules, columnsAbove, createColumnsBeside, isTable, mapItems } from './row-tables.js';

/** A redacted value, and how often each type was replaced in it. Without replacements it is the value itself. */
export interface RedactedValue {
  readonly value: Value;
  readonly counts: ReadonlyMap<string, number>;
}

/** Containers below this depth are replaced by a marker. */
const MAX_DEPTH = 64;
/** Objects in an object that holds secrets are looked through like it, so deep. */
const LEVELS_OF_SECRETS = 3;
/** The smallest number with as many digits as a card number. */
const SMALLEST_CARD = 1e12;

const NOTHING: ReadonlyMap<string, number> = new Map();

type RowObject = { readonly [key: string]: Value };

/** `wants` leaves out the other members of a row; what is hidden of those that stay is still judged on the whole row. */
export type ValueRedactor = (value: Value, wants?: (name: string) => boolean) => RedactedValue;

/**
 * Redacts rows: strings by the same detectors as text, numbers that are card numbers, object keys, and whatever
 * stands under a sensitive name. Nulls and empty strings stay as they are.
 */
export function createValueRedactor(
  options: RedactionOptions = {},
  redactString: TextRedactor = createTextRedactor(options),
): ValueRedactor {
  const program = programOf(options.detectors ?? DETECTORS);
  const label = createLabeller(options.pseudonymKey);
  const ruleFor = options.fieldRule ?? fieldRule;
  const keys = createRowKeys(ruleFor, redactString);
  const members = createMemberRules(ruleFor);
  const columnsBeside = createColumnsBeside(ruleFor);
  // How often each type was replaced in the value so far.
  let counts: Map<string, number> | undefined;

  const count = (type: string): void => {
    counts ??= new Map();
    counts.set(type, (counts.get(type) ?? 0) + 1);
  };

  /** Half of a surrogate pair is no character, and a reader of JSON may refuse it. */
  const shownText = (text: string, redacted: RedactedText | undefined): string => {
    if (redacted === undefined) {
      return text.toWellFormed();
    }
    for (const { type } of redacted.replacements) {
      count(type);
    }
    return redacted.text.toWellFormed();
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
      count('depth');
      return label('depth', '', 0, 0);
    }
    return isList(value) ? redactList(value, depth) : redactObject(value, depth);
  };

  const redactNumber = (value: number): Value => {
    const digits = String(Math.abs(value));
    const redacted = shownText(digits, redactString(digits));
    return redacted === digits ? value : redacted;
  };

  /** Of two items the first may name the second; of a command each may tell what the next one is. */
  const redactList = (list: readonly Value[], depth: number): Value => {
    const told = pairRule(list, ruleFor);
    if (told !== undefined) {
      const [name = null, value = null] = list;
      return [redactNode(name, depth + 1), redactField(told, value, depth + 1)];
    }
    const columns = columnsAbove(list, ruleFor);
    const headers = columns === undefined ? headerRules(list, ruleFor) : undefined;
    const shown =
      headers === undefined
        ? columns && withoutCells(columns, list, 1, depth)
        : mapItems(list, (item, index) => hiddenUnder(headers[index], item, depth));
    return redactItems(shown ?? redactArguments(list, redactCounted) ?? list, depth);
  };

  /** Rows from a place on without the cells of some columns. */
  const withoutCells = (columns: ColumnRules, rows: readonly Value[], from: number, depth: number): readonly Value[] =>
    mapItems(rows, (row, place) =>
      place < from || !isList(row) ? row : mapItems(row, (cell, index) => hiddenUnder(columns[index], cell, depth)),
    );

  const hiddenUnder = (rule: FieldRule | undefined, value: Value, depth: number): Value =>
    rule === undefined ? value : redactField(rule, value, depth + 1);

  const redactCounted = (text: string): RedactedText | undefined => {
    const redacted = redactString(text);
    shownText(text, redacted);
    return redacted;
  };

  /** Under a sensitive name, each item is judged as if it stood there alone. */
  const redactItems = (list: readonly Value[], depth: number, rule?: FieldRule): Value => {
    return mapItems(list, (item) =>
      rule === undefined ? redactNode(item, depth + 1) : redactField(rule, item, depth + 1),
    );
  };

  const redactObject = (object: RowObject, depth: number): Value => {
    let copy: { [key: string]: Value } | undefined;
    let hasHiddenKey = false;
    let key = keys.start;
    // Quicker than a list of the names: the rows of one source share their shape.
    for (const name in object) {
      key = keys.after(key, name);
      if (key.shown !== name) {
        hasHiddenKey = true;
        key.types.forEach(count);
      }
      const value = object[name] ?? null;
      const redacted = redactMember(key, object, value, depth);
      if (redacted !== value) {
        // An own `__proto__` is copied as one, and so it can be assigned to.
        copy ??= { ...object };
        copy[name] = redacted;
      }
    }
    return hasHiddenKey ? underShownKeys(copy ?? object, keys) : (copy ?? object);
  };

  /** Some members of a row, each beside all the others; all of them where the names themselves have to be replaced. */
  const redactChosen = (object: RowObject, wants: (name: string) => boolean): Value => {
    const chosen: { [key: string]: Value } = {};
    let key = keys.start;
    for (const name in object) {
      key = keys.after(key, name);
      if (key.shown !== name) {
        counts = undefined;
        return redactObject(object, 0);
      }
      if (wants(name)) {
        setMember(chosen, name, redactMember(key, object, object[name] ?? null, 0));
      }
    }
    return chosen;
  };

  const redactMember = (key: RowKey, object: RowObject, value: Value, depth: number): Value => {
    if (key.isPerson) {
      members.note(value);
    }
    const rule = members.ruleOf(key, object, value);
    if (rule !== undefined) {
      return redactField(rule, value, depth + 1);
    }
    if (typeof value === 'string') {
      return shownText(value, key.redactText(value));
    }
    const columns = isTable(value) ? columnsBeside(object) : undefined;
    const shown = columns === undefined || !isTable(value) ? value : withoutCells(columns, value, 0, depth + 1);
    return key.isMailbox && isList(shown) ? redactMailboxes(key, shown, depth + 1) : redactNode(shown, depth + 1);
  };

  const redactMailboxes = (key: RowKey, list: readonly Value[], depth: number): Value =>
    mapItems(list, (item) =>
      typeof item === 'string' ? shownText(item, key.redactText(item)) : redactNode(item, depth + 1),
    );

  const redactField = (rule: FieldRule, value: Value, depth: number): Value => {
    if (!isHidden(rule, value) || options.isAllowed?.(String(value)) === true) {
      return redactUnder(rule, value, depth);
    }
    count(rule.type);
    const text = typeof value === 'object' ? '' : String(value);
    return label(rule.type, text, 0, text.length);
  };

  const redactUnder = (rule: FieldRule, value: Value, depth: number): Value => {
    if (Array.isArray(value) && depth <= MAX_DEPTH && !isOfPackage(value, rule.type)) {
      return redactItems(value, depth, rule);
    }
    if (!isListOfSecrets(rule, value)) {
      return redactNode(value, depth);
    }
    return redactNode(withoutListed(rule, value, depth, LEVELS_OF_SECRETS), depth);
  };

  /** An object without the secrets among its members, and among those of the objects in it. */
  const withoutListed = (rule: FieldRule, object: RowObject, depth: number, levels: number): RowObject => {
    const entries = Object.entries(object).map(([name, member]): [string, Value] => {
      const own = ruleFor(name);
      if (isListedSecret(rule, name, member) && (own === undefined || !isHidden(own, member))) {
        return [name, redactField({ ...rule, value: 'any' }, member, depth + 1)];
      }
      return [
        name,
        levels > 1 && isListOfSecrets(rule, member) ? withoutListed(rule, member, depth, levels - 1) : member,
      ];
    });
    const hasSecret = entries.some(([name, member]) => member !== object[name]);
    return hasSecret ? Object.fromEntries(entries) : object;
  };

  return (value, wants) => {
    counts = undefined;
    const isChosen = wants !== undefined && typeof value === 'object' && value !== null && !isList(value);
    const redacted = isChosen ? redactChosen(value, wants) : redactNode(value, 0);
    forgetLast(program);
    return { value: redacted, counts: counts ?? NOTHING };
  };
}
