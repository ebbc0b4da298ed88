import { type CharacterKind, runEnd } from './characters.js';
import { type LetterPattern, letterPattern } from './letter-pattern.js';
import { readReach } from './unfinished.js';

/**
 * Text of which more may come. Who looks at it through the functions of this folder need not know whether it has ended:
 * where an answer would depend on text that has not come, the text is told so by `wait`, and whoever asked is asked again
 * with more.
 */
export interface ComingText {
  readonly text: string;
  /** No more text will come. */
  readonly isFinal: boolean;
  /**
   * What is answered now does not count, as text that has not come could change it. What may be found begins no earlier
   * than at the index.
   */
  wait(since: number): void;
}

/** A text, or the beginning of one, for a reader that says itself what it waits for. */
export function comingText(text: string, isFinal: boolean): ComingText {
  return { text, isFinal, wait: ignore };
}

function ignore(): void {
  // Who is told so has asked, and waits.
}

/** A text as if nothing stood behind an index, where nothing has come behind it. */
export function comingUpTo({ text, isFinal }: ComingText, index: number): ComingText {
  return index < text.length ? comingText(text.slice(0, index), false) : comingText(text, isFinal);
}

/** A text of which more and more comes. */
export type GrowingText = { -readonly [Key in keyof ComingText]: ComingText[Key] };

/** Goes on with what has come of it. */
export function grow(growing: GrowingText, { text, isFinal }: ComingText): void {
  growing.text = text;
  growing.isFinal = isFinal;
}

/** Whether an answer needs characters that have not come. */
export function isCut({ text, isFinal }: ComingText, from: number, length = 1): boolean {
  return from + length > text.length && !isFinal;
}

/** The same; the text is told to wait for them. */
export function needs(coming: ComingText, from: number, length = 1, since = from): boolean {
  const isWaiting = isCut(coming, from, length);
  if (isWaiting) {
    coming.wait(since);
  }
  return isWaiting;
}

/** The text ends before an answer is known; when no more comes, the answer is that of the text as it is. */
export function endsEarly(coming: ComingText, since = coming.text.length): void {
  needs(coming, coming.text.length, 1, since);
}

/**
 * A part of the text, shorter only where the whole text ends. Behind a sign that ends what is looked for, more says nothing.
 */
export function partOf(coming: ComingText, from: number, length: number, sign?: Pick<RegExp, 'test'>): string {
  const part = coming.text.slice(from, from + length);
  if (part.length < length && sign?.test(part) !== true) {
    needs(coming, from, length);
  }
  return part;
}

/** Where a search came to that goes on to a limit, unless the whole text ends before. */
export function searched(coming: ComingText, index: number, limit: number, since = index): number {
  if (index < limit) {
    needs(coming, index, 1, since);
  }
  return index;
}

/** Where a run of one kind of character ends, at most `most` characters further on. */
export function runOf(coming: ComingText, kind: CharacterKind, from: number, most: number): number {
  return searched(coming, runEnd(coming.text, kind, from, from + most), from + most, from);
}

/** A regular expression that is asked at one place of a text of which more may come. */
export interface Pattern {
  /**
   * What fits just here; undefined when nothing does, or when the text was told to wait for more. `since` is where that
   * begins of which it would be a part; here if not given.
   */
  at(coming: ComingText, from: number, since?: number): RegExpExecArray | undefined;
  /** Whether something fits here. */
  fits(coming: ComingText, from: number): boolean;
  /** Whether more text could change what fits here: for a reader that says itself what it waits for. */
  isOpen(coming: ComingText, from: number): boolean;
}

/**
 * Makes a pattern from a regular expression in which every repetition has an upper bound. That more text is needed is found
 * by a second expression, derived from the first, which fits all beginnings of what it could fit; so an answer never
 * depends on where a text was cut. It is asked only near the end of what has come.
 */
export function pattern({ source, flags }: Pick<RegExp, 'source' | 'flags'>): Pattern {
  let here: RegExp | undefined;
  let unfinished: RegExp | undefined;
  let most = -1;
  const isOpen = ({ text, isFinal }: ComingText, from: number): boolean => {
    if (isFinal) {
      return false;
    }
    if (most < 0) {
      const reach = readReach(source, flags);
      most = reach.most;
      unfinished = reach.unfinished === undefined ? undefined : new RegExp(reach.unfinished, `${flags}y`);
    }
    return text.length - from < most && unfinished !== undefined && matchAt(unfinished, text, from) !== null;
  };
  const at = (coming: ComingText, from: number, since = from): RegExpExecArray | undefined => {
    if (isOpen(coming, from)) {
      coming.wait(since);
      return undefined;
    }
    here ??= new RegExp(source, `${flags}y`);
    return matchAt(here, coming.text, from) ?? undefined;
  };
  return { at, fits: (coming, from) => at(coming, from) !== undefined, isOpen };
}

function matchAt(sticky: RegExp, text: string, from: number): RegExpExecArray | null {
  sticky.lastIndex = from;
  return sticky.exec(text);
}

/** As `pattern`, about letters of any script; given as its source, without the flag `u`. It may not look at what stands before. */
export function comingLetters(source: string, flags = ''): Pattern {
  const here = letterPattern(`^(?:${source})`, flags);
  let most = -1;
  let unfinished: LetterPattern | undefined;
  const isOpen = (coming: ComingText, from: number): boolean => {
    if (most < 0) {
      const reach = readReach(source, `${flags}u`);
      most = reach.most;
      unfinished = reach.unfinished === undefined ? undefined : letterPattern(`^(?:${reach.unfinished})`, flags);
    }
    return isCut(coming, from, most) && unfinished?.test(coming.text.slice(from)) === true;
  };
  const at: Pattern['at'] = (coming, from, since = from) => {
    if (isOpen(coming, from)) {
      coming.wait(since);
      return undefined;
    }
    return here.exec(coming.text.slice(from, from + most)) ?? undefined;
  };
  return { at, fits: (coming, from) => at(coming, from) !== undefined, isOpen };
}
