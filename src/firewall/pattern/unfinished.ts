/** What is known of a regular expression. */
export interface Reach {
  /**
   * A pattern of the texts that end while more is needed to tell whether, or how far, the pattern fits; undefined where
   * there are none.
   */
  readonly unfinished: string | undefined;
  /** How many characters there are at most from its beginning to the last one on which an answer depends. */
  readonly most: number;
}

/** The same of a part of it. */
interface Part {
  /** Without captures. */
  readonly source: string;
  /** The alternatives, each once. */
  readonly unfinished: readonly string[];
  readonly most: number;
  readonly isCharacter?: true;
  /** One character again and again. */
  readonly loop?: { readonly unit: string; readonly end: string; readonly min: number; readonly max: number };
}

interface Reader {
  readonly source: string;
  at: number;
}

/** The end of the text. */
const END = '(?![^])';
/** With the flag `u` the text may end in the middle of a character. */
const END_OR_HALF = `[\\ud800-\\udbff]?${END}`;
const NOTHING: Part = { source: '', unfinished: [], most: 0 };

/**
 * Reads the source of a regular expression. References to groups are not for text that is still coming, and refused; so
 * is what has no longest match.
 */
export function readReach(source: string, flags: string): Reach {
  const isUnicode = flags.includes('u');
  const reader: Reader = { source, at: 0 };
  const reach = readChoice(reader, { end: isUnicode ? END_OR_HALF : END, units: isUnicode ? 2 : 1 });
  if (reader.at < source.length || !Number.isFinite(reach.most)) {
    throw new Error(`no pattern for text that is still coming: ${source}`);
  }
  const { unfinished, most } = reach;
  return { unfinished: unfinished.length === 0 ? undefined : either(unfinished), most };
}

/** What one character is in this kind of pattern. */
interface Character {
  readonly end: string;
  readonly units: number;
}

function readChoice(reader: Reader, character: Character): Part {
  const items = [readSequence(reader, character)];
  while (accept(reader, '|')) {
    items.push(readSequence(reader, character));
  }
  return {
    source: items.map(({ source }) => source).join('|'),
    unfinished: unique(items.flatMap(({ unfinished }) => unfinished)),
    most: Math.max(...items.map(({ most }) => most)),
  };
}

function unique(all: readonly string[]): readonly string[] {
  return [...new Set(all)];
}

function either(all: readonly string[]): string {
  return all.length === 1 ? (all[0] ?? '') : group(all.join('|'));
}

function group(source: string): string {
  return `(?:${source})`;
}

/** It is unfinished in its first part, or behind that in its second, and so on. */
function readSequence(reader: Reader, character: Character): Part {
  const items: Part[] = [];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at))) {
    items.push(readRepeat(reader, character));
  }
  return items.reduceRight<Part>(
    (behind, item) => ({
      source: item.source + behind.source,
      unfinished: unique(unfinishedBefore(item, behind.unfinished)),
      most: item.most + behind.most,
    }),
    NOTHING,
  );
}

/** The first part of a sequence, of which the rest is unfinished so: no text has to be gone through in two ways. */
function unfinishedBefore({ source, unfinished, loop }: Part, behind: readonly string[]): readonly string[] {
  if (behind.length === 0) {
    return unfinished;
  }
  const rest = either(behind);
  if (loop === undefined || !behind.includes(loop.end)) {
    return [...unfinished, source + rest];
  }
  const { unit, end, min, max } = loop;
  return min === 0 ? [times(unit, max) + rest] : [times(unit, min - 1) + end, `${unit}{${min},${max}}${rest}`];
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

function readRepeat(reader: Reader, character: Character): Part {
  const item = readItem(reader, character);
  const quantifier = read(reader, QUANTIFIER);
  if (quantifier === undefined) {
    return item;
  }
  const { min, max } = bounds(quantifier);
  const source = item.source + quantifier[0];
  if (max === 0) {
    return { ...NOTHING, source };
  }
  const before = times(item.source, max - 1);
  const repeat = { source, unfinished: item.unfinished.map((each) => before + each), most: item.most * max };
  return item.isCharacter === true ? { ...repeat, loop: { unit: item.source, end: character.end, min, max } } : repeat;
}

function bounds([, sign, least = '', comma, most = '']: RegExpExecArray): {
  readonly min: number;
  readonly max: number;
} {
  if (sign !== undefined) {
    return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  }
  const min = Number(least);
  const max = most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return { min, max: comma === undefined ? min : max };
}

/** As often as it may have been there before. */
function times(source: string, most: number): string {
  return most === 0 ? '' : most === Number.POSITIVE_INFINITY ? `${source}*` : `${source}{0,${most}}`;
}

const LOOK = /\?<?[=!]/y;
const GROUP_HEAD = /\?(?::|<[^=!>][^>]*>)/y;
const ASSERTION = /\^|\\[bB]|\$/y;
const CLASS = /\[(?:[^\\\]]|\\[\s\S])*\]/y;
const ESCAPE = /\\(?:u\{[^}]*\}|u[\s\S]{4}|x[\s\S]{2}|[pP]\{[^}]*\}|c[A-Za-z]|0(?!\d)|[^1-9k])/y;
const PLAIN = /[^\\[\]()|*+?{}$^]/uy;

function readItem(reader: Reader, character: Character): Part {
  if (accept(reader, '(')) {
    return readGroup(reader, character);
  }
  const assertion = read(reader, ASSERTION)?.[0];
  if (assertion !== undefined) {
    // Before a text nothing can come any more.
    return assertion === '^'
      ? { ...NOTHING, source: '^' }
      : { source: assertion, unfinished: [END], most: character.units };
  }
  const source = (read(reader, CLASS) ?? read(reader, ESCAPE) ?? read(reader, PLAIN))?.[0];
  if (source === undefined) {
    throw new Error(`no pattern for text that is still coming, at ${reader.at}: ${reader.source}`);
  }
  return { source, unfinished: [character.end], most: character.units, isCharacter: true };
}

/** A look-behind needs no text that has not come; what a look-ahead says is open as long as the pattern in it is. */
function readGroup(reader: Reader, character: Character): Part {
  const look = read(reader, LOOK)?.[0];
  if (look === undefined) {
    read(reader, GROUP_HEAD);
  }
  const inner = readChoice(reader, character);
  if (!accept(reader, ')')) {
    throw new Error(`a group does not end: ${reader.source}`);
  }
  if (look === undefined) {
    return { ...inner, source: group(inner.source) };
  }
  const source = `(${look}${inner.source})`;
  return look.startsWith('?<') ? { ...NOTHING, source } : { ...inner, source };
}

function accept(reader: Reader, text: string): boolean {
  const isNext = reader.source.startsWith(text, reader.at);
  reader.at += isNext ? text.length : 0;
  return isNext;
}

/** Advances over what a sticky pattern matches here. */
function read(reader: Reader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.source) ?? undefined;
  reader.at += match?.[0].length ?? 0;
  return match;
}
