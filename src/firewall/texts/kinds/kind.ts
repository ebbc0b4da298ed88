/** A text of one kind from its beginning to its end, such as a source file, a page of Markdown or a listing. */
export interface TextKind {
  readonly kind_id: string;
  /** Whether the first lines, without empty ones, are of this kind. */
  readonly matches: (sample: readonly string[]) => boolean;
  /** What looks like a header of each line belongs to it: access and date of an entry, the commit of a line. */
  readonly isWhole?: boolean;
  /** Its lines are looked at to their ends, by what takes no longer for that. */
  readonly readsAll?: boolean;
  readonly create: (sample: readonly string[]) => KindReader;
}

/** Patterns are asked about the beginning of a line, so that no line takes long. */
const PATTERN_CHARS = 240;

export function headOf(text: string): string {
  return text.length > PATTERN_CHARS ? text.slice(0, PATTERN_CHARS) : text;
}

export interface KindReader {
  readonly readsAll?: boolean;
  /** It must see the line below before it can weigh a line. */
  readonly looksAhead?: boolean;
  /**
   * What a line says without the markup of its kind; lines come in order, each before it is weighed. Words that the markup
   * stood between may be a secret together, so what is made of several of them is redacted.
   */
  readonly withoutMarkup?: (text: string, redact: (text: string) => string) => string;
  /** How telling a line is, 0 for one like all others; lines come in order. */
  readonly weigh: (text: string, row: number, below?: string) => number;
  /** A line that it weighs names things, and words of trouble in it are parts of names. */
  readonly isOfNames?: boolean;
  /** Words of errors in its lines are what it is about, and tell of no error. */
  readonly isReference?: boolean;
  /** Its lines are entries, and what counts is what they say together. */
  readonly isCounted?: boolean;
  /** What words of errors count in its lines, in percent. */
  readonly wordsPercent?: number;
  /** It has ended: the next line is of something else. */
  readonly isOver?: (next: string) => boolean;
  /** How a line that it weighed is called in an outline; undefined for one that begins nothing. `redact` as above. */
  readonly outlineName?: (
    text: string,
    weight: number,
    row: number,
    redact: (text: string) => string,
  ) => OutlineName | undefined;
  /** What no line says: counts by file, by directory, by kind of line. Whoever asks has redacted lines only. */
  readonly facts: () => readonly string[];
}

/** What begins at a line: nearly as it stands, and in few words. */
export interface OutlineName {
  readonly whole: string;
  readonly short: string;
  /** What its name begins with, such as a directory, and is not told again behind another name that begins so. */
  readonly directory?: string;
  /** How telling it is, where only the lines below its own could say. */
  readonly weight?: number;
}

/** The part of the sample, in percent, that a pattern matches. */
export function share(sample: readonly string[], pattern: RegExp): number {
  return sample.length === 0 ? 0 : (sample.filter((text) => pattern.test(text)).length * 100) / sample.length;
}
