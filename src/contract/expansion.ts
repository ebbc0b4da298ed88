import type { Frame } from './frame.js';
import type { OutputOptions } from './output-options.js';
import type { Principal } from './principal.js';
import type { Value } from './row.js';

/** One condition on a row of a handle: `path op value`. Values are JSON and compared strictly by type. */
export type FilterOperator = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | 'in' | 'exists';
export interface FilterCondition {
  readonly field: string;
  readonly operator: FilterOperator;
  /** A list for `in`; a boolean for `exists`. */
  readonly value: unknown;
}

/** Alternatives, each of conditions that all hold: `a = 1 or b = 2 and c = 3`. */
export interface FilterAlternatives {
  readonly any: readonly (readonly FilterCondition[])[];
}

/** All must hold. */
export type Filter = readonly (FilterCondition | FilterAlternatives)[];

export interface ExpandRequest extends OutputOptions {
  readonly handleId: string;
  readonly principal: Principal;
  readonly offset?: number;
  readonly limit?: number;
  readonly fields?: readonly string[];
  /** As text it is read like `--filter`, and refused with a trace when it makes no sense. */
  readonly filter?: Filter | string;
  /** These rows by their numbers, in place of a page: at most as many as a page may show, and nothing to filter. */
  readonly rows?: readonly number[];
  /** Rows that share words with it, the best first, in place of all in their order; `offset` counts these. */
  readonly query?: string;
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

/** Opens a stored result to read here and there in it. */
export interface ReadingRequest {
  readonly handleId: string;
  readonly principal: Principal;
}

export type ReadingPage = Omit<ExpandRequest, keyof ReadingRequest | 'offset' | 'limit' | 'filter' | 'query'> & {
  readonly rows: readonly number[];
  /** Told how far a long way through text has come. */
  readonly onProgress?: (row: number) => void;
};

/**
 * Shows rows as `expand` does, each time with all its checks; the way to rows near the last ones is short. All pages and
 * searches are one action with one trace, which `close` leaves.
 */
export interface Reading {
  readonly expand: (page: ReadingPage) => Promise<Frame>;
  readonly find: (question: Omit<FindRequest, keyof ReadingRequest>) => AsyncIterable<FindProgress>;
  readonly close: () => Promise<void>;
}

/** Where the rows are that fit a filter, hold a text, or both; looked for from row `from` on. */
export interface FindRequest {
  readonly handleId: string;
  readonly principal: Principal;
  readonly filter?: Filter | string;
  /** Stands somewhere in a value of the row. Capitals matter only when there are some in it. */
  readonly text?: string;
  readonly from?: number;
  /** Up to this row, itself excluded; to the end if not given. */
  readonly to?: number;
  /** Puts the rows in the order of a field: they come as `ordered`. Needs neither filter nor text. */
  readonly order?: RowOrder;
  /** Counts what values the field has in these rows: they come as `counted`. Needs neither filter nor text. */
  readonly count?: string;
  /** With `count`: sums the numbers that this field has in the rows of each value. */
  readonly sum?: string;
  /**
   * Fields that are made of others of a redacted row, such as `total = price * quantity`: filter, text, order, count
   * and sum may ask for them as for any other. At most 16; a later one may use those before it.
   */
  readonly formulas?: readonly string[];
  /** The session that pays for counted values. */
  readonly sessionId?: string;
  readonly signal?: AbortSignal;
}

/** How far a search has come, and what it found since it last said so. */
export interface FindProgress {
  /** Rows looked at, counted from row 0. */
  readonly scanned: number;
  /** Where the search will end: the rows kept when it began, or fewer. */
  readonly total: number;
  /** The numbers of matching rows, ascending; with `order` or `count` there are none. */
  readonly rows: readonly number[];
  /** The first rows of the order, at most 100,000, of those looked at. It comes now and then, and at the end. */
  readonly ordered?: readonly number[];
  /** Where `ordered` stands in the whole order. It comes at the end. */
  readonly among?: OrderedAmong;
  /** It comes now and then, and at the end. */
  readonly counted?: CountedValues;
}

/** Numbers, texts, false and true, then lists and objects; nulls and missing values last, also when it descends. */
export interface RowOrder extends OrderKey {
  /** Rows that are equal by the field stand in the order of these, one after the other: at most 3. */
  readonly thenBy?: readonly OrderKey[];
  /** Only rows that come behind this one in the order. */
  readonly after?: number;
}

export interface OrderKey {
  readonly field: string;
  readonly descending?: boolean;
}

export interface OrderedAmong {
  /** How many rows the whole order has. */
  readonly rows: number;
  /** How many of them come before the first of `ordered`. */
  readonly before: number;
  /** Without `after`: some of all rows, in the order, spread over it evenly, from which one can go on. */
  readonly sample?: readonly number[];
}

/** How often values of a field come, the most frequent first: at most 1,000. */
export interface CountedValues {
  readonly values: readonly CountedValue[];
  readonly rows: number;
  /** Rows without the field. */
  readonly missing: number;
  /** How many different values there are; when it is not exact, at least. */
  readonly different: number;
  /** false: there were too many values to count them all from their first row on. */
  readonly is_exact: boolean;
  /** Where most of more than 20 values are numbers, or times. */
  readonly ranges?: CountedRanges;
  /** With `sum`: of all rows. */
  readonly summed?: CountedSum;
  /** Of the rows without the field. */
  readonly missing_summed?: CountedSum;
}

/** What was added up in some rows. What is no number there, or was replaced, is not in it. */
export interface CountedSum {
  readonly sum: number;
  /** How many numbers there were. */
  readonly numbers: number;
  /** The extremes; absent where there were no numbers. */
  readonly least?: number;
  readonly most?: number;
}

export interface CountedRanges {
  /** At most 60, ascending; those without rows are left out. */
  readonly ranges: readonly CountedRange[];
  /** Rows whose value is of another kind. */
  readonly others: number;
  readonly others_summed?: CountedSum;
}

/** Numbers, or times as texts, from one on and below another. */
export interface CountedRange {
  readonly from: number | string;
  readonly to: number | string;
  readonly rows: number;
  readonly summed?: CountedSum;
}

export interface CountedValue {
  readonly value: Value;
  readonly rows: number;
  /** Rows with it that may have come before it was counted. */
  readonly missed?: number;
  /** In the rows that were counted. */
  readonly summed?: CountedSum;
  /** `json`: the value stands for a list or an object; `beginning`: for all texts that begin so. At most 200 characters. */
  readonly form?: 'json' | 'beginning';
}

/** One value of one row, paged by UTF-16 code units after redaction. */
export interface ExpandValueRequest extends OutputOptions {
  readonly handleId: string;
  readonly principal: Principal;
  readonly row: number;
  readonly field: string;
  readonly from?: number;
  readonly to?: number;
  readonly sessionId?: string;
}
