import type { Kept } from './digest.js';
import type { KeptLine } from './kept-line.js';
import type { OutlineName } from './kinds/kind.js';
import { spreadWeight } from './kinds/spread.js';

/** What a page or a file holds, as the beginnings of its parts with their lines, in one sentence. */
export interface Outline {
  readonly sentence: string;
  /** Of the lines that it names. */
  readonly orders: ReadonlySet<number>;
  /** Of those that say more than it tells of them. */
  readonly partial: ReadonlySet<number>;
}

interface Entry extends OutlineName {
  readonly line: KeptLine;
  /** An option, a variable, a keyword. */
  readonly isTag: boolean;
}

interface OutlineOptions {
  readonly isShown: (line: KeptLine) => boolean;
  /** `isDetailed`: it has more than headings, which is worth less than what stands below them. */
  readonly fits: (sentence: string, isDetailed: boolean) => boolean;
}

const FEWEST = 4;
const SEPARATOR = ' · ';
/** Options, variables, keywords: their names stand behind the heading above them, without lines of their own. */
const WITH_TAGS = new Set(['manual', 'help', 'html', 'markdown']);
/** In these the tags are a part of what is said. */
const DETAILED = new Set(['html', 'markdown']);
const MOST_TAG_WEIGHT = 130;
const LEAST_TAG_WEIGHT = 100;
const MOST_MINOR_CHARS = 28;
/** Less is markup, or a mark for what was cut. */
const FEWEST_MORE_CHARS = 12;

/** As many parts as fit by their names, the most important as they stand; undefined where there are too few to be told. */
export function outlineOf(kept: Kept, { isShown, fits }: OutlineOptions): Outline | undefined {
  const entries = entriesOf(kept).filter(({ line }) => !isShown(line));
  const tell = (size: number, whole: number): string => sentenceOf(entries, size, whole);
  const headings = headingsOf(entries, kept.kind_id);
  const size = largest(entries.length, (count) => fits(tell(count, 0), count > headings));
  if (size < FEWEST) {
    return undefined;
  }
  const whole = largest(size, (count) => fits(tell(size, count), size > headings));
  const told = entries.slice(0, size);
  const partial = told.filter((entry, index) => saysMore(entry, index < whole));
  return { sentence: tell(size, whole), orders: ordersOf(told), partial: ordersOf(partial) };
}

/** How many of them are worth more than lines: of changed files these tell what was changed. */
function headingsOf(entries: readonly Entry[], kind = ''): number {
  if (kind === 'diff') {
    return 0;
  }
  return DETAILED.has(kind) ? entries.filter(({ isTag }) => !isTag).length : entries.length;
}

function ordersOf(entries: readonly Entry[]): ReadonlySet<number> {
  return new Set(entries.map(({ line }) => line.order));
}

function saysMore({ line, whole, short }: Entry, isWhole: boolean): boolean {
  return line.text.trim().length > (isWhole ? whole : short).length + FEWEST_MORE_CHARS;
}

/** The most important first; of equal ones any number is spread over the text. */
function entriesOf({ outline, outlineName, kind_id: kind }: Kept): readonly Entry[] {
  const lines = outline.map(({ line }) => line).sort((a, b) => a.order - b.order);
  const isReference = kind !== undefined && WITH_TAGS.has(kind);
  const named = lines.flatMap((line) => {
    const name = outlineName?.(line.text, line.weight, line.row);
    return name === undefined
      ? []
      : [{ line, ...name, isTag: isReference && line.weight >= LEAST_TAG_WEIGHT && line.weight <= MOST_TAG_WEIGHT }];
  });
  const places = new Map<number, number>();
  const ranked = named.map((entry) => {
    const weight = entry.weight ?? entry.line.weight;
    const place = places.get(weight) ?? 0;
    places.set(weight, place + 1);
    return { entry, rank: weight * RANKS + spreadWeight(SPREAD, place) };
  });
  return ranked.sort((a, b) => b.rank - a.rank || a.entry.line.order - b.entry.line.order).map(({ entry }) => entry);
}

const RANKS = 1024;
const SPREAD = 100;

function sentenceOf(entries: readonly Entry[], size: number, whole: number): string {
  const told = entries.slice(0, size).map((entry, index) => ({ ...entry, isWhole: index < whole }));
  const inOrder = told.sort((a, b) => a.line.order - b.line.order);
  const left = entries.length - size;
  return `outline by line: ${inOrder.map(partOf).join('')}${left > 0 ? `${SEPARATOR}${left} more` : ''}`;
}

type ToldEntry = Entry & { readonly isWhole: boolean };

function partOf(entry: ToldEntry, index: number, all: readonly ToldEntry[]): string {
  const before = all[index - 1];
  if (before === undefined) {
    return `${entry.line.row} ${nameOf(entry)}`;
  }
  return isMinor(entry)
    ? `${before.isTag ? ', ' : ': '}${nameOf(entry)}`
    : `${SEPARATOR}${entry.line.row} ${nameOf(entry, before.directory)}`;
}

function nameOf({ isWhole, whole, short, directory }: ToldEntry, above?: string): string {
  const name = isWhole ? whole : short;
  return directory !== undefined && directory === above ? `…${name.slice(directory.length)}` : name;
}

/** One of which more is told than its name has a line of its own. */
function isMinor({ isWhole, isTag, whole, short }: ToldEntry): boolean {
  return isTag && (!isWhole || whole === short) && short.length <= MOST_MINOR_CHARS && !/^\d/.test(short);
}

/** The largest count up to `most` that fits; what fits with more fits with fewer. */
function largest(most: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
