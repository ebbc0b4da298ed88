import type { Value } from '../../contract/row.js';
import { hashText } from '../facts/distinct.js';
import { isList } from '../rows/field-paths.js';
import { plainLine } from '../texts/plain-line.js';
import { templateKey } from '../texts/template-key.js';
import type { Judgement } from '../texts/text-line.js';
import { amountsFrom } from './amounts.js';
import { itemPlace, memberPlace, type Place } from './place.js';
import { ALONE, createMemberReader, createShapes, IN_BLOCK, type Members, type Part } from './shapes.js';
import { createTroubleReader, mayTell, moodOf } from './trouble.js';
import { LONGEST_INLINE, linesOf, sizeOf, writtenInline } from './written-value.js';

/** Turns redacted rows into lines: one for each record inside them, with its path, and the lines of long texts. */
export interface PartReader {
  readonly read: (row: Value) => Iterable<Part>;
}

type Mood = ReturnType<typeof moodOf>;

const MOST_LINE_CHARS = 240;
/** A shorter line is shown whole. */
const MOST_SHORT_CHARS = 120;
const MOST_NAMES_CHARS = 200;
const MOST_TEXT_CHARS = 600;
const MOST_TEXT_LINES = 2000;
const DEEPEST = 64;
const FIRST_WEIGHT = 420;
const WEIGHT_A_LEVEL = 60;
const LEAST_UNIQUE_WEIGHT = 120;
const ODD: Judgement = { lineClass: 'outline', weight: 200 };
const IN_BAD: Judgement = { lineClass: 'plain', weight: 220 };
const PLAIN: Judgement = { lineClass: 'plain', weight: 0 };

/** `isOnly`: the result is this one row. */
export function createPartReader(isOnly: boolean): PartReader {
  const trouble = createTroubleReader();
  const shapes = createShapes();
  const membersOf = createMemberReader();

  function* visit(value: Value, place: Place): Generator<Part> {
    if (typeof value === 'string') {
      yield* textParts(value, place);
    } else if (value !== null && typeof value === 'object' && place.depth < DEEPEST) {
      yield* isList(value) ? listParts(value, place) : recordParts(membersOf(value, place.name), place);
    } else {
      yield part(`${place.path}: ${String(value)}`, PLAIN, keyOf(place, ''));
    }
  }

  function* recordParts({ members, isDictionary }: Members, place: Place): Generator<Part> {
    const mood = moodOf(members);
    const { judgement, words } = trouble.ofMembers(members, mood);
    const shape = shapes.see(place.pattern, members);
    const own = stronger(judgement, placeJudgement(place, shape.isOdd));
    const key = keyOf(place, judgement.weight > 0 ? String(templateKey(words)) : String(shape.key));
    const prefix = place.path === '' ? '' : `${place.path}: `;
    const [first, ...others] = isDictionary ? [namesOf(members)] : linesOfRecord(members, judgement.weight > 0, mood);
    yield { text: `${prefix}${first}`, judgement: own, key, reading: ALONE };
    for (const line of others) {
      yield { text: `${prefix}${line}`, judgement: place.isUnique ? own : PLAIN, key, reading: IN_BLOCK };
    }
    yield* innerParts(
      { members, isDictionary },
      { ...place, isBad: judgement.lineClass === 'error', isGood: mood === 'good' },
    );
  }

  function linesOfRecord(members: Members['members'], isTelling: boolean, mood: Mood): readonly string[] {
    const lines = [...memberLines(members)];
    const isLong = lines.length > 1 || (lines[0]?.length ?? 0) > MOST_SHORT_CHARS;
    return isTelling && isLong ? [...memberLines(tellingFirst(members, mood))] : lines;
  }

  /** What a row is called, then what tells of trouble, so that it stands in the first line of the row, and is left when that is cut. */
  function tellingFirst(members: Members['members'], mood: Mood): Members['members'] {
    const [first, ...others] = members;
    const telling = others.filter((member) => trouble.ofMembers([member], mood).judgement.weight > 0);
    return first === undefined ? members : [first, ...telling, ...others.filter((member) => !telling.includes(member))];
  }

  /** What had no room in the line of its record. */
  function* innerParts({ members, isDictionary }: Members, place: Place): Generator<Part> {
    for (const [name, value] of members) {
      if (isDictionary || writtenInline(value) === undefined) {
        yield* visit(value, memberPlace(place, name, isDictionary));
      }
    }
  }

  function* listParts(items: readonly Value[], place: Place): Generator<Part> {
    const areAmounts = !mayTell(place.name);
    for (let index = 0; index < items.length; index += 1) {
      const amounts = areAmounts ? amountsFrom(items, index) : [];
      if (amounts.length > 1) {
        yield amountsPart(amounts, place, index);
        index += amounts.length - 1;
        continue;
      }
      yield* itemParts(items[index] ?? null, { ...place, ...itemPlace(place, index) });
    }
  }

  function* itemParts(item: Value, place: Place): Generator<Part> {
    const inline = item !== null && typeof item === 'object' && !isList(item) ? undefined : writtenInline(item);
    if (inline === undefined) {
      yield* visit(item, place);
    } else {
      yield inlineItem(inline, item, place);
    }
  }

  function inlineItem(inline: string, item: Value, place: Place): Part {
    const { judgement } = trouble.ofMembers([[place.name, item]], place.isGood ? 'good' : undefined);
    const words = judgement.weight > 0 ? String(templateKey(inline)) : '';
    return part(`${place.path}: ${inline}`, judgement, keyOf(place, words));
  }

  /** A text of several lines is read like one; a long line is told by its beginning. */
  function* textParts(text: string, place: Place): Generator<Part> {
    const lines = linesOf(text).slice(0, MOST_TEXT_LINES).map(plainLine).filter(isSaying);
    if (lines.length > 1) {
      const reading = place.isBad ? IN_BLOCK : ALONE;
      yield { text: `${place.path}: ${sizeOf(text)}`, judgement: PLAIN, key: keyOf(place, '(text)'), reading };
    }
    for (const [index, line] of lines.entries()) {
      yield textLine(line, place, lines.length > 1 ? index : undefined);
    }
  }

  /** `index` among the lines of a text that has several. */
  function textLine(line: string, place: Place, index: number | undefined): Part {
    const own = place.isGood ? PLAIN : trouble.ofText(line);
    const short = line.length > MOST_TEXT_CHARS ? `${line.slice(0, MOST_TEXT_CHARS)}…` : line;
    const needsPath = index === undefined || (own.weight > 0 && !place.isBad);
    const path = index === undefined ? place.path : `${place.path}:${index + 1}`;
    return {
      text: needsPath ? `${path}: ${short}` : `  ${short}`,
      judgement: place.isBad ? stronger(own, IN_BAD) : own,
      key: keyOf(place, String(templateKey(line))),
      reading: { ...(index === undefined && !place.isBad ? ALONE : IN_BLOCK), isRoutine: own.weight === 0 },
    };
  }

  return {
    read: (row) =>
      visit(row, { path: '', pattern: '', depth: 0, isUnique: isOnly, isBad: false, isGood: false, name: '' }),
  };
}

