/** As many lines are looked at before it is decided whether the text has a prefix that says nothing new on each line. */
export const SAMPLE_LINES = 32;
const NEEDED_PERCENT = 90;
const FEWEST_LINES = 5;

const TIME =
  /^(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{10}(?:\.\d{1,9})?|\[ {0,6}\d{1,6}\.\d{6}\])[ \t]+/;
const SERVICE = /^[\w.-]{1,40} {0,20}\| /;
const COLUMNS = /^(?:[^\t]{1,120}\t){1,3}/;

type PrefixKind = 'time' | 'service' | 'columns';

/** A prefix that nearly all lines share the form of: a time, a service's name, the columns of a CI log. */
export interface LinePrefix {
  /** How long it is in a line; 0 in a line that has none. */
  readonly lengthIn: (text: string) => number;
}

/** Decides by the first lines; undefined when fewer than nine in ten have one. */
export function findPrefix(sample: readonly string[]): LinePrefix | undefined {
  const lines = sample.filter((text) => text.trim() !== '');
  if (lines.length < FEWEST_LINES) {
    return undefined;
  }
  const kinds: PrefixKind[] = [];
  let rest = lines;
  for (const kind of ['columns', 'service', 'time'] as const) {
    const lengths = rest.map((text) => lengthOf(kind, text));
    const isShared = kind !== 'columns' || hasConstantColumns(rest, lengths);
    if (isShared && enough(lengths, lines.length)) {
      kinds.push(kind);
      rest = rest.map((text, index) => text.slice(lengths[index]));
    }
  }
  return kinds.length === 0 ? undefined : { lengthIn: (text) => totalLength(kinds, text) };
}

function enough(lengths: readonly number[], lines: number): boolean {
  return lengths.filter((length) => length > 0).length * 100 >= lines * NEEDED_PERCENT;
}

/** Columns are a prefix only where few different ones stand before many lines: a table's cells are its content. */
function hasConstantColumns(lines: readonly string[], lengths: readonly number[]): boolean {
  const different = new Set(lines.map((text, index) => text.slice(0, lengths[index])));
  return different.size * 4 <= lines.length && lines.every((text, index) => TIME.test(text.slice(lengths[index])));
}

function lengthOf(kind: PrefixKind, text: string): number {
  const pattern = kind === 'time' ? TIME : kind === 'service' ? SERVICE : COLUMNS;
  return pattern.exec(text)?.[0].length ?? 0;
}

function totalLength(kinds: readonly PrefixKind[], text: string): number {
  let at = 0;
  for (const kind of kinds) {
    at += lengthOf(kind, text.slice(at));
  }
  return at;
}
