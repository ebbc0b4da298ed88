import { memberPath } from '../rows/field-paths.js';
import type { Judgement, Telling } from './judgement.js';

/** Where something stands: in a row of the stored result, and where inside of it. */
export interface Place {
  readonly row: number;
  /** Undefined of what stands in the row itself. */
  readonly trail: Trail | undefined;
}

/** The way into a row, from its end. */
export interface Trail {
  readonly above: Trail | undefined;
  readonly name: string | number;
  readonly depth: number;
}

/** Where the next value stands; written over from value to value. */
export interface Standing {
  row: number;
  trail: Trail | undefined;
  /** The first member of the record that nothing but its looks can hide: it tells the record from others. */
  namingField: string | undefined;
  namingValue: string | number;
}

const MOST_NAME_CHARS = 64;
const DEEPEST = 16;

export function createStanding(): Standing {
  return { row: 0, trail: undefined, namingField: undefined, namingValue: 0 };
}

/** `row 12`, `items.3 of row 12`; of a single row `items.3`, as `expand --value` takes it. */
export function placeText({ row, trail }: Place, { judgement, isOnly, isListed }: Omit<Telling, 'redact'>): string {
  const of = `${judgement.noun ?? 'row'} ${row}`;
  const inside = trail === undefined || !isListed ? undefined : trailText(trail, judgement);
  if (inside === undefined) {
    return of;
  }
  return isOnly ? inside : `${inside} of ${of}`;
}

function trailText(trail: Trail, { redact }: Judgement): string | undefined {
  const names: string[] = [];
  for (let at: Trail | undefined = trail; at !== undefined; at = at.above) {
    names.unshift(String(at.name));
  }
  if (names.length > DEEPEST || names.some((name) => name.length > MOST_NAME_CHARS)) {
    return undefined;
  }
  // Each name by itself, and all together: either may be what a detector knows.
  return redact(names.map((name) => redact(name)).reduce((path, name) => memberPath(path, name), ''));
}
