import { type CharacterKind, runEnd } from './characters.js';

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
