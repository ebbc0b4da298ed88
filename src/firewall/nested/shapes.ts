import type { Value } from '../../contract/row.js';
import { createDictionaryTest } from '../facts/dictionaries.js';
import { hashText } from '../facts/distinct.js';
import type { Reading } from '../texts/reader.js';
import type { Judgement } from '../texts/text-line.js';

/** Which members the records of a place have, and of which kind they are. */
export interface Shapes {
  readonly see: (
    pattern: string,
    members: readonly (readonly [string, Value])[],
  ) => { readonly key: number; readonly isOdd: boolean };
}

const MOST_SHAPES = 4096;
const MOST_PLACES = 1024;
/** So many records of a place show what is usual there. */
const ENOUGH_TO_KNOW = 12;
const MOST_VALUE_CHARS = 40;
/** Members whose value says of which kind a record is. */
const KIND_NAME =
  /^(?:type|kind|rule(?:_?id)?|status|state|level|severity|code|reason|action|event|category|method|phase|outcome)$/i;

export function createShapes(): Shapes {
  const seen = new Set<number>();
  const counts = new Map<string, number>();
  return {
    see(pattern, members) {
      const names = members.map(([name]) => name).join('\n');
      const shape = hashText(`${pattern}\n${names}`);
      const count = counts.get(pattern) ?? 0;
      if (count > 0 || counts.size < MOST_PLACES) {
        counts.set(pattern, count + 1);
      }
      const isNew = !seen.has(shape);
      if (isNew && seen.size < MOST_SHAPES) {
        seen.add(shape);
      }
      const kinds = members.filter(([name, value]) => isKind(name, value)).map(([, value]) => String(value));
      return { key: hashText(`${shape}\n${kinds.join('\n')}`), isOdd: isNew && count >= ENOUGH_TO_KNOW };
    },
  };
}

function isKind(name: string, value: Value): boolean {
  return KIND_NAME.test(name) && typeof value !== 'object' && String(value).length <= MOST_VALUE_CHARS;
}

/** A line that tells of a record inside a row, or of a line of a long text in it. */
export interface Part {
  readonly text: string;
  readonly judgement: Judgement;
  /** Parts of the same key say the same of other things. */
  readonly key: number;
  readonly reading: Reading;
}

/** A record is for itself: what stands before and behind it has nothing to do with it. */
export const ALONE: Reading = { isInBlock: false, beginsBlock: true, isRoutine: false, isAlone: true };
/** Belongs to the record before it. */
export const IN_BLOCK: Reading = { isInBlock: true, beginsBlock: false, isRoutine: false };

export interface Members {
  readonly members: readonly (readonly [name: string, value: Value])[];
  /** Its names are keys of a table rather than names of fields. */
  readonly isDictionary: boolean;
}

/** Tells the members of objects; `name` is what the object is called. */
export function createMemberReader(): (value: { readonly [key: string]: Value }, name: string) => Members {
  const isDictionary = createDictionaryTest();
  return (value, name) => ({ members: Object.entries(value), isDictionary: isDictionary(value, name) });
}
