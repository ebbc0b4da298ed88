import { createTally } from './kinds/tally.js';
import { type LineHeader, learnHeader } from './line-header.js';

/** As many lines are looked at before it is decided whether the text has a prefix that says nothing new on each line. */
const SAMPLE_LINES = 32;
/** Comments with a licence could begin anything: what it is, the lines below them tell. */
const MOST_COMMENTS = 160;
const NEEDED_PERCENT = 90;
const FEWEST_LINES = 5;

const TIME =
  /(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?)[ \t]+/;
/** `TEST-FAIL | `, `ok | ` and `ERROR | ` say how something ended or how bad it is, not whose line it is. */
const SERVICE =
  /^(?!(?:test[-_])?(?:un|not?[-_])?(?:pass|fail|ok\b|skip|error|warn|info|debug|trace|fatal|crit|notice|start|end\b|known|expected|xfail)[\w-]{0,20} {0,20}\|)[\w.-]{1,40} {0,20}\| /i;
/** What a tool writes may hold tabs too: the columns end before the time. */
const COLUMNS = new RegExp(`^(?:[^\\t]{1,120}\\t){1,3}?(?=${TIME.source})`);

/** A prefix that nearly all lines share the form of: the columns of a CI log, a service's name, a time and a host. */
export interface LinePrefix {
  /** How long it is in a line; 0 in a line that has none. */
  readonly lengthIn: (text: string) => number;
  /** The lines are those of a log: they say when, and where or how bad it is. */
  readonly isLog: boolean;
  /** How it looks in one of the first lines; undefined where it takes off nothing. */
  readonly example: string | undefined;
  /** The word in the column of levels of the line that was asked about last, if it has one. */
  readonly level: () => string | undefined;
}

/** What a text is can be told by these first lines. */
export function isEnough(sample: readonly { readonly text: string }[]): boolean {
  const isPreamble = (): boolean => sample.every(({ text }) => text === '' || text.startsWith('#'));
  return sample.length >= MOST_COMMENTS || (sample.length >= SAMPLE_LINES && !isPreamble());
}

/** Decides by the first lines; undefined when fewer than nine in ten have one. */
export function findPrefix(sample: readonly string[]): LinePrefix | undefined {
  const lines = sample.filter((text) => text.trim() !== '');
  if (lines.length < FEWEST_LINES) {
    return undefined;
  }
  const patterns: RegExp[] = [];
  let rest = lines;
  for (const pattern of [COLUMNS, SERVICE]) {
    const lengths = rest.map((text) => lengthOf(pattern, text));
    const isShared = pattern !== COLUMNS || hasConstantColumns(rest, lengths);
    if (isShared && enough(lengths, lines.length)) {
      patterns.push(pattern);
      rest = rest.map((text, index) => text.slice(lengths[index]));
    }
  }
  const header = learnHeader(rest);
  if (header === undefined && patterns.length === 0) {
    return undefined;
  }
  const lengthIn = (text: string): number => totalLength(patterns, header, text);
  return {
    isLog: header !== undefined,
    lengthIn,
    example: usual(lines.map((text) => text.slice(0, lengthIn(text)).trim())),
    level: () => header?.level(),
  };
}

function enough(lengths: readonly number[], lines: number): boolean {
  return lengths.filter((length) => length > 0).length * 100 >= lines * NEEDED_PERCENT;
}

/** Columns are a prefix only where few different ones stand before many lines: a table's cells are its content. */
function hasConstantColumns(lines: readonly string[], lengths: readonly number[]): boolean {
  const different = new Set(lines.map((text, index) => text.slice(0, lengths[index])));
  return different.size * 4 <= lines.length && lengths.every((length) => length > 0);
}

/** The first one that has the most frequent form: a line that only looks like the others may have another. */
function usual(prefixes: readonly string[]): string | undefined {
  const there = prefixes.filter((text) => text !== '');
  const forms = createTally();
  const formOf = (text: string): string => text.replace(/[\dA-Za-z]+/g, '#');
  for (const text of there) {
    forms.add(formOf(text));
  }
  const most = Math.max(0, ...there.map((text) => forms.of(formOf(text))));
  return there.find((text) => forms.of(formOf(text)) === most);
}

function lengthOf(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

function totalLength(patterns: readonly RegExp[], header: LineHeader | undefined, text: string): number {
  let at = 0;
  for (const pattern of patterns) {
    at += lengthOf(pattern, text.slice(at));
  }
  return at + (header?.lengthIn(at === 0 ? text : text.slice(at)) ?? 0);
}
