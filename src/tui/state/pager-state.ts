import type { CountedValues } from '../../contract/expansion.js';
import type { ErrorInfo, HandleState } from '../../contract/frame.js';
import type { HandleKind } from '../../contract/handle.js';
import {
  type Column,
  chosenColumns,
  type PlacedColumn,
  placeColumns,
  shownColumns,
  withWhole,
} from './pager-columns.js';
import { ALL_OPEN, type Folds } from './pager-record.js';
import type { TextField } from './text-field.js';

/** What is known of the handle. */
export interface HandleFacts {
  readonly handle_id: string;
  readonly capability_id?: string;
  readonly kind: HandleKind;
  readonly total_rows: number;
  readonly size_bytes: number;
  readonly state: HandleState;
  readonly reason?: string;
  readonly principal_id?: string;
  readonly expires_at?: string;
}

export type PagerMode = 'table' | 'record' | 'columns' | 'values' | 'command' | 'help';
/** `find` looks among the fields of an open row, or among the columns. */
export type PromptKind = 'filter' | 'search' | 'goto' | 'find' | 'formula' | 'sum';

/** A scan over the rows and how far it has come. `full`: more matches than are kept. */
export interface ScanState {
  readonly text: string;
  readonly matches: number;
  readonly scanned: number;
  readonly total: number;
  readonly status: 'running' | 'done' | 'stopped' | 'full';
  /** Of a search for rows that fit it; the text is what they are called. */
  readonly condition?: string | undefined;
  /** Why there may be no match. */
  readonly doubt?: string | undefined;
}

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The rows by a column, or by several; or only those that are marked. */
export interface OrderState {
  /** The rows that are equal by one stand by the next. */
  readonly keys: readonly SortKey[];
  readonly areMarked?: true;
  readonly scanned: number;
  readonly total: number;
  readonly status: 'running' | 'done' | 'stopped';
  /** How many rows stand in this order; undefined while the view does not have it. */
  readonly rows?: number | undefined;
}

/** A row is looked for by its time. */
export interface JumpState {
  readonly text: string;
  readonly scanned: number;
  readonly total: number;
}

/** The values of a column, how often each comes, and where one is among them. */
export interface ValuesState {
  readonly field: string;
  /** What it was asked from. */
  readonly from: PagerMode;
  readonly counted: CountedValues | undefined;
  readonly scanned: number;
  readonly total: number;
  readonly status: 'running' | 'done' | 'stopped';
  /** The column that is summed in the rows of each. */
  readonly summed?: string | undefined;
  /** The greatest sum stands first, in place of the most frequent value. */
  readonly areBySum: boolean;
  /** Listed by the ranges they are in. */
  readonly areRanges: boolean;
  readonly cursor: number;
  readonly top: number;
  /** What is looked for among them. */
  readonly found?: string;
}

export interface PagerState {
  readonly mode: PagerMode;
  readonly facts: HandleFacts | undefined;
  /** Places of the view: rows, or matches of the filter. */
  readonly top: number;
  readonly cursor: number;
  readonly direction: 1 | -1;
  /** Among the shown columns. */
  readonly column: number;
  /** The first shown column on the screen; of text, the first character. */
  readonly left: number;
  readonly columns: readonly Column[];
  /** What columns were added, each made of others of its row. */
  readonly formulas: readonly string[];
  /** The person chose columns, so a command line names them. */
  readonly areColumnsChosen: boolean;
  readonly isFollowing: boolean;
  /** Long values take several lines. */
  readonly isWrapped: boolean;
  readonly filter: ScanState | undefined;
  readonly search: ScanState | undefined;
  readonly order: OrderState | undefined;
  readonly values: ValuesState | undefined;
  /** The way to the first row of a time. */
  readonly jump: JumpState | undefined;
  /** The rows that were marked, by their numbers, ascending. */
  readonly marked: readonly number[];
  /** The way to a match that is still being looked for. */
  readonly sought: 'next' | 'previous' | undefined;
  readonly prompt: PromptState | undefined;
  /** What was asked in this visit, the oldest first. */
  readonly asked: Readonly<Record<PromptKind, readonly string[]>>;
  readonly picker: PickerState | undefined;
  /** The line under the cursor in the record, and the first one on the screen. */
  readonly line: number;
  readonly lineTop: number;
  /** What is looked for in the open row. */
  readonly found: string | undefined;
  readonly folds: Folds;
  /** How far a read has come through text that it has to pass. */
  readonly passed: number | undefined;
  /** What the help lies over. */
  readonly helpOver: PagerMode;
  readonly notice: string | undefined;
  readonly error: ErrorInfo | undefined;
}

export interface PromptState {
  readonly kind: PromptKind;
  readonly field: TextField;
  readonly problem?: string;
  /** How far back an earlier question was taken up again, from 1. */
  readonly recalled?: number;
}

export interface PickerState {
  readonly cursor: number;
  readonly top: number;
  readonly columns: readonly Column[];
  /** What is looked for among their names. */
  readonly found?: string;
}

export const INITIAL_PAGER: PagerState = {
  mode: 'table',
  facts: undefined,
  top: 0,
  cursor: 0,
  direction: 1,
  column: 0,
  left: 0,
  columns: [],
  formulas: [],
  areColumnsChosen: false,
  isFollowing: false,
  isWrapped: false,
  filter: undefined,
  search: undefined,
  order: undefined,
  values: undefined,
  jump: undefined,
  marked: [],
  sought: undefined,
  prompt: undefined,
  asked: { filter: [], search: [], goto: [], find: [], formula: [], sum: [] },
  picker: undefined,
  line: 0,
  lineTop: 0,
  found: undefined,
  folds: ALL_OPEN,
  passed: undefined,
  helpOver: 'table',
  notice: undefined,
  error: undefined,
};

/** What the person asked for before the pager opened. */
export interface PagerStart {
  readonly offset?: number | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly filter?: string | undefined;
  /** What is to be said of it. */
  readonly notice?: string | undefined;
}

/** Before anything was read. */
export function initialPager({ fields, notice }: PagerStart = {}): PagerState {
  return fields === undefined
    ? { ...INITIAL_PAGER, notice }
    : { ...INITIAL_PAGER, notice, columns: chosenColumns(fields), areColumnsChosen: true };
}

/** How many places the view has. What stands in a map is shown to nobody. */
export function viewLength({ order, filter, facts }: PagerState): number {
  if (facts?.kind === 'map') {
    return 0;
  }
  return order?.rows ?? filter?.matches ?? facts?.total_rows ?? 0;
}

/** Of several values none comes twice, as far as they were counted. */
export function areUnique({ counted }: ValuesState): boolean {
  return counted !== undefined && counted.rows > 1 && counted.values.length > 1 && counted.values[0]?.rows === 1;
}

/** There are more rows than stand in the order. */
export function isOrderCut({ order, filter }: PagerState): boolean {
  return (
    order?.rows !== undefined &&
    order.areMarked !== true &&
    order.rows < Math.min(filter?.matches ?? order.scanned, order.scanned)
  );
}

export function isText({ facts }: PagerState): boolean {
  return facts?.kind === 'text';
}

/** The column under the cursor. */
export function currentColumn({ columns, column }: PagerState): Column | undefined {
  return shownColumns(columns)[column];
}

/** The columns on a screen of this width: of the one under the cursor also its widest cell is to be seen. */
export function placedColumns({ columns, column, left }: PagerState, width: number): readonly PlacedColumn[] {
  return placeColumns(withWhole(columns, column), left, width);
}
