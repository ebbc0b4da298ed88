import type { FieldRule, RuleFor } from '../judge/field-rule.js';
import type { Cell } from '../lex/table-row.js';
import type { ComingText } from '../pattern/coming-text.js';
import type { RedactedBuffer } from './redacted-buffer.js';

/** More text is needed. */
export const WAIT = -1;
/** A longer cell is withheld to its end. */
export const MAX_CELL = 2048;
/** By so many characters a withheld value is told from another. */
export const SAMPLE = 64;

/** Reads a table whose cells stand between signs, from where it begins. */
export interface MarkedTable {
  /** Goes on from an index to another one, before which all is done; or waits. */
  readonly step: (coming: ComingText, at: number) => number;
  readonly isOver: () => boolean;
  /** Of a reader that gives way to tables in what it reads: whether it can do so here. */
  readonly yields?: () => boolean | undefined;
}

/** The same of values that stand in no table. */
export interface MarkedWalk extends MarkedTable {
  /** Whether it is within a long value, of lines within one that is hidden. */
  readonly isInside: () => boolean;
}

/** What was found behind the head of a table: where it goes on, and how. */
interface Opened {
  readonly at: number;
  readonly reader: MarkedTable;
}

/** The rules for the columns of the tables that a text has defined so far, by their names. */
export type Definitions = Map<string, readonly (FieldRule | undefined)[]>;

export interface MarkedTableOptions {
  readonly ruleFor: RuleFor;
  /** Hides a cell if its value is to be hidden under the rule. */
  readonly hideCell: (rule: FieldRule, cell: Cell) => void;
  /** Shows the text before an index, and then a placeholder for what is dropped behind it. */
  readonly hideFrom: (rule: FieldRule, start: number) => void;
  readonly buffer: RedactedBuffer;
  /** What the text has said of its tables so far. */
  readonly definitions: Definitions;
}

/** Reads the head of a table, and then the table; without such a head it is over at once. `yields` is for the head. */
export function behindHead(
  readHead: (coming: ComingText, at: number) => Opened | typeof WAIT | undefined,
  yields?: true,
): MarkedTable {
  let reader: MarkedTable | undefined;
  let isOver = false;
  return {
    step: (coming, at) => {
      if (reader !== undefined) {
        return reader.step(coming, at);
      }
      const opened = readHead(coming, at);
      if (opened === WAIT) {
        return WAIT;
      }
      isOver = opened === undefined;
      reader = opened?.reader;
      return opened?.at ?? at;
    },
    isOver: () => isOver || reader?.isOver() === true,
    yields: () => (reader === undefined ? yields : reader.yields?.()),
  };
}
