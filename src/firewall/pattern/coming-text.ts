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

/** A part of the text, shorter only where the whole text ends. */
export function partOf(coming: ComingText, from: number, length: number): string {
  needs(coming, from, length);
  return coming.text.slice(from, from + length);
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
