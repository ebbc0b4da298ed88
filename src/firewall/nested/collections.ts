import type { Value } from '../../contract/row.js';
import type { Field } from '../facts/field.js';
import { describeField } from '../facts/field-fact.js';
import { cut, plural, valueText } from '../facts/format.js';
import type { Judgement } from '../facts/judgement.js';
import { addRows, createRecords, type Records } from '../facts/records.js';
import { createMemberReader, itemsOf } from './members.js';
import { everyMember, memberPath } from './written-value.js';

/** Facts about the lists and dictionaries inside redacted rows, by their path. */
export interface Collections {
  readonly add: (row: Value) => void;
  /** Those of records before those of plain values, the largest first. */
  readonly facts: (most: number) => readonly string[];
}

interface Collection {
  readonly pattern: string;
  readonly noun: 'item' | 'member';
  readonly records: Records;
}

interface Place {
  readonly name: string;
  readonly pattern: string;
  readonly depth: number;
}

const MOST_COLLECTIONS = 64;
const FEWEST_ITEMS = 2;
const DEEPEST = 64;
const MOST_FACT_CHARS = 280;
const MOST_FIELD_CHARS = 110;
const MOST_PATTERN_CHARS = 200;
/** Says little of a field. */
const UNTOLD = /^(?:about \d+ distinct|list of|object with|empty object|object$)/;

/** `redact` is for what a fact says; the values were redacted where they stand. */
export function createCollections(redact: Judgement['redact']): Collections {
  const judgement: Judgement = {
    redact,
    placeholder: (type) => `[REDACTED:${type}]`,
    member: () => undefined,
    noun: 'item',
  };
  const collections = new Map<string, Collection>();
  const membersOf = createMemberReader();
  let isOver = false;

  function collectionOf(pattern: string, noun: Collection['noun']): Collection | undefined {
    const known = collections.get(pattern);
    if (known !== undefined) {
      return known;
    }
    if (collections.size >= MOST_COLLECTIONS || pattern.length > MOST_PATTERN_CHARS) {
      isOver = true;
      return undefined;
    }
    const made = { pattern, noun, records: createRecords(judgement) };
    collections.set(pattern, made);
    return made;
  }

  function visit(value: Value, place: Place): void {
    if (value === null || typeof value !== 'object' || place.depth > DEEPEST) {
      return;
    }
    const { members, isDictionary } = membersOf(value, place.name);
    if (Array.isArray(value)) {
      collect(itemsOf(value), { ...place, pattern: `${place.pattern}[]` }, 'item');
    } else if (isDictionary) {
      const entries = members.map(([, member]) => member);
      collect(entries, { ...place, pattern: everyMember(place.pattern) }, 'member');
    } else {
      for (const [name, member] of members) {
        visit(member, { name, pattern: memberPath(place.pattern, name), depth: place.depth + 1 });
      }
    }
  }

  function collect(items: readonly Value[], place: Place, noun: Collection['noun']): void {
    const collection = collectionOf(place.pattern, noun);
    if (collection !== undefined) {
      addRows(collection.records, items);
    }
    for (const item of items) {
      visit(item, { ...place, depth: place.depth + 1 });
    }
  }

  return {
    add: (row) => visit(row, { name: '', pattern: '', depth: 0 }),
    facts(most) {
      const told = [...collections.values()].filter(({ records }) => records.rows >= FEWEST_ITEMS);
      const sorted = told.sort(
        (a, b) => Number(b.records.objects > 0) - Number(a.records.objects > 0) || b.records.rows - a.records.rows,
      );
      const facts = sorted.slice(0, most).map((collection) => sentence(collection, judgement));
      const left = sorted.length - facts.length;
      const more =
        left > 0 || isOver ? [`${isOver ? 'at least ' : ''}${plural(left, 'more list')} inside the rows`] : [];
      return [...facts, ...more];
    },
  };
}

/** `testResults[]: 60 items; status: passed=56 failed=4; duration: 1 to 38, mean 3, sum 180`. */
function sentence({ pattern, noun, records }: Collection, judgement: Judgement): string {
  const { fields, objects, values } = records;
  const told = fields
    .filter(({ name }) => name.length <= MOST_PATTERN_CHARS)
    .map((field) => fieldPart(field, objects, judgement));
  const plain =
    values.present > values.nulls ? [describeField(values, { missing: 0, judgement, redact: judgement.redact })] : [];
  const known = [...told, ...plain].filter((part) => part !== '');
  const parts = [`${valueText(judgement.redact(pattern))}: ${plural(records.rows, noun)}`, ...known];
  return cut(parts.join('; '), MOST_FACT_CHARS);
}

function fieldPart(field: Field, objects: number, judgement: Judgement): string {
  const words = describeField(field, { missing: objects - field.present, judgement, redact: judgement.redact });
  return UNTOLD.test(words) ? '' : cut(`${valueText(judgement.redact(field.name))}: ${words}`, MOST_FIELD_CHARS);
}
