import { type CharacterKind, runEnd } from '../redactor/characters.js';

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

/**
 * A part of the text, shorter only where the whole text ends. Behind a sign that ends what is looked for, more says nothing.
 */
export function partOf(coming: ComingText, from: number, length: number, sign?: Pick<RegExp, 'test'>): string {
  const { text, isFinal } = coming;
  const part = text.slice(from, from + length);
  if (part.length < length && !isFinal && sign?.test(part) !== true) {
    coming.wait(from);
  }
  return part;
}

/** The text ends before an answer is known; when no more comes, the answer is that of the text as it is. */
export function endsEarly(coming: ComingText, since = coming.text.length): void {
  searched(coming, coming.text.length, Number.POSITIVE_INFINITY, since);
}

/** Where a search came to that goes on to a limit, unless the whole text ends before. */
export function searched(coming: ComingText, index: number, limit: number, since = index): number {
  if (index >= coming.text.length && index < limit && !coming.isFinal) {
    coming.wait(since);
  }
  return index;
}

/** Waits when fewer characters have come than an answer needs. */
export function needs(coming: ComingText, from: number, length: number): void {
  if (from + length > coming.text.length && !coming.isFinal) {
    coming.wait(from);
  }
}

/** Where a run of one kind of character ends, at most `most` characters further on. */
export function runOf(coming: ComingText, kind: CharacterKind, from: number, most: number): number {
  const { text, isFinal } = coming;
  const end = runEnd(text, kind, from, from + most);
  if (end >= text.length && end < from + most && !isFinal) {
    coming.wait(from);
  }
  return end;
}
