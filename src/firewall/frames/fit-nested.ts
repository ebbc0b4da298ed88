import type { Value } from '../../contract/row.js';
import { setMember } from '../../streams/members.js';
import { cutText } from './cut-text.js';

/** A value with what was left out of it: items of lists and members of objects, and characters of texts. */
export interface Fitted {
  readonly value: Value;
  readonly items: number;
  readonly chars: number;
}

export interface NestedForm {
  /** Characters its JSON may have. */
  readonly maxCellChars: number;
  /** Lists and objects below this many levels are only named. */
  readonly maxDepth: number;
  readonly maxItems: number;
}

type Nested = readonly Value[] | { readonly [key: string]: Value };
type Member = readonly [name: string | undefined, member: Fitted];

/** Room for what says how many others were left out. */
const MARK_CHARS = 20;
/** Less of an item is not worth showing. */
const LEAST_ITEM_CHARS = 24;
/** The name of the member that says how many others were left out. */
const MORE = '…';

/** Fewer items and members, never broken JSON: each list and object says how many of its own were left out. */
export function fitNested(value: Value, form: NestedForm): Fitted {
  if (!isNested(value)) {
    return { value, items: 0, chars: 0 };
  }
  const room = form.maxCellChars;
  return fitWhole(value, room, form)?.fitted ?? fitPart(value, room, form) ?? named(value);
}

interface Measured {
  readonly fitted: Fitted;
  /** Characters of its JSON. */
  readonly length: number;
}

/** Everything of it but for too long lists and what is too deep; undefined as soon as there is no room for it. */
function fitWhole(value: Value, room: number, form: NestedForm): Measured | undefined {
  const isNamed = isNested(value) && form.maxDepth <= 0;
  if (isNamed || !isNested(value)) {
    const fitted = isNamed ? named(value) : { value, items: 0, chars: 0 };
    return measured(fitted, room);
  }
  const kept: Member[] = [];
  let length = 2;
  for (const [name, member] of members(value, form.maxItems)) {
    length += nameLength(name) + (kept.length > 0 ? 1 : 0);
    const whole = length > room ? undefined : fitWhole(member, room - length, inside(form));
    if (whole === undefined) {
      return undefined;
    }
    kept.push([name, whole.fitted]);
    length += whole.length;
  }
  const fitted = put(value, kept);
  const total = length + (kept.length < countOf(value) ? MARK_CHARS : 0);
  return total > room ? undefined : { fitted, length: total };
}

function measured(fitted: Fitted, room: number): Measured | undefined {
  if (typeof fitted.value === 'string' && fitted.value.length > room) {
    return undefined;
  }
  const { length } = JSON.stringify(fitted.value);
  return length > room ? undefined : { fitted, length };
}

/** As much of its beginning as there is room for. */
function fitPart(value: Nested, most: number, form: NestedForm): Fitted | undefined {
  if (form.maxDepth <= 0) {
    return undefined;
  }
  const kept: Member[] = [];
  let room = most - 2 - MARK_CHARS;
  for (const [name, member] of members(value, form.maxItems)) {
    const left = room - nameLength(name) - 1;
    const whole = left < 0 ? undefined : fitWhole(member, left, inside(form));
    if (whole === undefined) {
      const part = left < LEAST_ITEM_CHARS ? undefined : fitPartOf(member, left, inside(form));
      kept.push(...(part === undefined ? [] : [[name, part] as const]));
      break;
    }
    kept.push([name, whole.fitted]);
    room = left - whole.length;
  }
  return kept.length === 0 ? undefined : put(value, kept);
}

function fitPartOf(member: Value, room: number, form: NestedForm): Fitted | undefined {
  if (isNested(member)) {
    return fitPart(member, room, form) ?? measured(named(member), room)?.fitted;
  }
  return typeof member === 'string' ? fitText(member, room) : undefined;
}

/** A text whose JSON has so many characters at most: a character may need six there. */
function fitText(text: string, room: number): Fitted | undefined {
  for (let most = room - 2; most > 0; most = Math.floor(most / 2)) {
    const short = cutText(text, most);
    if (JSON.stringify(short).length <= room) {
      return { value: short, items: 0, chars: text.length - (short.length - 1) };
    }
  }
  return undefined;
}

function inside(form: NestedForm): NestedForm {
  return { ...form, maxDepth: form.maxDepth - 1 };
}

function isNested(value: Value): value is Nested {
  return value !== null && typeof value === 'object';
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

function named(value: Nested): Fitted {
  const count = countOf(value);
  return { value: isList(value) ? `list of ${count}` : `object of ${count}`, items: count, chars: 0 };
}

function* members(value: Nested, maxItems: number): Generator<readonly [string | undefined, Value]> {
  if (isList(value)) {
    for (let index = 0; index < Math.min(value.length, maxItems); index += 1) {
      yield [undefined, value[index] ?? null];
    }
    return;
  }
  yield* Object.entries(value);
}

function countOf(value: Nested): number {
  return isList(value) ? value.length : Object.keys(value).length;
}

function nameLength(name: string | undefined): number {
  return name === undefined ? 0 : JSON.stringify(name).length + 1;
}

/** What was kept of a list or object, with the count of what was not; itself when nothing was left out. */
function put(value: Nested, kept: readonly Member[]): Fitted {
  const left = countOf(value) - kept.length;
  const items = kept.reduce((sum, [, member]) => sum + member.items, left);
  const chars = kept.reduce((sum, [, member]) => sum + member.chars, 0);
  if (items === 0 && chars === 0) {
    return { value, items, chars };
  }
  if (isList(value)) {
    const shown = kept.map(([, member]) => member.value);
    return { value: left === 0 ? shown : [...shown, `… ${left} more`], items, chars };
  }
  const shown: Record<string, Value> = {};
  for (const [name = '', member] of kept) {
    setMember(shown, name, member.value);
  }
  if (left > 0) {
    setMember(shown, MORE, `${left} more`);
  }
  return { value: shown, items, chars };
}
