/** What the values of a column are, in a word. */
export type ColumnKind = 'none' | 'null' | 'num' | 'text' | 'date' | 'bool' | 'list' | 'obj' | 'mix';

export function kindOf(value: unknown): ColumnKind {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'list';
  }
  if (typeof value === 'string' && DATE.test(value)) {
    return 'date';
  }
  const kinds = { number: 'num', string: 'text', boolean: 'bool', object: 'obj' } as const;
  return (typeof value) in kinds ? kinds[typeof value as keyof typeof kinds] : 'mix';
}

const TEXTS: ReadonlySet<ColumnKind> = new Set(['text', 'date']);

/** Nulls fit every kind, and a date is a text. */
export function joinKinds(left: ColumnKind, right: ColumnKind): ColumnKind {
  if (left === right || right === 'null') {
    return left === 'none' ? right : left;
  }
  if (TEXTS.has(left) && TEXTS.has(right)) {
    return 'text';
  }
  return left === 'none' || left === 'null' ? right : 'mix';
}

/** Worth nothing when it is cut. An id is one word with a digit in it; nothing at all asks for no room. */
export function isFirm(value: unknown): boolean {
  if (typeof value === 'string') {
    return value === '' || DATE.test(value) || (value.length <= LONGEST_ID && ID.test(value) && DIGIT.test(value));
  }
  return typeof value !== 'object' || value === null;
}

const LONGEST_ID = 40;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]{4,18}(?:Z| ?[+-]\d\d:?\d\d)?)?$/;
const ID = /^[\w.:+-]+$/;
const DIGIT = /\d/;
