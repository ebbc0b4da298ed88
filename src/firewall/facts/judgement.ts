import type { Value } from '../../contract/row.js';
import type { Redact } from './format.js';

/** What facts may tell of rows. */
export interface Judgement {
  /** What a name, or a value that its name and neighbours do not hide, looks like in a fact. */
  readonly redact: Redact;
  /** What stands for a value that is hidden as of a type. */
  readonly placeholder: (type: string, value: string) => string;
  /** Of members that something besides their text may hide; `undefined` of others. */
  readonly member: (name: string) => MemberJudgement | undefined;
  /** The part of a row that may be told of; all of it when absent. What is hidden is judged on the whole row. */
  readonly project?: (row: Value) => Value | undefined;
  /**
   * Whether what is inside of a member, a list or an object, may be told of as if it stood alone. Asked of the outer one
   * first, as it may say what the inner ones are about. When absent, nothing inside is told.
   */
  readonly isOpen?: (name: string, inner: Inner, object: { readonly [key: string]: Value }) => boolean;
  /** What is counted: rows of the result, if nothing else is said. */
  readonly noun?: string;
}

export type Inner = Exclude<Value, null | boolean | number | string>;

export interface MemberJudgement {
  /** Whether it depends on what stands beside it, so that a value alone does not tell. */
  readonly isBeside: boolean;
  /** The type as which the member of a row is hidden there; `undefined` when it is not. */
  readonly hiddenAs: (row: { readonly [key: string]: Value }) => string | undefined;
}

/** How the values of a field are told. */
export interface Telling {
  readonly judgement: Judgement;
  /** For those that are not hidden where they stand. */
  readonly redact: Redact;
  /** There is one row only. */
  readonly isOnly: boolean;
  /** One row may have several: a row does not say where. */
  readonly isListed: boolean;
}

/** Values that are hidden where they stand, by their types. */
export type HiddenCounts = Map<string, number>;

export function addHidden(counts: HiddenCounts, type: string): void {
  counts.set(type, (counts.get(type) ?? 0) + 1);
}
