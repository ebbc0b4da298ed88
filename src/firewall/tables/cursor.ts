import type { FieldRule, RuleFor } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import type { Cell } from '../lex/table-row.js';
import { type ComingText, comingUpTo, isCut, type Pattern } from '../pattern/coming-text.js';

/** A longer cell is withheld to its end. */
export const MAX_CELL = 2048;
/** By so many characters a withheld value is told from another. */
export const SAMPLE = 64;

/** The rules for the columns of the tables that a text has defined so far, by their names. */
export type Definitions = Map<string, readonly (FieldRule | undefined)[]>;

/**
 * Where the reading of a table stands in text that comes in pieces. What stands before `at` is done with, and leaves: when
 * a reader goes on behind a `yield`, indexes that it knows from before mean nothing any more.
 */
export interface Cursor {
  coming: ComingText;
  at: number;
  /** It is in a long value in which no tables are read. */
  isInside: boolean;
  readonly ruleFor: RuleFor;
  /** Hides a cell if its value is to be hidden under the rule. */
  readonly hideCell: (rule: FieldRule, cell: Cell) => void;
  /** Hides what stands here up to an index, as the first part of a value or, without a rule, as one more of it. */
  readonly hideUpTo: (to: number, rule?: FieldRule) => void;
  readonly definitions: Definitions;
}

/** Reads a table from where the cursor stands to where it ends; it yields when more text is needed. */
export type Reading<Result = void> = Generator<undefined, Result, undefined>;

/** Waits for so many characters, as far as the text has them. */
export function* hasCome(cursor: Cursor, length: number): Reading {
  while (isCut(cursor.coming, cursor.at, length)) {
    yield;
  }
}

/** Waits for something to read. */
export function* hasMore(cursor: Cursor): Reading {
  while (cursor.at >= cursor.coming.text.length) {
    yield;
  }
}

/** What fits at the cursor, as soon as that is known. */
export function* matched(cursor: Cursor, pattern: Pattern): Reading<RegExpExecArray | undefined> {
  while (pattern.isOpen(cursor.coming, cursor.at)) {
    yield;
  }
  return pattern.at(cursor.coming, cursor.at);
}

/** An answer, as soon as there is one. */
export function* answered<Answer>(ask: () => Answer | undefined): Reading<Answer> {
  for (let answer = ask(); ; answer = ask()) {
    if (answer !== undefined) {
      return answer;
    }
    yield;
  }
}

/** So far behind an end it is certain. */
const LOOK_AHEAD = 8;

/**
 * Where a swallow says that something ends; less than nothing when that is more than so many characters away, undefined when
 * more text is needed.
 */
export function endNear({ coming, at }: Cursor, most: number, swallow: Swallow): number | undefined {
  if (at >= coming.text.length) {
    return undefined;
  }
  // No more is looked at, as what is too long here may be looked at again by the next reader.
  const near = comingUpTo(coming, at + most + LOOK_AHEAD + 1);
  const { upTo, isDone } = swallow(near, at);
  const end = isDone ? upTo : near.text.length;
  if ((isDone || !isCut(near, end)) && end <= at + most) {
    return end;
  }
  return isCut(coming, at, most + LOOK_AHEAD + 1) ? undefined : -1;
}

/** The same, as soon as it is known. */
export function endWithin(cursor: Cursor, most: number, swallow: Swallow): Reading<number> {
  return answered(() => endNear(cursor, most, swallow));
}

/** What is hidden of something that is too long to be held. */
export interface Hidden {
  readonly rule: FieldRule;
  readonly start: number;
}

/** Goes on to where a swallow says that something ends, which is shown, or hidden from an index on. */
export function* pass(cursor: Cursor, swallow: Swallow, hidden?: Hidden): Reading {
  if (hidden !== undefined) {
    cursor.at = hidden.start;
    cursor.hideUpTo(hidden.start, hidden.rule);
  }
  for (;;) {
    while (cursor.at >= cursor.coming.text.length) {
      yield;
    }
    const { coming } = cursor;
    const { upTo, isDone } = swallow(coming, cursor.at);
    const to = isDone || isCut(coming, coming.text.length) ? upTo : coming.text.length;
    if (hidden !== undefined) {
      cursor.hideUpTo(to);
    }
    cursor.at = to;
    if (isDone) {
      return;
    }
    yield;
  }
}