/** `sizes.0…2: 3, 1, 2` */
function amountsPart(amounts: readonly string[], place: Place, from: number): Part {
  const inner = { ...place, ...itemPlace(place, from) };
  return part(`${inner.path}…${from + amounts.length - 1}: ${amounts.join(', ')}`, PLAIN, keyOf(inner, ''));
}

function keyOf({ pattern }: Place, words: string): number {
  return hashText(`${pattern}\n${words}`);
}

/** A bracket alone says nothing. */
function isSaying(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

function part(text: string, judgement: Judgement, key: number): Part {
  return { text, judgement, key, reading: ALONE };
}

/** The members of a record, as many on a line as have room there. */
function* memberLines(members: Members['members']): Generator<string> {
  let line = '';
  for (const [name, value] of members) {
    const written = writtenInline(typeof value === 'string' ? plainLine(value) : value) ?? beginning(value);
    const next = `${name}: ${written}`;
    if (line !== '' && line.length + next.length > MOST_LINE_CHARS) {
      yield line;
      line = '';
    }
    line += line === '' ? next : `, ${next}`;
  }
  yield line === '' ? '{}' : line;
}

/** How many entries a dictionary has, and the first of their names. */
function namesOf(members: Members['members']): string {
  let text = `${members.length} members:`;
  let count = 0;
  for (const [name] of members) {
    if (text.length + name.length > MOST_NAMES_CHARS) {
      break;
    }
    text += ` ${name}`;
    count += 1;
  }
  return count < members.length ? `${text} …` : text;
}

function beginning(value: Value): string {
  const isLongLine = typeof value === 'string' && value.length > LONGEST_INLINE && !value.includes('\n');
  return isLongLine ? `${JSON.stringify(value.slice(0, 40))}… ${sizeOf(value)}` : sizeOf(value);
}

function placeJudgement({ isUnique, depth }: Place, isOdd: boolean): Judgement {
  if (isUnique) {
    const weight = Math.max(LEAST_UNIQUE_WEIGHT, FIRST_WEIGHT - WEIGHT_A_LEVEL * depth);
    return { lineClass: 'outline', weight };
  }
  return isOdd ? ODD : PLAIN;
}

function stronger(one: Judgement, other: Judgement): Judgement {
  return other.weight > one.weight ? other : one;
}
