/** What is known of a regular expression, or of a part of it. */
export interface Reach {
  /** The same without captures. */
  readonly source: string;
  /**
   * A pattern of the texts that end while more is needed to tell whether, or how far, the pattern fits; undefined where
   * there are none.
   */
  readonly unfinished: string | undefined;
  /** How many characters there are at most from its beginning to the last one on which an answer depends. */
  readonly most: number;
}

interface Reader {
  readonly source: string;
  at: number;
}

/** The end of the text. */
const END = '(?![^])';
/** With the flag `u` the text may end in the middle of a character. */
const END_OR_HALF = `[\\ud800-\\udbff]?${END}`;
const NOTHING: Reach = { source: '', unfinished: undefined, most: 0 };

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
  return reach;
}

/** What one character is in this kind of pattern. */
interface Character {
  readonly end: string;
  readonly units: number;
}

function readChoice(reader: Reader, character: Character): Reach {
  const items = [readSequence(reader, character)];
  while (accept(reader, '|')) {
    items.push(readSequence(reader, character));
  }
  return {
    source: items.map(({ source }) => source).join('|'),
    unfinished: eitherOf(items.map(({ unfinished }) => unfinished)),
    most: Math.max(...items.map(({ most }) => most)),
  };
}

function eitherOf(all: readonly (string | undefined)[]): string | undefined {
  const some = all.filter((one) => one !== undefined);
  return some.length > 1 ? group(some.join('|')) : some[0];
}

function group(source: string): string {
  return `(?:${source})`;
}

/** It is unfinished in its first part, or behind that in its second, and so on. */
function readSequence(reader: Reader, character: Character): Reach {
  const items: Reach[] = [];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at))) {
    items.push(readRepeat(reader, character));
  }
  return items.reduceRight<Reach>(
    (behind, item) => ({
      source: item.source + behind.source,
      unfinished: eitherOf([
        item.unfinished,
        behind.unfinished === undefined ? undefined : item.source + behind.unfinished,
      ]),
      most: item.most + behind.most,
    }),
    NOTHING,
  );
}

const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

function readRepeat(reader: Reader, character: Character): Reach {
  const item = readItem(reader, character);
  const [whole = '', sign, least = '', comma, most = ''] = read(reader, QUANTIFIER) ?? [];
  if (whole === '') {
    return item;
  }
  const open = most === '' ? Number.POSITIVE_INFINITY : Number(most);
  const max = sign === undefined ? (comma === undefined ? Number(least) : open) : sign === '?' ? 1 : open;
  return {
    source: item.source + whole,
    unfinished: item.unfinished === undefined || max === 0 ? undefined : repeated(item, max - 1) + item.unfinished,
    most: max === 0 ? 0 : item.most * max,
  };
}

/** As often as it may have been there before. */
function repeated({ source }: Reach, most: number): string {
  return most === 0 ? '' : most === Number.POSITIVE_INFINITY ? `${source}*` : `${source}{0,${most}}`;
}

const LOOK = /\?<?[=!]/y;
const GROUP_HEAD = /\?(?::|<[^=!>][^>]*>)/y;
const ASSERTION = /\^|\\[bB]|\$/y;
const CLASS = /\[(?:[^\\\]]|\\[\s\S])*\]/y;
const ESCAPE = /\\(?:u\{[^}]*\}|u[\s\S]{4}|x[\s\S]{2}|[pP]\{[^}]*\}|c[A-Za-z]|0(?!\d)|[^1-9k])/y;
const PLAIN = /[^\\[\]()|*+?{}$^]/uy;

function readItem(reader: Reader, character: Character): Reach {
  if (accept(reader, '(')) {
    return readGroup(reader, character);
  }
  const assertion = read(reader, ASSERTION)?.[0];
  if (assertion !== undefined) {
    // Before a text nothing can come any more.
    return assertion === '^'
      ? { ...NOTHING, source: '^' }
      : { source: assertion, unfinished: END, most: character.units };
  }
  const source = (read(reader, CLASS) ?? read(reader, ESCAPE) ?? read(reader, PLAIN))?.[0];
  if (source === undefined) {
    throw new Error(`no pattern for text that is still coming, at ${reader.at}: ${reader.source}`);
  }
  return { source, unfinished: character.end, most: character.units };
}

/** A look-behind needs no text that has not come; what a look-ahead says is open as long as the pattern in it is. */
function readGroup(reader: Reader, character: Character): Reach {
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
